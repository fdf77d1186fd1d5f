import { cx } from '#web/ui/cx.ts'

export const popupClass = cx(
  'min-w-44 max-w-[min(20rem,var(--available-width))] max-h-(--available-height) overflow-y-auto rounded-xl p-1',
  'bg-raised text-ink shadow-raised outline-none origin-(--transform-origin) transition-[opacity,scale] duration-100',
  'data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0',
)

export const itemClass = cx(
  'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm text-ink select-none outline-none',
  'data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:shrink-0 [&_svg]:text-ink-3 pointer-coarse:min-h-11',
)

export const backdropClass = cx(
  'fixed inset-0 z-30 bg-scrim transition-opacity duration-150',
  'data-ending-style:opacity-0 data-starting-style:opacity-0',
)

export const viewportClass = cx(
  'fixed inset-0 z-30 flex items-end justify-center overflow-hidden pt-10 pb-(--window-end) sm:items-start sm:px-6',
  'sm:pt-[10dvh] sm:pb-[max(--spacing(6),var(--window-end))]',
)

export const windowClass = cx(
  'relative flex max-h-full w-full flex-col overflow-hidden rounded-t-2xl bg-raised shadow-raised',
  'outline-none sm:rounded-2xl',
  'transition-[opacity,translate,scale] duration-200 ease-out data-ending-style:opacity-0',
  'data-starting-style:translate-y-6 data-starting-style:opacity-0',
  'sm:data-starting-style:translate-y-0 sm:data-starting-style:scale-98',
)
