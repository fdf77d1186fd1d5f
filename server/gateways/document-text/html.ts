import { Parser } from 'htmlparser2'

/** Elements that are not content. */
const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'nav',
  'footer',
  'aside',
  'iframe',
  'select',
  'textarea',
  'object',
  'canvas',
  'math',
])
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'ul',
  'ol',
  'li',
  'table',
  'tr',
  'blockquote',
  'pre',
  'dl',
  'dt',
  'dd',
  'figure',
  'figcaption',
  'details',
  'summary',
  'form',
  'fieldset',
  'hr',
  'address',
  'body',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
/** Titles of collapsible sections; a button inside one is the title itself. */
const TITLES = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt'])
const MAIN = new Set(['main', 'article'])

/** Deeper nesting is not meant for readers. */
export const DEEPEST = 5_000

type Block = { text: string; main: boolean }

/** The text of a page as Markdown: headings, paragraphs, lists, table rows. Only its main part, if it marks one. */
export function readHtml(html: string): { text: string; title: string | null } {
  const blocks: Block[] = []
  let [title, inTitle] = ['', false]
  let [skipped, main, pre] = [0, 0, 0]
  let [mark, line, depth, over] = ['', '', 0, 0]
  const isSkipped = (name: string) => SKIPPED.has(name) || (name === 'button' && over === 0)
  const flush = () => {
    const text = (pre > 0 ? line : line.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n')).trim()
    if (text !== '') blocks.push({ text: mark + text, main: main > 0 })
    ;[mark, line] = ['', '']
  }
  const parser = new Parser(
    {
      onopentag(name) {
        if (++depth > DEEPEST) throw new RangeError('too deep')
        if (TITLES.has(name)) over++
        if (isSkipped(name)) skipped++
        if (name === 'title' && skipped === 0) inTitle = true
        if (skipped > 0) return
        if (BLOCKS.has(name)) flush()
        if (MAIN.has(name)) main++
        if (name === 'pre') pre++
        if (name === 'br') line += '\n'
        if ((name === 'td' || name === 'th') && line.trim() !== '') line += ' | '
        if (name === 'li') mark = '- '
        const level = /^h([1-6])$/.exec(name)?.[1]
        if (level) mark = `${'#'.repeat(Number(level))} `
      },
      ontext(text) {
        if (inTitle) title += text
        else if (skipped === 0) line += pre > 0 ? text : text.replace(/\s+/g, ' ')
      },
      onclosetag(name) {
        depth--
        if (name === 'title') inTitle = false
        if (skipped === 0 && BLOCKS.has(name)) flush()
        if (isSkipped(name)) skipped = Math.max(0, skipped - 1)
        if (TITLES.has(name)) over--
        if (skipped > 0) return
        if (MAIN.has(name)) main = Math.max(0, main - 1)
        if (name === 'pre') pre = Math.max(0, pre - 1)
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  flush()
  return { text: toMarkdown(mainOf(blocks)), title: title.replace(/\s+/g, ' ').trim() || null }
}

/** The main part, if it holds most of the text. */
function mainOf(blocks: readonly Block[]): readonly Block[] {
  const main = blocks.filter((block) => block.main)
  const size = (some: readonly Block[]) => some.reduce((sum, { text }) => sum + text.length, 0)
  return size(main) * 2 > size(blocks) ? main : blocks
}

/** List items are adjacent; other blocks are separated by a blank line. */
function toMarkdown(blocks: readonly Block[]): string {
  const isItem = (block: Block | undefined) => block?.text.startsWith('- ') ?? false
  return blocks
    .map((block, i) => (i === 0 ? '' : isItem(block) && isItem(blocks[i - 1]) ? '\n' : '\n\n') + block.text)
    .join('')
}

/** Decodes bytes with the encoding of the page. */
export function decode(bytes: Uint8Array, content_type: string): string {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const named =
    wideOf(bytes) ??
    /charset\s*=\s*["']?([\w-]+)/i.exec(content_type)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  for (const label of [named, 'utf-8', 'windows-1252']) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes)
    } catch {
      // Wrong encoding; the last one accepts anything.
    }
  }
  return new TextDecoder().decode(bytes)
}

/** UTF-16, detected by its byte order mark. */
export function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}
