import type { CustomAttribute } from '#contract/records/workspace.ts'
import { readAmount } from '#web/parts/amount.ts'

export type Value = string | number | boolean

/** What somebody wrote into a field, as the server wants it: nothing is null, what cannot be read is undefined. */
export function readValue(type: CustomAttribute['type'], text: string): Value | null | undefined {
  const said = text.trim()
  if (said === '') return null
  return readers[type](said)
}

const readers: Record<CustomAttribute['type'], (said: string) => Value | undefined> = {
  text: (said) => said,
  list: (said) => said,
  date: (said) => said,
  link,
  number: signed,
  percent: (said) => signed(said.replace(/%$/, '').trim()),
  currency: (said) => readAmount(said) ?? undefined,
  checkbox: (said) => said === 'true',
}

/** An address of the web, also where the beginning was left out. */
function link(said: string) {
  const address = /^[a-z]+:/i.test(said) ? said : `https://${said}`
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : undefined
}

function signed(said: string) {
  const amount = readAmount(said.replace(/^[-−]/, ''))
  return amount == null ? undefined : /^[-−]/.test(said) ? -amount : amount
}

/** A number stays a number and a yes stays a yes, as far as the text still is one. */
export function like(before: Value, text: string): Value | null {
  if (text === '') return null
  if (typeof before === 'number' && Number.isFinite(Number(text))) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
