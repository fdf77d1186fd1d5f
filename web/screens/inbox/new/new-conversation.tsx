import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { ContactCard, type Person } from '#web/parts/contact-card.tsx'
import { ContactPicker } from '#web/parts/contact-picker.tsx'
import { useAct, useRead } from '#web/query.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'

type Props = { open: boolean; onClose: () => void; /** Whom to write to, where that is known. */ contact?: Person }

/** Begins a conversation from our side. */
export function NewConversation({ open, onClose, contact }: Props) {
  const { common } = useWords()
  const { create: words } = useInboxWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.open} description={words.hint} closeLabel={common.close}>
      <Form onClose={onClose} {...(contact && { contact })} />
    </Dialog>
  )
}

function Form({ onClose, contact }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { create: words } = useInboxWords()
  const [person, setPerson] = useState(contact)
  const [inbox, setInbox] = useState('')
  const [isTold, tell] = useState(false)
  const inboxes = useRead('list_inboxes', {}).data?.items ?? []
  const chosen = inbox || inboxes[0]?.id || ''
  const create = useCreate(onClose)
  const errors = fieldErrors(create.error)
  const told = errors['message/content'] ?? errors['content'] ?? errors['inbox']

  const send = ({ content = '' }) => {
    tell(true)
    if (!person) return
    const message = content.trim() ? { message: { content } } : {}
    create.mutate({ contact_id: person.id, inbox: chosen, ...message })
  }
  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {create.error && !told && <Notice>{explain(create.error, 'inbox')}</Notice>}
          <div className="grid gap-1.5">
            <span className="text-sm font-medium">{words.contact}</span>
            {person ? (
              <div className="rounded-lg px-2.5 py-2 ring-1 ring-line ring-inset">
                <ContactCard
                  contact={person}
                  aside={
                    <Button size="sm" onClick={() => setPerson(undefined)}>
                      {words.change}
                    </Button>
                  }
                />
              </div>
            ) : (
              <ContactPicker label={words.find} except="" onPick={setPerson} />
            )}
            {isTold && !person && (
              <p role="alert" className="text-xs text-danger-text">
                {words.noContact}
              </p>
            )}
          </div>
          <SelectField
            label={words.inbox}
            value={chosen}
            choices={Object.fromEntries(inboxes.map(({ id, name }) => [id, name]))}
            onChange={setInbox}
            error={errors['inbox']}
          />
          <TextArea
            label={words.message}
            optional={common.optional}
            name="content"
            rows={5}
            error={errors['message/content'] ?? errors['content']}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={create.isPending}>
          {words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}

function useCreate(onClose: () => void) {
  const { create: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useAct('create_conversation', {
    quiet: true,
    refreshes: ['list_conversations', 'count_conversations'],
    onSuccess: ({ id: conversation_id, contact }) => {
      onClose()
      toast.good(words.done(contact.name))
      void navigate({ to: '/app/$account_id/conversations/$conversation_id', params: { account_id, conversation_id } })
    },
  })
}
