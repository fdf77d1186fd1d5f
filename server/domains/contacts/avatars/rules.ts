/** Types of pictures, and the largest size. */
export const avatar_types: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
export const MAX_AVATAR_BYTES = 15 * 1024 * 1024

/**
 * The last part of an address without query and fragment, which the address of the stored picture ends in as well:
 * bridges to WhatsApp compare the two to learn whether the picture has changed.
 */
export function pathName(url: string): string {
  const last = url.split(/[?#]/)[0]!.split('/').at(-1)!
  return isPathPart(last) ? last : encodeURIComponent(decoded(last).slice(0, 100)) || 'picture'
}

function isPathPart(text: string): boolean {
  return /^[\w.~!$&'()*+,;=:@%-]{1,200}$/.test(text) && !/^\.+$/.test(text) && decoded(text) !== ''
}

/** The text behind percent-encoding; empty if that is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toWellFormed()
  } catch {
    return ''
  }
}
