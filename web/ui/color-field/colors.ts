/** Colours that are easy to tell apart and readable on light and dark. */
export const colors = [
  '#3b6fd4',
  '#0f8599',
  '#1f8a5b',
  '#6b8e23',
  '#b8860b',
  '#c2571a',
  '#c0364c',
  '#c2408f',
  '#a23bb0',
  '#6a5acd',
  '#4349bb',
  '#5f6672',
] as const

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Black or white text, whichever has the higher contrast. */
export function inkOn(color: string): '#000' | '#fff' {
  const light = luminance(color)
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000' : '#fff'
}

/** Relative luminance, from 0 to 1 (WCAG 2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
