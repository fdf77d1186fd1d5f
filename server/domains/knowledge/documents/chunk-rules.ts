/** A chunk of a document, with its heading path. */
export type Chunk = { heading: string | null; content: string }

const WORDS = 200
const OVERLAP = 40
const CHARACTERS_PER_WORD = 8
const LONGEST_HEADING = 300

/**
 * Splits Markdown into chunks of about 200 words: by headings, then paragraphs, then sentences. A chunk never spans a
 * heading; chunks of one section overlap.
 */
export function cutIntoChunks(markdown: string): Chunk[] {
  const sections = readSections(markdown)
  return sections.flatMap((section, i) => {
    const { heading, paragraphs } = section
    if (paragraphs.length > 0) return pack(paragraphs.flatMap(toUnits)).map((content) => ({ heading, content }))
    // A heading without content or subheadings becomes a chunk itself.
    return heading && !leads(section, sections[i + 1]) ? [{ heading: null, content: heading }] : []
  })
}

function leads({ heading }: Section, next: Section | undefined): boolean {
  return next?.heading?.startsWith(`${heading} › `) ?? false
}

type Section = { heading: string | null; paragraphs: string[] }

function readSections(markdown: string): Section[] {
  const sections: Section[] = [{ heading: null, paragraphs: [] }]
  const path: { level: number; text: string }[] = []
  let lines: string[] = []
  const end = () => {
    const paragraph = lines.join('\n')
    if (paragraph.trim() !== '') sections.at(-1)!.paragraphs.push(paragraph)
    lines = []
  }
  const enter = (level: number, text: string) => {
    end()
    while (path.length > 0 && path.at(-1)!.level >= level) path.pop()
    path.push({ level, text })
    const heading = path.map((each) => each.text).join(' › ')
    sections.push({ heading: heading.slice(0, LONGEST_HEADING), paragraphs: [] })
  }
  let fence: string | undefined
  for (const raw of markdown.split(/\r\n?|\n/)) {
    const line = raw.trimEnd()
    // An opening fence may name a language; the closing one is at least as long and stands alone.
    const [, mark, rest] = /^\s{0,3}(`{3,}(?!.*`)|~{3,})(.*)$/.exec(line) ?? []
    if (mark && (fence === undefined || (mark.startsWith(fence) && rest === ''))) fence = fence ? undefined : mark
    else if (fence) lines.push(line)
    else readLine(line)
  }
  end()
  return sections

  function readLine(line: string): void {
    const [, marks, title] = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? []
    const underlined = lines.length === 1 && /^(=+|-{2,})$/.test(line.trim())
    if (marks && title) enter(marks.length, title)
    else if (underlined) {
      const [text] = lines.splice(0)
      enter(line.trim().startsWith('=') ? 1 : 2, text!.trim())
    } else if (line.trim() === '') end()
    else lines.push(line)
  }
}

/** An indivisible unit, and the gap before it. */
type Unit = { text: string; gap: string }

/** A paragraph, or its sentences if it is too long. */
function toUnits(paragraph: string): Unit[] {
  if (size(paragraph) <= WORDS) return [{ text: paragraph.trim(), gap: '\n\n' }]
  const sentences = paragraph.split(/(?<=[.!?…。！？])\s+|\n+/).filter((text) => text.trim() !== '')
  return sentences.flatMap(cutLong).map((text, i) => ({ text: text.trim(), gap: i === 0 ? '\n\n' : ' ' }))
}

/** Splits an overlong sentence by words, and overlong words by characters. */
function cutLong(sentence: string): string[] {
  if (size(sentence) <= WORDS) return [sentence]
  const most = WORDS * CHARACTERS_PER_WORD
  const words = sentence.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${most}}`, 'gsu')) ?? [])
  const pieces: string[] = []
  for (const word of words) {
    const longer = `${pieces.at(-1) ?? ''} ${word}`
    if (pieces.length > 0 && size(longer) <= WORDS) pieces[pieces.length - 1] = longer
    else pieces.push(word)
  }
  return pieces
}

/** Packs units into chunks. */
function pack(units: readonly Unit[]): string[] {
  const pieces: string[] = []
  let open: Unit[] = []
  let isNew = false
  for (const unit of units) {
    if (open.length > 0 && size(joinUnits([...open, unit])) > WORDS) {
      if (isNew) pieces.push(joinUnits(open))
      const end = { text: ending(joinUnits(open)), gap: '' }
      // The overlap must leave room for new text.
      open = size(end.text) + size(unit.text) <= WORDS + OVERLAP && end.text !== '' ? [end] : []
    }
    open.push(unit)
    isNew = true
  }
  if (isNew) pieces.push(joinUnits(open))
  return pieces
}

function joinUnits(units: readonly Unit[]): string {
  return units.map(({ text, gap }, i) => (i === 0 ? text : gap + text)).join('')
}

/** The last sentences of a chunk, or the last words of its last sentence. */
function ending(piece: string): string {
  const sentences = piece.split(/(?<=[.!?…。！？])\s+|\n+/)
  let end = ''
  for (const sentence of sentences.toReversed()) {
    const longer = `${sentence} ${end}`.trim()
    if (size(longer) > OVERLAP) break
    end = longer
  }
  return (
    end ||
    piece
      .split(/\s+/)
      .slice(-OVERLAP)
      .join(' ')
      .slice(-OVERLAP * CHARACTERS_PER_WORD)
  )
}

/** Length in words; text without spaces is measured by characters. */
function size(text: string): number {
  return Math.max(text.split(/\s+/).filter(Boolean).length, Math.ceil(text.length / CHARACTERS_PER_WORD))
}
