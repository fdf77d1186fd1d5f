import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Profile } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'

type Whom = Pick<Profile, 'id' | 'name'> & Partial<Pick<Profile, 'channel_identities'>>
type Props = { open: boolean; onClose: () => void; contact: Whom }

/** The first word to a contact, by a channel they can be reached in. */
export function StartConversation({ open, onClose, contact }: Props) {
  const { common } = useWords()
  const { start: words } = useContactWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title(contact.name)} closeLabel={common.close}>
      <Form contact={contact} onClose={onClose} />
    </Dialog>
  )
}

function Form({ contact, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { start: words } = useContactWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const inboxes = useRead('list_inboxes', {}).data?.items
  const [picked, pick] = useState<string>()
  const [content, setContent] = useState('')
  // Where they are known already is where they will most likely read it.
  const known = contact.channel_identities?.[0]?.inbox.id
  const inbox_id = picked ?? known ?? inboxes?.[0]?.id ?? ''
  const start = useAct('create_conversation', {
    quiet: true,
    refreshes: ['get_contact', 'get_contact_timeline'],
    onSuccess: ({ id: conversation_id }) => {
      onClose()
      void navigate({ to: '/app/$account_id/conversations/$conversation_id', params: { account_id, conversation_id } })
    },
  })
  const errors = fieldErrors(start.error)
  const send = () => start.mutate({ contact_id: contact.id, inbox_id, message: { content: content.trim() } })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {start.error && !errors['content'] && <Notice>{explain(start.error)}</Notice>}
          {inboxes?.length === 0 && <Notice tone="plain">{words.none}</Notice>}
          <SelectField
            label={words.inbox}
            value={inbox_id}
            choices={Object.fromEntries((inboxes ?? []).map(({ id, name }) => [id, name]))}
            onChange={pick}
            placeholder={words.choose}
          />
          <TextArea
            autoFocus
            rows={5}
            label={words.message}
            value={content}
            onChange={(event) => setContent(event.target.value)}
            error={errors['content']}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" disabled={!inbox_id || !content.trim()} busy={start.isPending}>
          {words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
