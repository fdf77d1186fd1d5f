import type { BusinessHours, CsatSettings, Inbox } from '#contract/records/inbox.ts'
import { type Body, pickDefined, readBoolean, readObject, readText } from '#doors/classic/request.ts'
import { reject } from '#kernel/problem.ts'

type Interval = BusinessHours['intervals'][number]
type InboxSettings = Pick<Inbox, 'business_hours' | 'csat'>

const hourFields = ['working_hours', 'working_hours_enabled', 'timezone', 'out_of_office_message']
const surveyFields = ['csat_survey_enabled', 'csat_config']

/** Whether the body changes hours or surveys, so that the current ones must be read first. */
export function mentionsHours(body: Body): boolean {
  return [...hourFields, ...surveyFields].some((field) => field in body)
}

/** Hours and surveys after the change: the fields sent, and the current values of the others. */
export function readHoursAndSurvey(body: Body, before: InboxSettings, time_zone: string): Partial<InboxSettings> {
  return pickDefined({
    business_hours: hourFields.some((field) => field in body)
      ? readHours(body, before.business_hours, time_zone)
      : undefined,
    csat: surveyFields.some((field) => field in body) ? readCsat(body, before.csat) : undefined,
  })
}

/** Monday to Friday from nine to five, the default that classic clients assume. */
const defaultIntervals: Interval[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }))

function readHours(body: Body, before: BusinessHours | null, time_zone: string): BusinessHours | null {
  const enabled = readBoolean(body.working_hours_enabled) ?? before !== null
  if (!enabled) return null
  const changes = [body.working_hours ?? []].flat().map((each) => readDay(readObject(each) ?? {}))
  const days = new Set(changes.map(({ day }) => day))
  const unchanged = (before?.intervals ?? defaultIntervals).filter(({ day }) => !days.has(day))
  return {
    time_zone: readText(body.timezone) ?? before?.time_zone ?? time_zone,
    intervals: [...unchanged, ...changes.flatMap(({ interval }) => interval ?? [])],
    holidays: before?.holidays ?? [],
    out_of_office_message:
      'out_of_office_message' in body
        ? (readText(body.out_of_office_message) ?? null)
        : (before?.out_of_office_message ?? null),
  }
}

/** A day as classic clients send it: Sunday is 0, and there is one interval or none. */
function readDay(day_hours: Body): { day: number; interval: Interval | undefined } {
  const day = readNumber(day_hours, 'day_of_week', 6) || 7
  if (readBoolean(day_hours.closed_all_day)) return { day, interval: undefined }
  if (readBoolean(day_hours.open_all_day)) return { day, interval: { day, from: '00:00', to: '24:00' } }
  return { day, interval: { day, from: readClock(day_hours, 'open'), to: readClock(day_hours, 'close') } }
}

function readClock(day_hours: Body, which: 'open' | 'close'): string {
  const [hour, minutes] = [readNumber(day_hours, `${which}_hour`, 23), readNumber(day_hours, `${which}_minutes`, 59)]
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

function readNumber(day_hours: Body, field: string, max: number): number {
  const value = Number(readText(day_hours[field]) ?? Number.NaN)
  if (Number.isInteger(value) && value >= 0 && value <= max) return value
  return reject('invalid_value', `${field} must be a whole number from 0 to ${max}.`, 'working_hours')
}

function readCsat({ csat_survey_enabled, csat_config }: Body, before: CsatSettings): CsatSettings {
  const config = readObject(csat_config) ?? {}
  return {
    enabled: readBoolean(csat_survey_enabled) ?? before.enabled,
    message: 'message' in config ? (readText(config.message) ?? null) : before.message,
  }
}
