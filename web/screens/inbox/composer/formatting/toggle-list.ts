import type { Selected } from './toggle-mark.ts'

export type ListKind = 'bullets' | 'numbers'

const patterns = { bullets: /^[-*] /, numbers: /^\d{1,3}\. / }
const anyItem = /^(?:[-*] |\d{1,3}\. )/

/** Makes list items of the selected lines, or lines of the items. */
export function toggleList({ text, from, to }: Selected, kind: ListKind): Selected {
  const start = text.slice(0, from).lastIndexOf('\n') + 1
  // A selection that ends with a line does not reach into the next one.
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to
  const end = text.indexOf('\n', last) < 0 ? text.length : text.indexOf('\n', last)
  const lines = text.slice(start, end).split('\n')
  const next = toggleLines(lines, kind).join('\n')
  const result = text.slice(0, start) + next + text.slice(end)
  if (from !== to) return { text: result, from: start, to: start + next.length }
  const cursor = Math.max(start, from + next.length - (end - start))
  return { text: result, from: cursor, to: cursor }
}

function toggleLines(lines: readonly string[], kind: ListKind): string[] {
  const used = lines.filter((line) => line.trim() !== '')
  if (used.length > 0 && used.every((line) => patterns[kind].test(line)))
    return lines.map((line) => line.replace(patterns[kind], ''))
  let number = 0
  return lines.map((line) => {
    if (line.trim() === '' && lines.length > 1) return line
    return `${kind === 'bullets' ? '-' : `${++number}.`} ${line.replace(anyItem, '')}`
  })
}
