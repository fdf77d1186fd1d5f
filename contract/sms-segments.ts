/** Pieces a text is sent and paid in. */
export type SmsSegments = {
  encoding: 'gsm-7' | 'ucs-2'
  segments: number
  /** Characters as the network counts them. */
  length: number
}

/** The alphabet of GSM 03.38. It has é and ñ, but not á, í, ó and ú. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters of GSM 03.38 that count twice. */
const extended = new Set('\f^{}\\[~]|€')

/** Segments have room for 160 characters of GSM-7 or 70 of UCS-2, a few less if there are several. */
const rooms = { 'gsm-7': { one: 160, each: 153 }, 'ucs-2': { one: 70, each: 67 } }

/** Encoding and number of segments of a text. One character outside GSM-7 changes the encoding of all. */
export function smsSegments(text: string): SmsSegments {
  const characters = Array.from(text)
  const encoding = characters.every((each) => basic.has(each) || extended.has(each)) ? 'gsm-7' : 'ucs-2'
  const sizes = characters.map((each) => (encoding === 'ucs-2' ? each.length : extended.has(each) ? 2 : 1))
  const length = sizes.reduce((sum, size) => sum + size, 0)
  const { one, each } = rooms[encoding]
  return { encoding, length, segments: length <= one ? Math.min(1, length) : countFilled(sizes, each) }
}

/** A character is never divided between two segments. */
function countFilled(sizes: readonly number[], room: number): number {
  let [segments, filled] = [1, 0]
  for (const size of sizes) {
    if (filled + size > room) [segments, filled] = [segments + 1, 0]
    filled += size
  }
  return segments
}
