export type Segment = { kind: 'text' | 'link' | 'mention'; text: string; href?: string }

/** A mention as other clients write it: `[@Ana](mention://user/12/Ana)`. */
const mentionLink = /\[@?([^\]]{1,300})\]\(mention:\/\/user\/\d{1,18}(?:\/[^)]{0,300})?\)/
const address = /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+\.[^\s<>"]+/

/**
 * Splits a text into plain pieces, links and mentions. The pieces are text, never markup, so that nothing a customer
 * writes can become part of the page.
 */
export function parseText(text: string, names: readonly string[] = []): Segment[] {
  const parts = names.length > 0 ? [mentionLink, address, mentionPattern(names)] : [address]
  const pattern = new RegExp(parts.map(({ source }) => source).join('|'), 'giu')
  const pieces: Segment[] = []
  let done = 0
  for (const match of text.matchAll(pattern)) {
    const piece = readMatch(match[0])
    if (match.index > done) pieces.push({ kind: 'text', text: text.slice(done, match.index) })
    pieces.push(piece)
    done = match.index + (piece.kind === 'link' ? piece.text.length : match[0].length)
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) })
  return pieces
}

function readMatch(matched: string): Segment {
  if (matched.startsWith('@')) return { kind: 'mention', text: matched }
  const linked = mentionLink.exec(matched)
  if (linked) return { kind: 'mention', text: `@${linked[1]}` }
  const text = trimPunctuation(matched)
  return { kind: 'link', text, href: /^www\./i.test(text) ? `https://${text}` : text }
}

/** Drops the sentence's punctuation, and a closing bracket unless it was opened within the address. */
function trimPunctuation(address: string): string {
  const text = address.replace(/[.,;:!?'"»”’*_]+$/u, '')
  const isOpened = text.split('(').length > text.split(')').length - 1
  return text.endsWith(')') && !isOpened ? trimPunctuation(text.slice(0, -1)) : text
}

/** Matches an @ followed by a known name, the longest first. */
function mentionPattern(names: readonly string[]): RegExp {
  const longestFirst = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}._-])@(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}
