import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyHint, Tooltip } from '#web/ui/tooltip.tsx'

type Props = ComponentProps<typeof Button> & {
  /** The property and what pressing does; read aloud and shown as a tooltip. */
  label: string
  hotkey: string
  icon: ReactNode
  /** The current value; without one only the icon is shown. */
  children?: ReactNode
}

/** A property of the conversation that opens a picker. */
export const FactButton = ({ label, hotkey, children, ...props }: Props) => (
  <Tooltip text={<KeyHint text={label} hotkey={hotkey} />}>
    <Button
      {...props}
      size="sm"
      aria-label={label}
      aria-keyshortcuts={hotkey}
      className={cx('max-w-44 px-1.5! font-normal!', children ? 'min-w-12 shrink!' : 'text-ink-3!')}
    >
      {children && <span className="min-w-0 truncate">{children}</span>}
    </Button>
  </Tooltip>
)
