/**
 * Removes invisible characters (tags, zero-width and direction marks, selectors), which can carry hidden instructions or
 * leak data.
 */
export function stripInvisible(text: string): string {
  return text
    .replace(
      /[\u{E0000}-\u{E0FFF}\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u00AD\u180E\u115F\u1160\u3164\uFFF9-\uFFFB]/gu,
      '',
    )
    .replace(/[^\P{Cc}\n\t]/gu, '')
}

/** Truncates a text without splitting a character. */
export function truncate(text: string, most: number): string {
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
  /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|(?:(?:[\p{L}\d-]{2,63}\.){1,8}\p{L}{2,24}|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?)\/(?=[^\s/]))[^\s<>"'`\]]+/giu
/** A host of three names or more, whose first can carry data as well as a path can. E-mail addresses are not meant. */
const host = /(?<![\p{L}\d@_.-])(?:[\p{L}\d_-]{2,63}\.){2,8}\p{L}{2,24}(?![\p{L}\d@.])/giu

/**
 * Removes images, which readers' clients would fetch, and URLs that do not occur verbatim in the known texts, so that
 * neither can leak data.
 */
export function sanitizeOutput(text: string, known: string): string {
  const plain = stripInvisible(text.toWellFormed())
    .replace(picture, '$1')
    .replace(link, (_, words: string, url: string) =>
      words === url || url === '' ? url || words : `${words} (${url})`,
    )
  const knownHosts = known.toLowerCase()
  return plain
    .replace(address, (found) => {
      const url = found.replace(/[).,;:!?*_]+$/, '')
      return known.includes(url) ? found : found.slice(url.length)
    })
    .replace(host, (found) => (knownHosts.includes(found.toLowerCase()) ? found : ''))
    .replace(/ ?\(\s{0,9}\)/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

const STRETCH = 60
const SHORTEST = 16

/**
 * Whether a text repeats a long part of a secret, comparing letters and digits only; also backwards and in base64.
 */
export function leaksSecret(text: string, secret: string): boolean {
  const hidden = lettersAndDigits(secret)
  if (hidden.length < SHORTEST) return false
  const size = Math.min(STRETCH, hidden.length)
  const stretches = new Set<string>()
  for (let i = 0; i + size <= hidden.length; i++) stretches.add(hidden.slice(i, i + size))
  return decodings(text).some((guise) => {
    const plain = lettersAndDigits(guise)
    for (let i = 0; i + size <= plain.length; i++) if (stretches.has(plain.slice(i, i + size))) return true
    return false
  })
}

function decodings(text: string): string[] {
  const encoded = text.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []
  const decoded = encoded.map((run) => Buffer.from(run, 'base64').toString('utf8'))
  return [text, Array.from(text).reverse().join(''), decoded.join(' ')]
}

function lettersAndDigits(text: string): string {
  return stripInvisible(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
}
