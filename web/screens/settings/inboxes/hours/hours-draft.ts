import type { BusinessHours } from '#contract/records/inbox.ts'
import { intervalsOf, usual_week, weekOf, type Week } from './week.ts'

export type Holiday = BusinessHours['holidays'][number]

export type HoursDraft = {
  mode: 'always' | 'weekly'
  time_zone: string
  week: Week
  holidays: Holiday[]
  hasMessage: boolean
  message: string
}

/** The hours being edited, starting from a common week. */
export function toDraft(hours: BusinessHours | null, time_zone: string): HoursDraft {
  return {
    mode: hours ? 'weekly' : 'always',
    time_zone: hours?.time_zone ?? time_zone,
    week: hours ? weekOf(hours.intervals) : usual_week,
    holidays: hours?.holidays ?? [],
    hasMessage: Boolean(hours?.out_of_office_message),
    message: hours?.out_of_office_message ?? '',
  }
}

export function hoursOf({ mode, time_zone, week, holidays, hasMessage, message }: HoursDraft): BusinessHours | null {
  if (mode === 'always') return null
  return {
    time_zone,
    intervals: intervalsOf(week),
    holidays,
    out_of_office_message: hasMessage && message.trim() ? message : null,
  }
}
