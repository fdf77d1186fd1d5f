import { isCurrency } from '#contract/currency.ts'

/** The amount in a cell such as `$ 450.000.000` or `1,250.50 USD`; undefined if it is none, or ambiguous. */
export function readAmount(cell: string): number | undefined {
  const { before, number, after } = splitNumber(cell.trim())
  return isMoney(before) && isMoney(after) ? toNumber(number) : undefined
}

/** A number with the text before and after it. */
export function splitNumber(text: string): { before: string; number: string; after: string } {
  const [, before = '', number = '', after = ''] = /^([^\d-]*)(-?\d(?:[\d.,\s]*\d)?)(\D*)$/.exec(text) ?? []
  return { before, number, after }
}

/** A number as people write it: a separator before the last three digits separates thousands. */
export function toNumber(number: string): number | undefined {
  const mark = thousands.exec(number)?.groups?.mark
  if (!mark && !/^-?\d+([.,]\d+)?$/.test(number)) return undefined
  return Number((mark ? number.replaceAll(mark, '') : number).replace(',', '.'))
}

/** Thousands separated by one mark, decimals by another. */
const thousands = /^-?[1-9]\d{0,2}(?<mark>[.,\s])\d{3}(?:\k<mark>\d{3})*(?:(?!\k<mark>)[.,]\d+)?$/

/** Whether the text is empty, or the sign, code or name of a currency. */
export function isMoney(text: string): boolean {
  const plain = text.replace(/[\s$€£]/g, '').toUpperCase()
  return ['', 'US', 'PESOS'].includes(plain) || isCurrency(plain)
}
