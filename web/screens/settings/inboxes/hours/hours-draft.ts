import type { BusinessHours } from '#contract/records/inbox.ts'
import { intervalsOf, usual_week, weekOf, type Week } from './week.ts'

export type Holiday = BusinessHours['holidays'][number]

export type HoursDraft = {
  kept: 'always' | 'weekly'
  time_zone: string
  week: Week
  holidays: Holiday[]
  tells: boolean
  message: string
}

/** The hours as they are edited; where there are none, a usual week to begin with. */
export function toDraft(hours: BusinessHours | null, time_zone: string): HoursDraft {
  return {
    kept: hours ? 'weekly' : 'always',
    time_zone: hours?.time_zone ?? time_zone,
    week: hours ? weekOf(hours.intervals) : usual_week,
    holidays: hours?.holidays ?? [],
    tells: Boolean(hours?.out_of_office_message),
    message: hours?.out_of_office_message ?? '',
  }
}

export function hoursOf({ kept, time_zone, week, holidays, tells, message }: HoursDraft): BusinessHours | null {
  if (kept === 'always') return null
  return {
    time_zone,
    intervals: intervalsOf(week),
    holidays,
    out_of_office_message: tells && message.trim() ? message : null,
  }
}
