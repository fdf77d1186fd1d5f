import { Popover } from '@base-ui/react/popover'
import { Info } from './icons.ts'
import { popupClass } from '#web/ui/popup/classes.ts'
import { cx } from './cx.ts'

/** An explanation that opens on hover, click, key or touch. */
export const InfoTooltip = ({ label, text }: { label: string; text: string }) => (
  <Popover.Root>
    <Popover.Trigger
      openOnHover
      delay={150}
      aria-label={label}
      className="relative z-10 -m-1.5 inline-grid size-7 shrink-0 place-items-center rounded-full align-middle text-ink-3
        hover:text-ink data-popup-open:text-ink pointer-coarse:size-9 print:hidden"
    >
      <Info size={14} aria-hidden />
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner side="top" sideOffset={4} collisionPadding={8} className="z-50">
        <Popover.Popup className={cx(popupClass, 'w-max px-3! py-2!')}>
          <Popover.Description className="text-sm text-pretty text-ink-2">{text}</Popover.Description>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)
