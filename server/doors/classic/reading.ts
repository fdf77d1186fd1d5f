import { reject } from '#kernel/problem.ts'

export type Body = Record<string, unknown>
export type Query = Record<string, string | string[] | undefined>

/** The id in an address. What cannot be one is answered as missing. */
export function idOf(value: unknown): string {
  return readId(value) ?? reject('not_found', 'There is no such record.')
}

/** An id as callers write it, a number or its digits; undefined where there is none. */
export function readId(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return /^\d{1,18}$/.test(text) ? text : undefined
}

export function readIds(value: unknown): string[] {
  return [value ?? []].flat().flatMap((each) => readId(each) ?? [])
}

/** A text, also where a number was sent; undefined where there is nothing in it. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A list of words: several, or one text with commas. */
export function readWords(value: unknown): string[] {
  const said = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return [...new Set(said.map((word) => String(word).trim()).filter(Boolean))]
}

/** A list in a query, by its name with or without brackets. */
export function readList(query: Query, name: string): string[] {
  return readWords([query[name] ?? [], query[`${name}[]`] ?? []].flat())
}

/** Yes and no, in the ways forms write them. */
export function readBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 1 || value === '1') return true
  return value === false || value === 'false' || value === 0 || value === '0' ? false : undefined
}

/** A moment, in seconds or in ISO-8601. */
export function readMoment(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const moment = new Date(/^\d+$/.test(String(value)) ? Number(value) * 1000 : String(value))
  return Number.isNaN(moment.getTime()) ? String(value) : moment.toISOString()
}

/** An object, also where it came as its JSON. */
export function readObject(value: unknown): Body | undefined {
  if (typeof value === 'string') return readObject(parsed(value))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Which page is asked for, from one on. */
export function readPage(query: Query): number {
  const page = Number(readId(query.page) ?? 1)
  return Math.max(1, page)
}

/** Bodies come flat, or wrapped in the name of the record. */
export function unwrapped(body: Body, name: string): Body {
  return readObject(body[name]) ?? body
}

/** Only what was said. */
export function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
