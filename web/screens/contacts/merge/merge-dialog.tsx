import { useState } from 'react'
import { ArrowUpDown } from 'lucide-react'
import { explain, useWords } from '#web/i18n.ts'
import type { Person } from '#web/parts/contact-card.tsx'
import { ContactPicker } from '#web/parts/contact-picker.tsx'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Side } from './side.tsx'

type Props = {
  open: boolean
  onClose: () => void
  contact: Person
  duplicate?: Person
  onMerged: (contact_id: string) => void
}

/** Two contacts that are one person: which stays, which goes. */
export function MergeDialog({ open, onClose, ...props }: Props) {
  const { contacts: words, common } = useWords()
  const { merge } = words
  return (
    <Dialog open={open} onClose={onClose} title={merge.title} description={merge.hint} closeLabel={common.close}>
      <Merge onClose={onClose} {...props} />
    </Dialog>
  )
}

function Merge({ onClose, contact, duplicate: given, onMerged }: Omit<Props, 'open'>) {
  const { contacts: words, common } = useWords()
  const [[kept, gone], choose] = useState<[Person, Person | undefined]>([contact, given])
  const merge = useAct('merge_contacts', {
    quiet: true,
    refreshes: ['search_contacts', 'get_contact', 'list_duplicate_contacts'],
    onSuccess: ({ id, name }) => {
      toast.good(words.merge.done(name))
      onMerged(id)
    },
  })
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-2">
          {merge.error && <Notice>{explain(merge.error)}</Notice>}
          <Side tone="good" title={words.merge.stays} contact={kept} />
          {gone ? (
            <>
              <Button className="justify-self-center" size="sm" onClick={() => choose([gone, kept])}>
                <ArrowUpDown size={14} aria-hidden />
                {words.merge.swap}
              </Button>
              <Side tone="bad" title={words.merge.goes} contact={gone} />
            </>
          ) : (
            <ContactPicker label={words.merge.find} except={kept.id} onPick={(picked) => choose([kept, picked])} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          look="primary"
          disabled={!gone}
          busy={merge.isPending}
          onClick={() => gone && merge.mutate({ contact_id: kept.id, duplicate_contact_id: gone.id })}
        >
          {words.merge.confirm}
        </Button>
      </DialogFooter>
    </>
  )
}
