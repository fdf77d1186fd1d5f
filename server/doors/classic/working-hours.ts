import type { BusinessHours, CsatSettings, Inbox } from '#contract/records/inbox.ts'
import { type Body, given, readBoolean, readObject, readText } from '#doors/classic/reading.ts'
import { reject } from '#kernel/problem.ts'

type Interval = BusinessHours['intervals'][number]
type Standing = Pick<Inbox, 'business_hours' | 'csat'>

const named = ['working_hours', 'working_hours_enabled', 'timezone', 'out_of_office_message']
const asking = ['csat_survey_enabled', 'csat_config']

/** Whether hours or surveys are spoken of, so that it matters what they were. */
export function speaksOfHours(body: Body): boolean {
  return [...named, ...asking].some((field) => field in body)
}

/** Hours and surveys as they will be: what is sent in the place of what was there. */
export function hoursOf(body: Body, before: Standing, time_zone: string): Partial<Standing> {
  return given({
    business_hours: named.some((field) => field in body)
      ? readHours(body, before.business_hours, time_zone)
      : undefined,
    csat: asking.some((field) => field in body) ? readCsat(body, before.csat) : undefined,
  })
}

/** Monday to Friday from nine to five: what classic clients take for granted until somebody says otherwise. */
const usual: Interval[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }))

function readHours(body: Body, before: BusinessHours | null, time_zone: string): BusinessHours | null {
  const enabled = readBoolean(body.working_hours_enabled) ?? before !== null
  if (!enabled) return null
  const said = [body.working_hours ?? []].flat().map((each) => readDay(readObject(each) ?? {}))
  const days = new Set(said.map(({ day }) => day))
  const kept = (before?.intervals ?? usual).filter(({ day }) => !days.has(day))
  return {
    time_zone: readText(body.timezone) ?? before?.time_zone ?? time_zone,
    intervals: [...kept, ...said.flatMap(({ interval }) => interval ?? [])],
    holidays: before?.holidays ?? [],
    out_of_office_message:
      'out_of_office_message' in body
        ? (readText(body.out_of_office_message) ?? null)
        : (before?.out_of_office_message ?? null),
  }
}

/** A day as classic clients write it: Sunday is 0, and there is one interval or none. */
function readDay(said: Body): { day: number; interval: Interval | undefined } {
  const day = readNumber(said, 'day_of_week', 6) || 7
  if (readBoolean(said.closed_all_day)) return { day, interval: undefined }
  if (readBoolean(said.open_all_day)) return { day, interval: { day, from: '00:00', to: '24:00' } }
  return { day, interval: { day, from: readClock(said, 'open'), to: readClock(said, 'close') } }
}

function readClock(said: Body, which: 'open' | 'close'): string {
  const [hour, minutes] = [readNumber(said, `${which}_hour`, 23), readNumber(said, `${which}_minutes`, 59)]
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

function readNumber(said: Body, field: string, most: number): number {
  const value = Number(readText(said[field]) ?? Number.NaN)
  if (Number.isInteger(value) && value >= 0 && value <= most) return value
  return reject('invalid_value', `${field} must be a whole number from 0 to ${most}.`, 'working_hours')
}

function readCsat({ csat_survey_enabled, csat_config }: Body, before: CsatSettings): CsatSettings {
  const config = readObject(csat_config) ?? {}
  return {
    enabled: readBoolean(csat_survey_enabled) ?? before.enabled,
    message: 'message' in config ? (readText(config.message) ?? null) : before.message,
  }
}
