import { useState, type KeyboardEvent, type Ref } from 'react'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { activity_reads } from '#web/features/activities/activity-actions.ts'
import { entityOf, type Deal } from '#web/features/deals/deal.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'

export function WriteNote({ deal, ref }: { deal: Deal; ref: Ref<HTMLTextAreaElement> }) {
  const { notes: words } = useDrawerWords()
  const [text, setText] = useState('')
  const add = useAct('crm_add_note', { invalidates: activity_reads, onSuccess: () => setText('') })
  const send = () => text.trim() && !add.isPending && add.mutate({ ...entityOf(deal), body: text.trim() })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
    // The first Escape leaves the field; the next one closes the drawer.
    if (event.key !== 'Escape') return
    event.stopPropagation()
    ;(event.target as HTMLElement).blur()
  }
  return (
    <div>
      <textarea
        ref={ref}
        aria-label={words.write}
        placeholder={words.write}
        rows={text ? 3 : 2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
        className={cx(inputClass, 'block resize-y py-2')}
      />
      {text.trim() && (
        <div className="mt-2 flex justify-end">
          <Button look="primary" size="sm" busy={add.isPending} onClick={send}>
            {words.add}
            <Kbd onAccent>⌘↵</Kbd>
          </Button>
        </div>
      )}
    </div>
  )
}
