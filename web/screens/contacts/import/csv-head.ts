/** The beginning of a file: what its columns are called, some rows to look at, and where the heading stands. */
export type Head = {
  delimiter: string
  heading: string[]
  samples: string[][]
  /** How many rows follow the heading, blank ones left out. */
  rows: number
  from: number
  to: number
}

const SAMPLES = 3

export function readHead(csv: string): Head | undefined {
  const delimiter = delimiterOf(csv)
  let head: Head | undefined
  for (const { cells, from, to } of records(csv, delimiter)) {
    if (cells.every((cell) => cell === '')) continue
    if (!head) head = { delimiter, heading: cells, samples: [], rows: 0, from, to }
    else {
      head.rows++
      if (head.samples.length < SAMPLES) head.samples.push(cells)
    }
  }
  return head
}

/** The same file with its columns called otherwise. What has no name is passed over. */
export function renamed(csv: string, { delimiter, from, to }: Head, names: readonly string[]): string {
  const line = names.map((name) => (name === '' ? '' : `"${name.replaceAll('"', '""')}"`)).join(delimiter)
  return csv.slice(0, from) + line + csv.slice(to)
}

/** What parts the cells of the heading; inside quotes it parts nothing. */
function delimiterOf(csv: string): string {
  const line = csv
    .slice(0, 50_000)
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r|\n/)[0]!
  const found = [',', ';', '\t'].map((each) => [each, line.split(each).length] as const)
  return found.toSorted(([, a], [, b]) => b - a)[0]![0]
}

type Record = { cells: string[]; from: number; to: number }

/** Row after row, with where it stands in the text, the end of its line left out. */
function* records(csv: string, delimiter: string): Generator<Record> {
  let at = 0
  while (at < csv.length) {
    const from = at
    const cells: string[] = []
    for (;;) {
      const [cell, next] = readCell(csv, at, delimiter)
      cells.push(cell)
      at = next
      if (csv[at] !== delimiter) break
      at++
    }
    yield { cells, from, to: at }
    at += csv[at] === '\r' && csv[at + 1] === '\n' ? 2 : 1
  }
}

function readCell(csv: string, from: number, delimiter: string): [text: string, to: number] {
  let at = from
  while (csv[at] === ' ') at++
  if (csv[at] !== '"') {
    while (at < csv.length && csv[at] !== delimiter && csv[at] !== '\n' && csv[at] !== '\r') at++
    return [csv.slice(from, at).trim(), at]
  }
  let text = ''
  for (at++; at < csv.length; at++) {
    if (csv[at] !== '"') text += csv[at]
    else if (csv[at + 1] === '"') text += csv[at++]
    else break
  }
  at++
  while (csv[at] === ' ') at++
  return [text.trim(), at]
}
