import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { Inbox } from '#contract/records/inbox.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useAct, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'

/** So much goes with an inbox that its name must be written before. */
export function DeleteInbox({ inbox }: { inbox: Inbox }) {
  const { common } = useWords()
  const { general: words } = useInboxWords()
  const [isOpen, open] = useState(false)
  return (
    <>
      <Panel
        title={words.delete}
        hint={words.deleteHint}
        aside={
          <Button look="outline" icon={<Trash2 size={15} aria-hidden />} onClick={() => open(true)}>
            {words.deleteOpen}
          </Button>
        }
      />
      <Dialog open={isOpen} onClose={() => open(false)} title={words.deleteTitle(inbox.name)} closeLabel={common.close}>
        <Form inbox={inbox} onClose={() => open(false)} />
      </Dialog>
    </>
  )
}

function Form({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const { common } = useWords()
  const { general: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const format = useNumbers()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { data } = useRead('count_conversations', { inbox: inbox.id, status: 'all' })
  const remove = useAct('delete_inbox', {
    quiet: true,
    refreshes: ['list_inboxes', 'list_canned_responses'],
    onSuccess: () => {
      toast.good(words.deleted(inbox.name))
      void navigate({ to: '/app/$account_id/settings/inboxes', params: { account_id } })
    },
  })
  return (
    <form
      noValidate
      onSubmit={submitted(() => remove.mutate({ inbox_id: inbox.id }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {remove.error && <Notice>{explain(remove.error)}</Notice>}
          <p className="text-base text-ink-2">{words.deleteWarning(data ? format(data.all) : '…')}</p>
          <TextField
            label={words.deleteCheck(inbox.name)}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="danger" type="submit" disabled={text.trim() !== inbox.name} busy={remove.isPending}>
          {words.deleteOpen}
        </Button>
      </DialogFooter>
    </form>
  )
}
