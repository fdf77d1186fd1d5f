/** Black or white, whichever reads better on the colour. One of the two always has a contrast of at least 4.5. */
export function inkOn(color: string): '#000' | '#fff' {
  const light = luminance(color)
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000' : '#fff'
}

/** Relative luminance of a colour such as #0f766e, from 0 to 1 (WCAG 2). */
export function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
