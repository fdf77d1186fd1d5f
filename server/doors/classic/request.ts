import { reject } from '#kernel/problem.ts'

export type Body = Record<string, unknown>
export type Query = Record<string, string | string[] | undefined>

/** The id of a URL; a malformed one is answered as a missing record. */
export function requireId(value: unknown): string {
  return readId(value) ?? reject('not_found', 'There is no such record.')
}

/** An id as callers send it, a number or its digits; undefined otherwise. */
export function readId(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return /^\d{1,18}$/.test(text) ? text : undefined
}

/** An id that may be left out; some clients then send 0. */
export function readGivenId(value: unknown): string | undefined {
  const id = readId(value)
  return id === '0' ? undefined : id
}

/** A list of ids that must be there; a malformed one is answered as a missing record. */
export function requireIds(value: unknown, field: string): string[] {
  if (value === undefined) reject('missing_field', `Give ${field}, a list of ids.`, field)
  return [value ?? []].flat().map(requireId)
}

export function readIds(value: unknown): string[] {
  return [value ?? []].flat().flatMap((each) => readId(each) ?? [])
}

/** A text, or a number as text; undefined when it is empty or anything else. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A list of words, sent as an array, as the JSON of one, or as one text with commas. */
export function readWords(value: unknown): string[] {
  const list = typeof value === 'string' ? (parseJson(value) ?? value) : value
  const words = typeof value === 'string' && !Array.isArray(list) ? value.split(',') : Array.isArray(list) ? list : []
  return [...new Set(words.map((word) => String(word ?? '').trim()).filter(Boolean))]
}

/** A list in a query, whose name may have brackets. */
export function readList(query: Query, name: string): string[] {
  return [...new Set([query[name] ?? [], query[`${name}[]`] ?? []].flat().flatMap(readWords))]
}

/** A boolean, in the ways forms send it. */
export function readBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 1 || value === '1') return true
  return value === false || value === 'false' || value === 0 || value === '0' ? false : undefined
}

/** A moment, in seconds or in ISO-8601; anything else is left for the operation to refuse. */
export function readMoment(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const moment = new Date(/^\d+$/.test(String(value)) ? Number(value) * 1000 : String(value))
  return Number.isNaN(moment.getTime()) ? String(value) : moment.toISOString()
}

/** An object, or the JSON of one. */
export function readObject(value: unknown): Body | undefined {
  if (typeof value === 'string') return readObject(parseJson(value))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The requested page, from 1. */
export function readPage(query: Query): number {
  const page = Number(readId(query.page) ?? 1)
  return Math.max(1, page)
}

/** The fields of a body, which clients send flat or wrapped in the name of the record. */
export function unwrap(body: Body, name: string): Body {
  return readObject(body[name]) ?? body
}

/** Only the fields that are defined. */
export function pickDefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
