import { useMemo } from 'react'
import { generate } from 'lean-qr'

/** A QR code, always dark on light, which every camera reads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-xl ring-1 ring-line"
    >
      <rect x="-4" y="-4" width={size + 8} height={size + 8} fill="#fff" />
      <path d={path} fill="#16161d" />
    </svg>
  )
}

/** One square per dark module. */
function draw(text: string) {
  const code = generate(text)
  const cells = Array.from({ length: code.size ** 2 }, (_, at) => [at % code.size, Math.floor(at / code.size)] as const)
  const dark = cells.filter(([x, y]) => code.get(x, y))
  return { size: code.size, path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('') }
}
