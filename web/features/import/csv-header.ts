/** The header of a CSV file: column names, sample rows and the position of the header in the text. */
export type CsvHeader = {
  delimiter: string
  columns: string[]
  samples: string[][]
  /** Number of rows below the header, without blank ones. */
  rows: number
  from: number
  to: number
}

const SAMPLES = 3

export function readHeader(csv: string): CsvHeader | undefined {
  const delimiter = detectDelimiter(csv)
  let header: CsvHeader | undefined
  for (const { cells, from, to } of readRecords(csv, delimiter)) {
    if (cells.every((cell) => cell === '')) continue
    if (!header) header = { delimiter, columns: cells, samples: [], rows: 0, from, to }
    else {
      header.rows++
      if (header.samples.length < SAMPLES) header.samples.push(cells)
    }
  }
  return header
}

/** Replaces the column names in a CSV text. Columns with an empty name are ignored by the import. */
export function renameColumns(csv: string, { delimiter, from, to }: CsvHeader, names: readonly string[]): string {
  const line = names.map((name) => (name === '' ? '' : `"${name.replaceAll('"', '""')}"`)).join(delimiter)
  return csv.slice(0, from) + line + csv.slice(to)
}

/** The separator that occurs most often in the header, outside quotes. */
function detectDelimiter(csv: string): string {
  const line = csv
    .slice(0, 50_000)
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r|\n/)[0]!
  const counts = [',', ';', '\t'].map((each) => [each, line.split(each).length] as const)
  return counts.toSorted(([, a], [, b]) => b - a)[0]![0]
}

type CsvRecord = { cells: string[]; from: number; to: number }

/** The rows with their positions in the text, without line ends. */
function* readRecords(csv: string, delimiter: string): Generator<CsvRecord> {
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
