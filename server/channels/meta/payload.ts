import { parseStorableJson } from '#contract/storable-json.ts'

/** Part of a body of Meta, read field by field because anything may be missing. */
export type Payload = Readonly<Record<string, unknown>>

/** The body as an object; undefined if it is no JSON object. Texts are cleaned of what PostgreSQL cannot store. */
export function readPayload(body: Buffer | string): Payload | undefined {
  try {
    const value = parseStorableJson(body)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The object, or an empty one. */
export function object(value: unknown): Payload {
  return isObject(value) ? value : {}
}

/** The objects of a list. */
export function objects(value: unknown): Payload[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The text, if there is any. Ids are sometimes numbers. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function number(value: unknown): number | undefined {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined
}

/** The moment, given in seconds or milliseconds since 1970. */
export function moment(value: unknown): string | undefined {
  const given = number(value)
  if (given === undefined || given <= 0) return undefined
  const milliseconds = given < FIRST_MILLISECONDS ? given * 1000 : given
  return milliseconds < YEAR_10000 ? new Date(milliseconds).toISOString() : undefined
}

/** Smaller values are seconds: as milliseconds they would lie before 1974, as seconds after the year 5000. */
const FIRST_MILLISECONDS = 1e11
const YEAR_10000 = 253_402_300_800_000

/** A copy without undefined fields. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
}

function isObject(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
