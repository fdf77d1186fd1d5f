import { getDocumentProxy } from 'unpdf'

const MOST_PAGES = 2_000

/** A line of a page: text, font size and position. */
type Line = { text: string; size: number; top: number; page: number }

/** The text of a PDF as Markdown. A PDF only has positioned letters, so lines in a larger font are headings. */
export async function readPdf(bytes: Uint8Array, most: number): Promise<{ text: string; title: string | null }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    useSystemFonts: false,
    verbosity: 0,
  })
  const lines: Line[] = []
  let length = 0
  for (let page = 1; page <= Math.min(pdf.numPages, MOST_PAGES); page++) {
    for (const line of await readLines(await pdf.getPage(page), page)) {
      lines.push(line)
      length += line.text.length
    }
    if (length > most) throw Object.assign(new Error('too long'), { code: 'too_long' })
  }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { Title: title } = info as { Title?: unknown }
  return { text: toMarkdown(lines), title: typeof title === 'string' ? title : null }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type Item = { str?: string; transform?: number[]; height?: number; hasEOL?: boolean }

/** Joins text at the same height into lines. */
async function readLines(page: Page, number: number): Promise<Line[]> {
  const { items } = await page.getTextContent()
  const lines: Line[] = []
  let open: Line | undefined
  for (const { str = '', transform, height = 0, hasEOL } of items as Item[]) {
    const top = transform?.[5] ?? 0
    if (open && Math.abs(open.top - top) > Math.max(2, open.size / 2) && str.trim() !== '') open = undefined
    if (!open && str.trim() !== '') lines.push((open = { text: '', size: height, top, page: number }))
    if (open) {
      open.text += str
      open.size = Math.max(open.size, height)
    }
    if (hasEOL) open = undefined
  }
  page.cleanup()
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
}

const HEADING = 1.15
const LONGEST_HEADING = 150

/** Joins lines into paragraphs and rejoins hyphenated words. */
function toMarkdown(lines: readonly Line[]): string {
  const usual = usualSize(lines)
  const sizes = [...new Set(lines.filter((line) => isLarge(line, usual)).map(({ size }) => Math.round(size)))].sort(
    (a, b) => b - a,
  )
  const blocks: string[] = []
  let [before, wasHeading]: [Line | undefined, boolean] = [undefined, false]
  for (const line of lines) {
    const isHeading = isLarge(line, usual)
    const level = Math.min(6, sizes.indexOf(Math.round(line.size)) + 1)
    const goesOn = before && wasHeading === isHeading && follows(before, line)
    if (goesOn) blocks[blocks.length - 1] = joinText(blocks.at(-1)!, line.text)
    else blocks.push(isHeading ? `${'#'.repeat(level)} ${line.text}` : line.text)
    ;[before, wasHeading] = [line, isHeading]
  }
  return blocks.join('\n\n')
}

function isLarge({ text, size }: Line, usual: number): boolean {
  return size > usual * HEADING && text.length <= LONGEST_HEADING && /\p{L}/u.test(text)
}

/** The most frequent font size. */
function usualSize(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (const { size, text } of lines)
    counts.set(Math.round(size * 2) / 2, (counts.get(Math.round(size * 2) / 2) ?? 0) + text.length)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as [number, number])[0]
}

/** Whether a line continues the paragraph: same size, right below. */
function follows(before: Line, { page, size, top }: Line): boolean {
  const gap = before.top - top
  return before.page === page && Math.abs(before.size - size) < 0.5 + size / 10 && gap > 0 && gap < size * 1.7
}

function joinText(text: string, next: string): string {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`
}
