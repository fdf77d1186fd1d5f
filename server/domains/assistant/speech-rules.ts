/**
 * Text without what the eye does not see: tags, zero-width and direction marks, and selectors can carry instructions, or
 * data out of the house.
 */
export function visible(text: string): string {
  return text
    .replace(
      /[\u{E0000}-\u{E0FFF}\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u00AD\u180E\u115F\u1160\u3164\uFFF9-\uFFFB]/gu,
      '',
    )
    .replace(/[^\P{Cc}\n\t]/gu, '')
}

/** A text of at most so many characters, never cut within one. */
export function shortened(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}

const picture = /!\[([^\]]{0,300})\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])/g
const link = /\[([^\][]{0,300})\]\(\s{0,9}<?([^)\s>]{0,2000})>?(?:\s[^)]{0,300})?\)/g
const address =
  /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|(?:[\p{L}\d-]{2,63}\.){1,8}\p{L}{2,24}\/(?=[^\s/]))[^\s<>"'`\]]+/giu

/**
 * What may be said: no pictures, which would be fetched by whoever reads it, and only addresses that stand in what is
 * known, letter by letter, so that none can be made to carry something out.
 */
export function presentable(text: string, known: string): string {
  const plain = visible(text.toWellFormed())
    .replace(picture, '$1')
    .replace(link, (_, words: string, url: string) =>
      words === url || url === '' ? url || words : `${words} (${url})`,
    )
  return plain
    .replace(address, (found) => {
      const url = found.replace(/[).,;:!?*_]+$/, '')
      return known.includes(url) ? found : found.slice(url.length)
    })
    .replace(/ ?\(\s{0,9}\)/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

const STRETCH = 60
const SHORTEST = 16

/**
 * Whether a text repeats a long stretch of what is secret: by its letters and digits alone, so that no spaces, marks or
 * capitals hide it; also backwards, and in base64.
 */
export function repeats(text: string, secret: string): boolean {
  const hidden = letters(secret)
  if (hidden.length < SHORTEST) return false
  const size = Math.min(STRETCH, hidden.length)
  const stretches = new Set<string>()
  for (let i = 0; i + size <= hidden.length; i++) stretches.add(hidden.slice(i, i + size))
  return guises(text).some((guise) => {
    const said = letters(guise)
    for (let i = 0; i + size <= said.length; i++) if (stretches.has(said.slice(i, i + size))) return true
    return false
  })
}

function guises(text: string): string[] {
  const encoded = text.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []
  const decoded = encoded.map((run) => Buffer.from(run, 'base64').toString('utf8'))
  return [text, Array.from(text).reverse().join(''), decoded.join(' ')]
}

function letters(text: string): string {
  return visible(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
}
