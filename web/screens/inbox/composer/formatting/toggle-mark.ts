import { markSigns, type Mark, type MarkStyle } from '#contract/message-marks.ts'

/** A text and the part of it that is selected; without a selection both places are the cursor's. */
export type Selected = { text: string; from: number; to: number }

/** The signs before and after a marked text. */
type Signs = readonly [open: string, close: string]

/** Puts the signs of a mark around the selection, or removes them. Marks end with their line; code may have several. */
export function toggleMark(selected: Selected, mark: Mark, style: MarkStyle): Selected {
  const { text, from, to } = trim(selected)
  const hasLines = text.slice(from, to).includes('\n')
  const sign = markSigns[style][mark]
  if (mark !== 'code')
    return hasLines ? toggleLines({ text, from, to }, sign) : toggle({ text, from, to }, [sign, sign], style)
  // In Markdown the line of the opening sign is no part of the code.
  const fence: Signs = style === 'markdown' ? ['```\n', '\n```'] : ['```', '```']
  return toggle({ text, from, to }, hasLines ? fence : [sign, sign], style)
}

/** Spaces at the ends of the selection stay outside: signs beside a space mark nothing. */
function trim({ text, from, to }: Selected): Selected {
  const chosen = text.slice(from, to)
  if (chosen.trim() === '') return { text, from: to, to }
  return {
    text,
    from: from + chosen.length - chosen.trimStart().length,
    to: to - chosen.length + chosen.trimEnd().length,
  }
}

function toggle(selected: Selected, [open, close]: Signs, style: MarkStyle): Selected {
  const { text, from, to } = selected
  const others = Object.values(markSigns[style])
  const around = findAround(selected, [open, close], others)
  if (around) return { text: unwrap(text, around, [open, close]), from: from - open.length, to: to - open.length }
  const within = findWithin(selected, [open, close], others)
  if (within) return { text: unwrap(text, within, [open, close]), from, to: to - open.length - close.length }
  if (from === to && isBeforeClosing(selected, open)) return { text, from: to + close.length, to: to + close.length }
  const inner = withoutSign(text.slice(from, to), open)
  return {
    text: text.slice(0, from) + open + inner + close + text.slice(to),
    from: from + open.length,
    to: from + open.length + inner.length,
  }
}

type Range = { from: number; to: number }

/** The marked text around the selection, which other marks may enclose too. */
function findAround({ text, from, to }: Selected, [open, close]: Signs, others: readonly string[]): Range | undefined {
  const isAround = (before: string, after: string) => text.slice(0, from).endsWith(before) && text.startsWith(after, to)
  while (!isAround(open, close)) {
    const other = others.find((each) => isAround(each, each))
    if (!other) return undefined
    from -= other.length
    to += other.length
  }
  return { from, to }
}

/** The marked text that the selection is, with its signs. */
function findWithin({ text, from, to }: Selected, [open, close]: Signs, others: readonly string[]): Range | undefined {
  const isWithin = (before: string, after: string) =>
    to - from > before.length + after.length && text.startsWith(before, from) && text.slice(0, to).endsWith(after)
  while (!isWithin(open, close)) {
    const other = others.find((each) => isWithin(each, each))
    if (!other) return undefined
    from += other.length
    to -= other.length
  }
  const range = { from: from + open.length, to: to - close.length }
  // The signs at the ends may belong to two marked texts.
  return text.slice(range.from, range.to).includes(open) ? undefined : range
}

const unwrap = (text: string, { from, to }: Range, [open, close]: Signs) =>
  text.slice(0, from - open.length) + text.slice(from, to) + text.slice(to + close.length)

/** Whether the cursor stands at the end of a marked text, which the same key then leaves. */
function isBeforeClosing({ text, to }: Selected, sign: string): boolean {
  const line = text.slice(text.slice(0, to).lastIndexOf('\n') + 1, to)
  return text.startsWith(sign, to) && line.split(sign).length % 2 === 0
}

/** Leaves out the signs of parts that are marked already. */
function withoutSign(text: string, sign: string): string {
  const escaped = sign.replaceAll('*', '\\*')
  const marked = `(?<![\\p{L}\\p{N}])${escaped}(?=\\S)([^\\n]*?\\S)${escaped}(?![\\p{L}\\p{N}])`
  return text.replaceAll(new RegExp(marked, 'gu'), '$1')
}

const beforeText = /^\s*(?:[-*] |\d{1,3}\. )?/

/** Marks every line of the selection, after the sign of its list, or none if all are marked. */
function toggleLines({ text, from, to }: Selected, sign: string): Selected {
  const parts = text
    .slice(from, to)
    .split('\n')
    .map((line) => {
      const [start] = beforeText.exec(line)!
      return { start, words: line.slice(start.length).trimEnd() }
    })
  const isMarked = (words: string) => words.length > sign.length * 2 && words.startsWith(sign) && words.endsWith(sign)
  const areAllMarked = parts.every(({ words }) => words === '' || isMarked(words))
  const lines = parts.map(({ start, words }) => {
    if (words === '') return start
    if (areAllMarked) return start + words.slice(sign.length, -sign.length)
    return start + sign + withoutSign(words, sign) + sign
  })
  const next = lines.join('\n')
  return { text: text.slice(0, from) + next + text.slice(to), from, to: from + next.length }
}
