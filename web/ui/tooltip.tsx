import type { ReactElement, ReactNode } from 'react'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import { Kbd } from './kbd.tsx'

type Props = { text: ReactNode; side?: 'top' | 'right' | 'bottom'; children: ReactElement }

export function Tooltip({ text, side = 'bottom', children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup
            className="flex items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs font-medium text-surface
              transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** What something does, and the key that does it too. */
export const KeyHint = ({ text, hotkey }: { text: ReactNode; hotkey?: string | undefined }) => (
  <>
    {text}
    {hotkey && <Kbd>{hotkey}</Kbd>}
  </>
)
