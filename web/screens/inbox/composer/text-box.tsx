import type { ComponentProps, Ref } from 'react'
import { cx } from '#web/ui/cx.ts'
import { splitAtVariables } from './variables.ts'

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'className' | 'ref'> & {
  value: string
  ref: Ref<HTMLTextAreaElement>
}

/**
 * A field that grows with its text. A copy of the text behind it gives the height and highlights variables that are not
 * filled in yet.
 */
export function TextBox({ value, ref, ...area }: Props) {
  return (
    <div className="max-h-[min(40dvh,20rem)] min-h-11 sm:min-h-16 overflow-y-auto overscroll-contain">
      <div className="grid">
        <div aria-hidden className={cx(textClass, 'pointer-events-none text-transparent')}>
          {splitAtVariables(value).map((piece, index) =>
            index % 2 === 1 ? (
              <mark key={index} className="rounded bg-warn-soft text-transparent ring-1 ring-warn-text/40">
                {piece}
              </mark>
            ) : (
              piece
            ),
          )}
          {/* Counts a line that has just started. */}
          {'\u200b'}
        </div>
        <textarea
          {...area}
          ref={ref}
          rows={1}
          value={value}
          className={cx(textClass, 'resize-none overflow-hidden bg-transparent outline-none')}
        />
      </div>
    </div>
  )
}

const textClass = cx(
  'col-start-1 row-start-1 min-h-11 w-full sm:min-h-16 px-3 py-2 text-base wrap-anywhere whitespace-pre-wrap pointer-coarse:text-[1rem]',
)
