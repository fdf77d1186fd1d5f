import { createHash } from 'node:crypto'

/** Draws a property of the demo catalogue. The code determines the drawing, and its first letters the kind of building. */
export function drawHome(code: string): string {
  const seed = createHash('sha256').update(code.toUpperCase()).digest()
  const pick = <T>(at: number, from: readonly T[]): T => from[seed[at]! % from.length]!
  const [sky, haze, hill, wall, roof] = pick(0, palettes)
  const draw = drawings[code.slice(0, 3).toUpperCase()] ?? tower
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400">
<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${haze}"/></linearGradient></defs>
<rect width="640" height="400" fill="url(#s)"/>
<circle cx="${pick(1, [110, 210, 470, 540])}" cy="${pick(2, [70, 95, 120])}" r="34" fill="#fff" opacity=".75"/>
<path d="M0 ${pick(3, [250, 225, 240])} Q160 ${pick(4, [150, 175, 190])} 330 250 T640 ${pick(5, [205, 225, 240])} V400 H0Z" fill="${hill}" opacity=".45"/>
${draw({ wall, roof, pick })}
<rect y="352" width="640" height="48" fill="${hill}"/>
${tree(pick(6, [52, 70, 92]), 40)}${tree(pick(7, [560, 584, 600]), 52)}
</svg>`
}

type Pick = <T>(at: number, from: readonly T[]) => T
type Brush = { wall: string; roof: string; pick: Pick }

const palettes = [
  ['#bfe0f2', '#fdf1e2', '#7fa98b', '#f4ede2', '#c2693f'],
  ['#f6cfae', '#fdeedd', '#8d9c7c', '#fbf7f0', '#8c4a3c'],
  ['#cfe3dd', '#f7f3e8', '#6f9b86', '#efe6d8', '#4f6d7a'],
  ['#d8d5ee', '#fbeef0', '#8592a8', '#f8f3ee', '#6b5b95'],
  ['#b9d4ee', '#eef4fb', '#86a06b', '#ffffff', '#a5573f'],
] as const

const drawings: Record<string, (brush: Brush) => string> = {
  CAS: house,
  CAM: house,
  FIN: house,
  LOT: plot,
  BOD: hall,
  LOC: hall,
}

/** Floors of windows, some of them lit. */
function tower({ wall, roof, pick }: Brush): string {
  const [storeys, columns] = [pick(8, [5, 6, 7, 8]), pick(9, [4, 5, 6])]
  const [width, height] = [columns * 44 + 24, storeys * 34 + 30]
  const [x, y] = [320 - width / 2, 352 - height]
  const windows = Array.from({ length: storeys * columns }, (_, i) => {
    const [left, top] = [x + 22 + (i % columns) * 44, y + 18 + Math.floor(i / columns) * 34]
    return `<rect x="${left}" y="${top}" width="26" height="20" rx="2" fill="${pick(i % 31, ['#ffe7a8', '#9db8c9', '#b7ccd8', '#9db8c9'])}"/>`
  })
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${wall}"/>
<rect x="${x - 6}" y="${y - 10}" width="${width + 12}" height="12" rx="2" fill="${roof}"/>${windows.join('')}
<rect x="306" y="318" width="28" height="34" fill="${roof}"/>`
}

function house({ wall, roof, pick }: Brush): string {
  const width = pick(8, [260, 300, 340])
  const x = 320 - width / 2
  const window = (left: number) =>
    `<rect x="${left}" y="262" width="46" height="40" rx="3" fill="#b7ccd8"/><path d="M${left + 23} 262v40M${left} 282h46" stroke="${wall}" stroke-width="3"/>`
  return `<rect x="${x}" y="236" width="${width}" height="116" fill="${wall}"/>
<path d="M${x - 22} 240 L320 ${pick(9, [150, 165, 178])} L${x + width + 22} 240Z" fill="${roof}"/>
${window(x + 28)}${window(x + width - 74)}<rect x="300" y="284" width="40" height="68" rx="3" fill="${roof}"/>`
}

function hall({ wall, roof }: Brush): string {
  return `<rect x="150" y="226" width="340" height="126" fill="${wall}"/><path d="M138 230 L320 176 L502 230Z" fill="${roof}"/>
<rect x="184" y="262" width="120" height="90" fill="#b7ccd8"/><rect x="336" y="262" width="120" height="90" fill="#9db8c9"/>`
}

function plot({ roof }: Brush): string {
  return `${[190, 260, 400, 462].map((x) => tree(x, 46)).join('')}<rect x="314" y="280" width="8" height="72" fill="#7b5b45"/>
<rect x="276" y="258" width="84" height="42" rx="4" fill="${roof}"/>`
}

const tree = (x: number, size: number): string =>
  `<rect x="${x - 4}" y="${352 - size}" width="8" height="${size}" fill="#7b5b45"/><circle cx="${x}" cy="${345 - size}" r="${size / 1.6}" fill="#5c8f6b"/>`
