import { z } from 'zod'

/** An identifier: a string of digits. */
export const id = z.string().regex(/^\d{1,18}$/, 'An id is a string of 1 to 18 digits, such as "1042"')

/** A timestamp on the wire: ISO 8601 in UTC, with Z. Rows hold the same text. */
export const timestamp = z.string().meta({ format: 'date-time' })

const MOMENT = 'Write the moment as ISO-8601, such as 2030-01-31T14:00:00Z'

/** A timestamp in input: ISO 8601 with an offset, or in UTC. */
export const instant = z.iso
  .datetime({ offset: true, error: MOMENT })
  .refine((text) => isWritable(new Date(text)), MOMENT)

const LOCAL_MOMENT = `${MOMENT}, or 2030-01-31T09:00 in the time zone of the workspace`

/** A timestamp in input that may lack its offset: `readMoment` takes it in the workspace's time zone then. */
export const moment = z.iso
  .datetime({ offset: true, local: true, error: LOCAL_MOMENT })
  .refine((text) => isWritable(new Date(text)), LOCAL_MOMENT)

/** A calendar day, in the account's time zone. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the day as YYYY-MM-DD')
  .refine((text) => isDay(text), 'There is no such day')

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return isWritable(moment) && moment.toISOString().startsWith(text)
}

/** Years 1 to 9999; others do not have four digits in the database and on the wire. */
function isWritable(moment: Date): boolean {
  return !Number.isNaN(moment.getTime()) && /^(?!0000)\d{4}-/.test(moment.toISOString())
}

/** Text that PostgreSQL can store: without NUL and without unpaired surrogates. */
export const written = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Leave out NUL and broken characters')

/** One line of text. */
export const line = written.max(255)
export const text = written.max(20_000)

export const limit = z.int().min(1).max(100).describe('Number of items, 1 to 100. Default 25.')

export const cursor = z.string().max(2000).describe('next_cursor of the previous page')

/** A page of a list, newest first unless the operation says otherwise. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('Pass it as cursor to get the next page; null on the last page'),
  })
}

export const include_total = z.boolean().describe('Also count all records that match, on the first page')

/** A page that can have the number of all records. */
export function countedPage<T extends z.ZodType>(item: T) {
  const total = z.int().optional().describe('All records that match; with include_total, on the first page')
  return page(item).extend({ total })
}

export const attribute_key = written
  .min(1)
  .max(100)
  .refine((key) => !['__proto__', 'constructor', 'prototype'].includes(key), 'Choose another attribute name')
const attribute_value = z.union([written.max(5000), z.number(), z.boolean()], 'Give a text, a number, true or false')
const naming = {
  error: (issue: { code?: string }) =>
    issue.code === 'invalid_key' ? 'Choose another attribute name, of 1 to 100 characters' : undefined,
}

/** Custom attributes: keys need no definition, values are plain. Names that would touch prototypes are refused. */
export const attributes = z.record(attribute_key, attribute_value, naming)

/** Custom attributes as records show them. Programs that connect a channel may also keep lists and objects there. */
export const keptAttributes = z.record(z.string(), z.json())
export type KeptAttributes = z.output<typeof keptAttributes>

/** JSON that PostgreSQL can store. */
export const json_value = z.json().refine((value) => isStorable(value), 'Remove NUL and invalid Unicode characters')

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return written.safeParse(value).success
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every((entry) => entry.every(isStorable))
}

/** Attributes a program changes, whose values may be lists and objects; null removes one. */
export const jsonAttributeChanges = z.record(attribute_key, json_value, naming)

/** Attributes to change; null removes one. */
export const attributeChanges = z.record(attribute_key, attribute_value.nullable(), naming)
