export type Piece = { text: string; href?: string }

/** A text in pieces: plain ones, and addresses that can be opened. Only web addresses count; everything else stays text. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`]+/gi)) {
    const address = withoutTail(match[0])
    if (!isWebAddress(address)) continue
    found.push({ text: text.slice(from, match.index) }, { text: address, href: address })
    from = match.index + address.length
  }
  found.push({ text: text.slice(from) })
  return found.filter((piece) => piece.text !== '')
}

/** A sentence's punctuation is not part of the address, nor is a bracket that was opened before it. */
function withoutTail(address: string): string {
  const shorter = address.replace(/[.,;:!?¡¿*_~…]+$/, '')
  const closed = /[)\]}]$/.test(shorter) && !/[([{]/.test(shorter) ? shorter.slice(0, -1) : shorter
  return closed === address ? address : withoutTail(closed)
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)
}
