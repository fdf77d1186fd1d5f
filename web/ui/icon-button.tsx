import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Tooltip } from './tooltip.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'icon'> & {
  /** What it does: read aloud, and shown when pointed at. */
  label: string
  children?: ReactNode
}

export function IconButton({ label, children, size = 'md', className, ...props }: Props) {
  return (
    <Tooltip text={label}>
      <Button {...props} size={size} aria-label={label} className={cx('px-0!', widths[size], className)}>
        {children}
      </Button>
    </Tooltip>
  )
}

const widths = { sm: 'w-7 pointer-coarse:w-9', md: 'w-8 pointer-coarse:w-10', lg: 'w-10 pointer-coarse:w-11' }
