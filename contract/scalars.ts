import { z } from 'zod'

/** An identifier: a string of digits. Anything else cannot name a row, and is answered as missing where it matters. */
export const id = z.string().regex(/^\d{1,18}$/, 'An id is a string of digits, such as "1042"')

/** A moment on the wire: ISO-8601 in UTC, with Z. Rows hold the same text. */
export const timestamp = z.string().meta({ format: 'date-time' })

const MOMENT = 'Write the moment as ISO-8601, such as 2030-01-31T14:00:00Z'

/** A moment as a caller writes it: ISO-8601 with its zone, or in UTC. */
export const instant = z.iso
  .datetime({ offset: true, error: MOMENT })
  .refine((text) => isWritable(new Date(text)), MOMENT)

/** A calendar day, in the account's time zone. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the day as YYYY-MM-DD')
  .refine((text) => isDay(text), 'There is no such day')

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return isWritable(moment) && moment.toISOString().startsWith(text)
}

/** Years 1 to 9999: before and after them, neither the database nor the wire writes a moment with four digits. */
function isWritable(moment: Date): boolean {
  return !Number.isNaN(moment.getTime()) && /^(?!0000)\d{4}-/.test(moment.toISOString())
}

/** Text that can be kept and shown again: without NUL, and without half of a character that takes two. */
export const written = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Leave out NUL and broken characters')

/** A line of text; the database and the screen share its bound. */
export const line = written.max(255)
export const text = written.max(20_000)

export const limit = z.int().min(1).max(100).describe('How many to return, 1 to 100. Default 25.')

export const cursor = z.string().max(2000).describe('The next_cursor of the page before, to get the page after it')

/** A page of a list, newest first unless the operation says otherwise. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('Pass it back as cursor for the next page; null on the last one'),
  })
}

const attribute_key = written
  .min(1)
  .max(100)
  .refine((key) => !['__proto__', 'constructor', 'prototype'].includes(key), 'Choose another attribute name')
const attribute_value = z.union([written.max(5000), z.number(), z.boolean()], 'Give a text, a number, true or false')
const naming = {
  error: (issue: { code?: string }) =>
    issue.code === 'invalid_key' ? 'Choose another attribute name, of 1 to 100 characters' : undefined,
}

/** Custom attributes: keys need no definition, values are plain. Names that would reach into objects are refused. */
export const attributes = z.record(attribute_key, attribute_value, naming)

/** Attributes to change; null removes one. */
export const attributeChanges = z.record(attribute_key, attribute_value.nullable(), naming)
