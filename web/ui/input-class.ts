import { cx } from './cx.ts'

export const inputClass = cx(
  'w-full min-w-0 rounded-lg bg-surface px-2.5 text-base text-ink ring-1 ring-edge ring-inset',
  'transition-shadow hover:ring-ink-3 pointer-coarse:text-[1rem]',
  'focus:ring-2 focus:ring-focus focus:outline-none data-invalid:not-focus:ring-danger-text',
)
