import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Channel } from '#contract/channels.ts'
import type { Profile } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { ContactCard, type Person } from '#web/features/contacts/contact-card.tsx'
import { ContactPicker } from '#web/features/contacts/contact-picker.tsx'
import { isAddress } from '#web/features/mail/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { MailPart, type NewMail } from './mail-part.tsx'
import { useConversationWords } from './words.ts'

type Recipient = Person & Partial<Pick<Profile, 'channel_identities'>>
type Props = {
  open: boolean
  onClose: () => void
  /** The recipient, if it is known; otherwise one is chosen here. */
  contact?: Recipient
  /** The channel that is chosen first, if there is one. */
  channel?: Channel
}

/** Starts a conversation with a contact. */
export function NewConversation({ open, onClose, contact, channel }: Props) {
  const { create: words } = useConversationWords()
  const title = contact ? words.writeTo(contact.name) : words.open
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(!contact && { description: words.hint })}>
      <Form onClose={onClose} {...(contact && { contact })} {...(channel && { channel })} />
    </Dialog>
  )
}

const noMail: NewMail = { subject: '', cc: [] }

function Form({ onClose, contact, channel }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { create: words } = useConversationWords()
  const [recipient, setRecipient] = useState(contact)
  const [isSubmitted, setSubmitted] = useState(false)
  const [content, setContent] = useState('')
  const [mail, setMail] = useState(noMail)
  const { inboxes, inbox, isMail, pickInbox } = useInbox(recipient, channel)
  const { save, error, errors, isPending } = useCreate(onClose)
  const contentError = errors['message/content'] ?? errors['content']
  const text = content.trim()
  const subject = mail.subject.trim()
  const isSubjectMissing = isMail && text !== '' && subject === ''

  const send = () => {
    setSubmitted(true)
    if (!recipient || isSubjectMissing || !mail.cc.every(isAddress)) return
    const parts = isMail ? { subject, ...(mail.cc.length > 0 && { cc: mail.cc }) } : {}
    save({ contact_id: recipient.id, inbox, ...(text && { message: { content: text, ...parts } }) })
  }
  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={contact ? words.send : words.submit}
      busy={isPending}
      disabled={Boolean(contact) && (!inbox || !text)}
      problem={error && !contentError && !errors['inbox'] && describeError(error, 'inbox')}
    >
      {inboxes?.length === 0 && <Notice tone="plain">{words.noInbox}</Notice>}
      {!contact && (
        <RecipientField recipient={recipient} onChange={setRecipient} isMissing={isSubmitted && !recipient} />
      )}
      <SelectField
        label={words.inbox}
        value={inbox}
        choices={Object.fromEntries((inboxes ?? []).map(({ id, name }) => [id, name]))}
        onChange={pickInbox}
        placeholder={words.chooseInbox}
        error={errors['inbox']}
      />
      {isMail && (
        <MailPart
          mail={mail}
          onChange={setMail}
          subjectError={isSubmitted && isSubjectMissing ? words.noSubject : errors['message/subject']}
        />
      )}
      <TextArea
        autoFocus={Boolean(contact)}
        rows={5}
        label={words.message}
        value={content}
        onChange={(event) => setContent(event.target.value)}
        error={contentError}
        {...(!contact && { optional: common.optional })}
      />
    </DialogForm>
  )
}

/** The channel to write on. One where the contact is known already is the one they most likely read. */
function useInbox(recipient: Recipient | undefined, channel: Channel | undefined) {
  const [picked, pickInbox] = useState<string>()
  const inboxes = useRead('list_inboxes', {}).data?.items
  const wanted = channel && inboxes?.find((each) => each.channel === channel)?.id
  const known = recipient?.channel_identities?.[0]?.inbox.id
  const inbox = picked ?? wanted ?? known ?? inboxes?.[0]?.id ?? ''
  return { inboxes, inbox, isMail: inboxes?.find(({ id }) => id === inbox)?.channel === 'email', pickInbox }
}

type RecipientProps = {
  recipient: Recipient | undefined
  onChange: (recipient: Recipient | undefined) => void
  isMissing: boolean
}

function RecipientField({ recipient, onChange, isMissing }: RecipientProps) {
  const { create: words } = useConversationWords()
  const add = useAct('create_contact', { invalidates: ['search_contacts'], onSuccess: onChange })
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{words.contact}</span>
      {recipient ? (
        <div className="rounded-lg px-2.5 py-2 ring-1 ring-line ring-inset">
          <ContactCard
            contact={recipient}
            aside={
              <Button size="sm" onClick={() => onChange(undefined)}>
                {words.change}
              </Button>
            }
          />
        </div>
      ) : (
        <ContactPicker
          label={words.find}
          except=""
          onPick={onChange}
          onAddress={(email) => add.mutate({ name: email, email })}
        />
      )}
      {isMissing && (
        <p role="alert" className="text-xs text-danger-text">
          {words.noContact}
        </p>
      )}
    </div>
  )
}

function useCreate(onClose: () => void) {
  const { create: words } = useConversationWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useSave('create_conversation', {
    invalidates: ['list_conversations', 'count_conversations', 'get_contact', 'get_contact_timeline'],
    message: ({ contact }) => words.done(contact.name),
    onSaved: ({ id: conversation_id }) => {
      onClose()
      void navigate({ to: '/app/$account_id/conversations/$conversation_id', params: { account_id, conversation_id } })
    },
  })
}
