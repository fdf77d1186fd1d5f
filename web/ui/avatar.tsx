import type { CSSProperties } from 'react'
import { cx } from './cx.ts'
import './avatar.css'

/** A person without a picture: initials, on a colour that is always the same for the same name. */
export function Avatar({ name, size = 'md' }: { name: string; size?: keyof typeof sizes }) {
  const style = { '--hue': hue(name) } as CSSProperties
  return (
    <span
      aria-hidden
      data-initials={initials(name)}
      style={style}
      className={cx('avatar grid shrink-0 place-items-center rounded-full font-semibold select-none', sizes[size])}
    />
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
