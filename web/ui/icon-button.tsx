import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { KeyHint, Tooltip } from './tooltip.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'icon'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  /** The keyboard shortcut of the same action. */
  hotkey?: string | undefined
  children?: ReactNode
}

export function IconButton({ label, hotkey, children, size = 'md', className, ...props }: Props) {
  return (
    <Tooltip text={<KeyHint text={label} hotkey={hotkey} />}>
      <Button
        {...props}
        size={size}
        aria-label={label}
        aria-keyshortcuts={hotkey}
        className={cx('px-0!', widths[size], className)}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

const widths = { sm: 'w-7 pointer-coarse:w-9', md: 'w-8 pointer-coarse:w-10', lg: 'w-10 pointer-coarse:w-11' }
