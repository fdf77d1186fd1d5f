import { Parser } from 'htmlparser2'
import { DEEPEST } from './html.ts'
import { readEntry, readZip } from './zip.ts'

/** The text of a Word document as Markdown: headings by style, lists, table rows. Deleted text is left out. */
export function readDocx(bytes: Uint8Array): { text: string; title: string | null } {
  const zip = readZip(bytes)
  const body = readEntry(zip, readPlace(readEntry(zip, '_rels/.rels') ?? ''))
  if (body === undefined) throw Object.assign(new Error('no document'), { code: 'unsupported' })
  const levels = readLevels(readEntry(zip, 'word/styles.xml') ?? '')
  return { text: readBody(body, levels), title: readTitle(readEntry(zip, 'docProps/core.xml') ?? '') }
}

/** The part with the text; some programs number it. */
function readPlace(relations: string): string {
  let place = 'word/document.xml'
  parse(relations, {
    open: (_, at) => {
      if (at.Type?.endsWith('/officeDocument') && at.Target) place = at.Target.replace(/^\//, '')
    },
  })
  return place
}

/** Heading styles and their levels, by name, which is the same in every language of Word. */
function readLevels(styles: string): Map<string, number> {
  const levels = new Map<string, number>()
  let id = ''
  parse(styles, {
    open: (name, at) => {
      if (name === 'w:style') id = at['w:styleId'] ?? ''
      const level = name === 'w:name' ? /^heading ([1-6])$/i.exec(at['w:val'] ?? '')?.[1] : undefined
      if (level) levels.set(id, Number(level))
      if (name === 'w:name' && /^title$/i.test(at['w:val'] ?? '')) levels.set(id, 1)
    },
  })
  return levels
}

function readBody(body: string, levels: ReadonlyMap<string, number>): string {
  const blocks: string[] = []
  let [line, inText, level, isItem, inTable, again] = ['', false, 0, false, 0, 0]
  const flush = () => {
    const text = line.trim()
    if (text !== '') blocks.push((level > 0 ? `${'#'.repeat(level)} ` : isItem ? '- ' : '') + text)
    line = ''
  }
  parse(body, {
    open: (name, at) => {
      if (name === 'w:p') [level, isItem] = [0, false]
      if (name === 'w:pStyle') level = levels.get(at['w:val'] ?? '') ?? 0
      if (name === 'w:outlineLvl' && Number(at['w:val']) < 6) level = Number(at['w:val']) + 1
      if (name === 'w:numPr') isItem = true
      if (name === 'w:tbl') inTable++
      // Fallback content for old programs repeats the text.
      if (name === 'mc:Fallback') again++
      if (name === 'w:t') inText = again === 0
      if (name === 'w:noBreakHyphen') line += '-'
      if (name === 'w:tab') line += ' '
      if (name === 'w:br' || name === 'w:cr') line += '\n'
    },
    text: (text) => {
      if (inText) line += text
    },
    close: (name) => {
      if (name === 'w:t') inText = false
      if (name === 'mc:Fallback') again--
      if (name === 'w:tc') line += ' | '
      if (name === 'w:tbl') inTable = Math.max(0, inTable - 1)
      if (name === 'w:tr') line = line.replace(/[\s|]+$/, '')
      if (name === 'w:tr' || (name === 'w:p' && inTable === 0)) flush()
      else if (name === 'w:p') line += ' '
    },
  })
  flush()
  return blocks.join('\n\n')
}

function readTitle(properties: string): string | null {
  let [title, inTitle] = ['', false]
  parse(properties, {
    open: (name) => (inTitle = name === 'dc:title'),
    text: (text) => {
      if (inTitle) title += text
    },
    close: () => (inTitle = false),
  })
  return title.trim() || null
}

type Handlers = {
  open(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** Streams through XML; no tree is built and no entity is resolved. */
function parse(xml: string, { open, text = () => {}, close = () => {} }: Handlers): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > DEEPEST) throw new RangeError('too deep')
        open(name, attributes)
      },
      ontext: text,
      onclosetag: (name) => {
        depth--
        close(name)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}
