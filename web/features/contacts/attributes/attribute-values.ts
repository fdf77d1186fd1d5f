import type { CustomAttribute } from '#contract/records/workspace.ts'
import { readAmount } from '#web/app/format/amount.ts'

export type Value = string | number | boolean

/** Parses the text of a field. Empty text is null; text that cannot be parsed is undefined. */
export function readValue(type: CustomAttribute['type'], text: string): Value | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return readers[type](trimmed)
}

const readers: Record<CustomAttribute['type'], (text: string) => Value | undefined> = {
  text: (text) => text,
  list: (text) => text,
  date: (text) => text,
  link: readLink,
  number: readNumber,
  percent: (text) => readNumber(text.replace(/%$/, '').trim()),
  currency: (text) => readAmount(text) ?? undefined,
  checkbox: (text) => text === 'true',
}

/** A web address; https:// is added where it is missing. */
function readLink(text: string) {
  const address = /^[a-z]+:/i.test(text) ? text : `https://${text}`
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : undefined
}

function readNumber(text: string) {
  const amount = readAmount(text.replace(/^[-−]/, ''))
  return amount == null ? undefined : /^[-−]/.test(text) ? -amount : amount
}

/** Parses text as the type of the previous value, if it can be; otherwise it stays text. */
export function readLike(before: Value, text: string): Value | null {
  if (text === '') return null
  if (typeof before === 'number' && Number.isFinite(Number(text))) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
