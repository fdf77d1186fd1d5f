import { useBlocker } from '@tanstack/react-router'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { useSavingWords } from './words.ts'

type Props = {
  isChanged: boolean
  busy: boolean
  onDiscard: () => void
  /** The draft survives switching tabs on the same page. */
  outlivesSheets?: boolean
  /** The button's label, where a page has several forms. */
  label?: string
}

/** The footer of a full-page form: shows unsaved changes and asks before leaving the page. */
export function SaveBar({ isChanged, busy, onDiscard, outlivesSheets = false, label }: Props) {
  const { common } = useWords()
  const words = useSavingWords()
  return (
    <>
      <div
        className={cx(
          '-mt-2 mb-3 flex min-h-14 flex-wrap items-center justify-end gap-2 py-2.5',
          isChanged && 'sticky bottom-2 z-10 rounded-xl bg-raised px-3 shadow-raised',
        )}
      >
        <span role="status" className="mr-auto text-sm text-ink-2">
          {isChanged && words.unsaved}
        </span>
        {isChanged && (
          <Button look="outline" onClick={onDiscard} disabled={busy}>
            {words.discard}
          </Button>
        )}
        <Button look="primary" type="submit" busy={busy} disabled={!isChanged} focusableWhenDisabled>
          {label ?? common.save}
        </Button>
      </div>
      <BeforeLeaving isChanged={isChanged && !busy} outlivesSheets={outlivesSheets} />
    </>
  )
}

function BeforeLeaving({ isChanged, outlivesSheets }: { isChanged: boolean; outlivesSheets: boolean }) {
  const words = useSavingWords()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && !(outlivesSheets && current.pathname === next.pathname),
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <Confirm
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={words.leaveTitle}
      cancel={words.stay}
      confirm={words.leave}
      onConfirm={() => proceed?.()}
    >
      {words.leaveHint}
    </Confirm>
  )
}
