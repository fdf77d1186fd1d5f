import { useEffect } from 'react'
import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'

export const toasts = Toast.createToastManager()

export type ToasterProps = { closeLabel: string; regionLabel: string; onReady: () => void }

export function Toaster({ closeLabel, regionLabel, onReady }: ToasterProps) {
  useEffect(onReady, [onReady])
  return (
    <Toast.Provider toastManager={toasts}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={regionLabel}
          ref={reserveHeight}
          // Below the page or, beside a conversation, below the list: they make room.
          className="fixed inset-x-0 top-[calc(var(--screen-top)+var(--screen-height)-var(--tab-bar))] z-50 mx-auto
            flex max-w-sm -translate-y-full flex-col items-stretch gap-2 not-empty:p-2 sm:max-lg:left-19
            lg:inset-x-auto lg:top-auto lg:bottom-2 lg:left-20 lg:mx-0 lg:w-84 lg:translate-y-0"
        >
          <Toasts closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Tells the page how much room the toasts take. */
function reserveHeight(viewport: HTMLElement | null) {
  if (!viewport) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--toasts', `${viewport.offsetHeight}px`))
  observer.observe(viewport)
  return () => observer.disconnect()
}

function Toasts({ closeLabel }: { closeLabel: string }) {
  return Toast.useToastManager().toasts.map((each) => (
    <Toast.Root
      key={each.id}
      toast={each}
      data-toast
      className={cx(
        'rounded-xl bg-raised text-ink shadow-raised transition-[opacity,translate] duration-200 ease-out',
        'data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3',
        'data-starting-style:opacity-0',
      )}
    >
      <Toast.Content className="flex items-start gap-2.5 p-3">
        {each.type === 'bad' ? (
          <CircleAlert size={18} aria-hidden className="mt-px shrink-0 text-danger-text" />
        ) : (
          <CircleCheck size={18} aria-hidden className="mt-px shrink-0 text-good-text" />
        )}
        {/* A paragraph, because it is no heading; screen readers announce it. */}
        <Toast.Title render={<p />} className="min-w-0 flex-1 text-sm font-medium wrap-anywhere" />
        <Toast.Action className="-my-0.5 rounded px-1.5 py-0.5 text-sm font-semibold text-accent-text hover:bg-hover" />
        <Toast.Close aria-label={closeLabel} className="-m-1 rounded p-1 text-ink-3 hover:bg-hover hover:text-ink">
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
