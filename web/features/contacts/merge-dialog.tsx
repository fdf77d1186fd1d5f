import { useState } from 'react'
import { ArrowUpDown } from '#web/ui/icons.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import type { Person } from './contact-card.tsx'
import { ContactPicker } from './contact-picker.tsx'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MergeSide } from './merge-side.tsx'
import { useContactWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  contact: Person
  duplicate?: Person
  onMerged: (contact_id: string) => void
}

/** Merges two contacts that are the same person. */
export function MergeDialog({ open, onClose, ...props }: Props) {
  const { merge: words } = useContactWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint}>
      <Merge onClose={onClose} {...props} />
    </Dialog>
  )
}

function Merge({ onClose, contact, duplicate: given, onMerged }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { merge: words } = useContactWords()
  const [[kept, removed], choose] = useState<[Person, Person | undefined]>([contact, given])
  const merge = useAct('merge_contacts', {
    silent: true,
    invalidates: ['search_contacts', 'get_contact', 'list_duplicate_contacts'],
    onSuccess: ({ id, name }) => {
      toast.good(words.done(name))
      onMerged(id)
    },
  })
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-2">
          {merge.error && <Notice>{describeError(merge.error)}</Notice>}
          <MergeSide tone="good" title={words.stays} contact={kept} />
          {removed ? (
            <>
              <Button className="justify-self-center" size="sm" onClick={() => choose([removed, kept])}>
                <ArrowUpDown size={14} aria-hidden />
                {words.swap}
              </Button>
              <MergeSide tone="bad" title={words.goes} contact={removed} />
            </>
          ) : (
            <ContactPicker label={words.find} except={kept.id} onPick={(picked) => choose([kept, picked])} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          look="primary"
          disabled={!removed}
          busy={merge.isPending}
          onClick={() => removed && merge.mutate({ contact_id: kept.id, duplicate_contact_id: removed.id })}
        >
          {words.confirm}
        </Button>
      </DialogFooter>
    </>
  )
}
