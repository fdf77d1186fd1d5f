/** How the marks of formatting are written in the texts of a channel. */
export type MarkStyle = 'whatsapp' | 'markdown'
export type Mark = 'bold' | 'italic' | 'strike' | 'code'
type WordMark = Exclude<Mark, 'code'>

/** A piece of text: plain, or marked. Within code nothing is marked. */
export type Piece = string | { mark: 'code'; text: string } | { mark: WordMark; pieces: Piece[] }
export type Block =
  | { kind: 'text'; pieces: Piece[] }
  /** The number of the first item; bullets have 1. */
  | { kind: 'bullets' | 'numbers'; first: number; items: Piece[][] }

export const markSigns: Readonly<Record<MarkStyle, Readonly<Record<Mark, string>>>> = {
  whatsapp: { bold: '*', italic: '_', strike: '~', code: '```' },
  markdown: { bold: '**', italic: '_', strike: '~~', code: '`' },
}

/**
 * Splits a text into paragraphs and lists, and these into plain and marked pieces. The pieces are text, never markup.
 * Signs that mark nothing stay as they are; without a style, all of them do.
 */
export function parseMarks(text: string, style: MarkStyle | null): Block[] {
  if (!style) return [{ kind: 'text', pieces: [text] }]
  const blocks: Block[] = []
  for (const line of text.match(lines) ?? []) addLine(blocks, line, style)
  return blocks
}

/** The text as a person reads it, for previews in one line. */
export function withoutMarks(text: string, style: MarkStyle | null): string {
  if (!style) return text
  const marked = text.match(lines)?.flatMap((line) => parseLine(line, style)) ?? []
  return marked.map(plainText).join('')
}

function plainText(piece: Piece): string {
  if (typeof piece === 'string') return piece
  return piece.mark === 'code' ? piece.text : piece.pieces.map(plainText).join('')
}

/** A line with its end. Code of several lines is one. */
const lines = /(?:```[^]+?```|[^\n])+\n?|\n/g
const listItem = /^(?:[-*] |(\d{1,3})\. )(?=\S)/

function addLine(blocks: Block[], line: string, style: MarkStyle): void {
  const item = listItem.exec(line)
  const last = blocks.at(-1)
  if (!item) {
    const pieces = parseLine(line, style)
    if (last?.kind !== 'text') blocks.push({ kind: 'text', pieces })
    else for (const piece of pieces) add(last.pieces, piece)
    return
  }
  const pieces = parseLine(line.slice(item[0].length).replace(/\n$/, ''), style)
  const kind = item[1] ? 'numbers' : 'bullets'
  const first = Number(item[1] ?? 1)
  const isNext = last?.kind === kind && (kind === 'bullets' || first === last.first + last.items.length)
  if (isNext) last.items.push(pieces)
  else blocks.push({ kind, first, items: [pieces] })
}

/** Code, mentions and web addresses, whose signs mark nothing, and runs of one sign. */
const tokens =
  /```[^]+?```|`[^`\n]+`|\[[^\]\n]{1,300}\]\(mention:[^)\s]*\)|(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<>"]+|\*+|_+|~+/giu
const letter = /[\p{L}\p{N}]/u

type Frame = { sign: string; pieces: Piece[] }

/** A sign opens before a word and closes after one, so that those within words and sums mark nothing. */
function parseLine(line: string, style: MarkStyle): Piece[] {
  const frames: Frame[] = [{ sign: '', pieces: [] }]
  let done = 0
  for (const { index, 0: token } of tokensOf(line)) {
    add(frames.at(-1)!.pieces, line.slice(done, index))
    done = index + token.length
    const before = line[index - 1] ?? ' '
    const after = line[done] ?? ' '
    const mark = markOf(token, style)
    if (token.startsWith('`')) add(frames.at(-1)!.pieces, codeIn(token))
    else if (mark && /\S/.test(before) && !letter.test(after) && canClose(frames, token)) close(frames, token, mark)
    else if (mark && /\S/.test(after) && !letter.test(before) && !frames.some(({ sign }) => sign === token))
      frames.push({ sign: token, pieces: [] })
    else add(frames.at(-1)!.pieces, token)
  }
  add(frames.at(-1)!.pieces, line.slice(done))
  while (frames.length > 1) unopen(frames)
  return frames[0]!.pieces
}

function* tokensOf(line: string): Generator<{ index: number; 0: string }> {
  const search = new RegExp(tokens)
  for (let match = search.exec(line); match; match = search.exec(line)) {
    const token = /^[hw]/i.test(match[0]) ? trimSigns(match[0]) : match[0]
    search.lastIndex = match.index + token.length
    yield { index: match.index, 0: token }
  }
}

/** The signs at the end of an address belong to the text around it. */
function trimSigns(address: string): string {
  let end = address.length
  while (".,;:!?'»”’)*_~`".includes(address[end - 1]!)) end--
  return address.slice(0, end)
}

function markOf(token: string, style: MarkStyle): WordMark | undefined {
  const { bold, italic, strike } = markSigns[style]
  return ({ [bold]: 'bold', [italic]: 'italic', [strike]: 'strike' } as const)[token]
}

function codeIn(token: string): Piece {
  const isFenced = token.startsWith('```')
  const text = isFenced ? token.slice(3, -3).replaceAll(/^\n|\n$/g, '') : token.slice(1, -1)
  return text.trim() ? { mark: 'code', text } : token
}

function canClose(frames: readonly Frame[], sign: string): boolean {
  const at = frames.findLastIndex((frame) => frame.sign === sign)
  return at > 0 && (at < frames.length - 1 || frames[at]!.pieces.length > 0)
}

function close(frames: Frame[], sign: string, mark: WordMark): void {
  while (frames.at(-1)!.sign !== sign) unopen(frames)
  const { pieces } = frames.pop()!
  add(frames.at(-1)!.pieces, { mark, pieces })
}

/** Makes plain text of a sign that was not closed. */
function unopen(frames: Frame[]): void {
  const { sign, pieces } = frames.pop()!
  const around = frames.at(-1)!.pieces
  for (const piece of [sign, ...pieces]) add(around, piece)
}

/** Joins plain texts, so that an address in them is found whole. */
function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (piece === '') return
  if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
  else pieces.push(piece)
}
