/** Parses an amount as people type it: `1.250.000`, `1,250,000.50`, `$ 350000`. Null if empty, undefined if not a number. */
export function readAmount(text: string): number | null | undefined {
  const bare = text.replace(/[\s\p{Sc}]/gu, '')
  if (!bare) return null
  if (!/^\d[\d.,]*$/.test(bare)) return undefined
  const point = decimalPoint(bare)
  const digits = bare.replace(/[.,]/g, (_mark, at: number) => (at === point ? '.' : ''))
  return Number(digits)
}

/** The index of the decimal mark: the last one, unless it repeats or precedes a group of three digits. */
function decimalPoint(text: string) {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return -1
  const mark = text[last]!
  const isMixed = text.includes('.') && text.includes(',')
  if (text.indexOf(mark) !== last) return -1
  return isMixed || text.length - last - 1 !== 3 ? last : -1
}
