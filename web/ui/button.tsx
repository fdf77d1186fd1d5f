import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type Props = ComponentProps<'button'> & {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  icon?: ReactNode
  /** Shows a spinner, keeps the focus and ignores further clicks. */
  busy?: boolean
  /** Stays in the tab order, so that assistive technology can announce it as disabled. */
  focusableWhenDisabled?: boolean
}

export function Button({ look = 'quiet', size = 'md', icon, busy = false, children, className, ...props }: Props) {
  const { disabled = false, focusableWhenDisabled = false, onClick, ...others } = props
  const isOff = busy || disabled
  const keepsFocus = isOff && (busy || focusableWhenDisabled)
  return (
    <button
      type="button"
      {...others}
      disabled={isOff && !keepsFocus}
      aria-disabled={keepsFocus || undefined}
      aria-busy={busy || undefined}
      data-disabled={isOff || undefined}
      onClick={keepsFocus ? (event: MouseEvent) => event.preventDefault() : onClick}
      className={cx(buttonClass(look, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (look: keyof typeof looks = 'quiet', size: keyof typeof sizes = 'md') =>
  cx(
    'inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 data-disabled:opacity-55 [&_svg]:shrink-0',
    looks[look],
    sizes[size],
  )

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-press active:bg-accent-press',
  danger: 'bg-danger text-on-accent hover:bg-danger-press active:bg-danger-press',
  outline: 'bg-surface text-ink ring-1 ring-line ring-inset hover:bg-hover active:bg-press data-popup-open:bg-hover',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-press data-popup-open:bg-hover data-popup-open:text-ink',
}

const sizes = {
  sm: 'h-7 gap-1.5 rounded-md px-2 text-sm pointer-coarse:h-9',
  md: 'h-8 gap-1.5 rounded-lg px-3 text-sm pointer-coarse:h-10',
  lg: 'h-10 gap-2 rounded-lg px-4 text-base pointer-coarse:h-11',
}
