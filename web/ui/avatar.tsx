import { type CSSProperties, useState } from 'react'
import { cx } from './cx.ts'
import './avatar.css'

type Props = {
  name: string
  /** Address of the picture, if there is one. */
  src?: string | null | undefined
  size?: keyof typeof sizes
}

/** A person's picture, or their initials on a colour derived from the name. */
export function Avatar({ name, src, size = 'md' }: Props) {
  const [failed, setFailed] = useState<string>()
  const style = { '--hue': hue(name) } as CSSProperties
  return (
    <span
      aria-hidden
      data-initials={initials(name)}
      style={style}
      className={cx(
        'avatar relative grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold select-none',
        sizes[size],
      )}
    >
      {src && src !== failed && (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}

function initials(name: string) {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return (
    [first, rest.at(-1) ?? '']
      .map((word) => Array.from(word)[0] ?? '')
      .join('')
      .toUpperCase() || '?'
  )
}

function hue(name: string) {
  const sum = Array.from(name).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 360, 7)
  return Math.round(sum / 30) * 30
}

const sizes = { xs: 'size-5 text-[0.5625rem]', sm: 'size-7 text-2xs', md: 'size-8 text-xs', lg: 'size-14 text-lg' }
