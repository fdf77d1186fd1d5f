export type Segment = { text: string; href?: string }

/** Splits a text into plain pieces and links. Only http and https addresses become links. */
export function splitLinks(text: string): Segment[] {
  const pieces: Segment[] = []
  let from = 0
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`]+/gi)) {
    const address = trimPunctuation(match[0])
    if (!isWebAddress(address)) continue
    pieces.push({ text: text.slice(from, match.index) }, { text: address, href: address })
    from = match.index + address.length
  }
  pieces.push({ text: text.slice(from) })
  return pieces.filter((piece) => piece.text !== '')
}

/** Drops the sentence's punctuation and a closing bracket that was opened before the address. */
function trimPunctuation(address: string): string {
  const shorter = address.replace(/[.,;:!?¡¿*_~…]+$/, '')
  const trimmed = /[)\]}]$/.test(shorter) && !/[([{]/.test(shorter) ? shorter.slice(0, -1) : shorter
  return trimmed === address ? address : trimPunctuation(trimmed)
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)
}
