import { useState } from 'react'
import { channelCapabilities } from '#contract/channels.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { useAccount } from '#web/app/session.ts'
import { blankOption, type OptionKind, toContent } from '#web/features/message-options/option-content.ts'
import { OptionRows } from '#web/features/message-options/option-rows.tsx'
import { send } from '#web/screens/inbox/composer/outbox.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

type Props = {
  open: boolean
  onClose: () => void
  conversation: Conversation
  /** The text written so far. */
  text: string
  onSent: () => void
}

/** Sends a text with buttons or a list that the customer can choose from, as the channel allows. */
export function SendOptions({ open, onClose, ...props }: Props) {
  const { composer } = useThreadWords()
  return (
    <Dialog open={open} onClose={onClose} title={composer.options.open}>
      <Form onClose={onClose} {...props} />
    </Dialog>
  )
}

function Form({ onClose, conversation, text, onSent }: Omit<Props, 'open'>) {
  const { composer } = useThreadWords()
  const words = composer.options
  const { id: account_id } = useAccount()
  const limits = channelCapabilities[conversation.channel]
  const [kind, setKind] = useState<OptionKind>(limits.buttons > 0 ? 'buttons' : 'list')
  const [content, write] = useState(text)
  const [button, nameButton] = useState('')
  const [options, setOptions] = useState([blankOption, blankOption])
  const [isRefused, refuse] = useState(false)
  const limit = limits[kind]
  const shown = options.slice(0, limit)
  const filled = shown.filter(({ title }) => title.trim() !== '')
  const isComplete = content.trim() !== '' && filled.length > 0 && (kind === 'buttons' || button.trim() !== '')
  const submit = () => {
    if (!isComplete) return refuse(true)
    const message = { account_id, conversation_id: conversation.id, content: content.trim(), private: false, files: [] }
    void send({ ...message, ...toContent(kind, filled, button) })
    onSent()
    onClose()
  }
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submit={composer.send} busy={false}>
      {limits.buttons > 0 && limits.list > 0 && (
        <Segmented
          label={words.kind}
          value={kind}
          choices={{ buttons: words.buttons, list: words.list }}
          onChange={setKind}
        />
      )}
      <TextArea
        label={words.text}
        rows={3}
        maxLength={1024}
        value={content}
        onChange={({ target }) => write(target.value)}
        error={isRefused && content.trim() === '' && words.textMissing}
      />
      {kind === 'list' && (
        <TextField
          label={words.button}
          hint={words.buttonHint}
          maxLength={20}
          value={button}
          onChange={({ target }) => nameButton(target.value)}
          error={isRefused && button.trim() === '' && words.buttonMissing}
        />
      )}
      <OptionRows
        kind={kind}
        options={shown}
        limit={limit}
        onChange={setOptions}
        isMissing={isRefused && filled.length === 0}
      />
    </DialogForm>
  )
}
