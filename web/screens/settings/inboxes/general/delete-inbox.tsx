import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from '#web/ui/icons.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Asks for the channel's name, because all its conversations are deleted too. */
export function DeleteInbox({ inbox }: { inbox: Inbox }) {
  const { general: words } = useInboxWords()
  const [isOpen, open] = useState(false)
  return (
    <>
      <Panel
        title={words.delete}
        hint={words.deleteHint}
        aside={
          <Button
            look="outline"
            icon={<Trash2 size={15} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => open(true)}
          >
            {words.deleteOpen}
          </Button>
        }
      />
      <Dialog open={isOpen} onClose={() => open(false)} title={words.deleteTitle(inbox.name)}>
        <Form inbox={inbox} onClose={() => open(false)} />
      </Dialog>
    </>
  )
}

function Form({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const { general: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const format = useNumbers()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { data } = useRead('count_conversations', { inbox: inbox.id, status: 'all' })
  const remove = useAct('delete_inbox', {
    silent: true,
    invalidates: ['list_inboxes', 'list_canned_responses'],
    onSuccess: () => {
      toast.good(words.deleted(inbox.name))
      void navigate({ to: '/app/$account_id/settings/inboxes', params: { account_id } })
    },
  })
  return (
    <DialogForm
      onSubmit={() => remove.mutate({ inbox_id: inbox.id })}
      onCancel={onClose}
      submit={words.deleteOpen}
      busy={remove.isPending}
      disabled={text.trim() !== inbox.name}
      danger
      problem={remove.error && describeError(remove.error)}
    >
      <p className="text-base text-ink-2">{words.deleteWarning(data ? format(data.all) : '…')}</p>
      <TextField
        label={words.deleteCheck(inbox.name)}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </DialogForm>
  )
}
