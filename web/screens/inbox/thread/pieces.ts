export type Piece = { kind: 'text' | 'link' | 'mention'; text: string; href?: string }

/** `[@Ana](mention://user/12/Ana)`, as other clients write it. */
const mentionLink = /\[@?([^\]]{1,300})\]\(mention:\/\/user\/\d{1,18}(?:\/[^)]{0,300})?\)/
const address = /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+\.[^\s<>"]+/

/**
 * A text cut where something in it can be opened, or where somebody is named. What comes out is text again, never
 * markup, so that nothing a customer writes can become part of the page.
 */
export function piecesOf(text: string, names: readonly string[] = []): Piece[] {
  const parts = names.length > 0 ? [mentionLink, address, named(names)] : [address]
  const pattern = new RegExp(parts.map(({ source }) => source).join('|'), 'giu')
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(pattern)) {
    const piece = read(match[0])
    if (match.index > done) pieces.push({ kind: 'text', text: text.slice(done, match.index) })
    pieces.push(piece)
    done = match.index + (piece.kind === 'link' ? piece.text.length : match[0].length)
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) })
  return pieces
}

function read(found: string): Piece {
  if (found.startsWith('@')) return { kind: 'mention', text: found }
  const linked = mentionLink.exec(found)
  if (linked) return { kind: 'mention', text: `@${linked[1]}` }
  const text = trimmed(found)
  return { kind: 'link', text, href: /^www\./i.test(text) ? `https://${text}` : text }
}

/** A sentence's own punctuation is no part of the address it ends with; a bracket is, where it was opened in it. */
function trimmed(found: string): string {
  const text = found.replace(/[.,;:!?'"»”’*_]+$/u, '')
  const isOpened = text.split('(').length > text.split(')').length - 1
  return text.endsWith(')') && !isOpened ? trimmed(text.slice(0, -1)) : text
}

/** An @ with a known name after it, the longest that fits. */
function named(names: readonly string[]): RegExp {
  const longestFirst = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}._-])@(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}
