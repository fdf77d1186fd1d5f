import { part, type Part } from '#db/sql.ts'

/** Days from creation to closing of a deal (`o`): by the clock, or by calendar days if the close date was entered by hand. */
export const cycleDays = (zone: Part): Part => part`
  case when (o.closed_at at time zone ${zone})::date = o.actual_close_date
       then date_part('epoch', o.closed_at - o.created_at) / 86400
       else o.actual_close_date - (o.created_at at time zone ${zone})::date end`
