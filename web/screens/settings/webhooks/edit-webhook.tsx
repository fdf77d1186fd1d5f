import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '#contract/records/webhook.ts'
import type { Output } from '#web/app/api.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EventsField } from './events-field.tsx'
import { SecretOnce } from './secret-once.tsx'
import { useWebhookWords } from './words.ts'

type Props = { edited: Webhook | 'new' | undefined; onClose: () => void }

/** Creates an endpoint, whose secret is then shown once, or edits one. */
export function EditWebhook({ edited, onClose }: Props) {
  const words = useWebhookWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const [created, show] = useState<Output<'create_webhook'>>()
  const visit = () => {
    show(undefined)
    if (!created) return
    void navigate({
      to: '/app/$account_id/settings/webhooks/$webhook_id',
      params: { account_id, webhook_id: created.id },
    })
  }
  return (
    <>
      <EditDialog wide edited={edited} onClose={onClose} title={(webhook) => (webhook ? words.edit : words.create)}>
        {(webhook) => <Form webhook={webhook} onClose={onClose} onCreated={show} />}
      </EditDialog>
      <SecretOnce secret={created?.secret} onClose={visit} />
    </>
  )
}

type FormProps = {
  onClose: () => void
  onCreated: (created: Output<'create_webhook'>) => void
  webhook: Webhook | undefined
}

function Form({ onClose, onCreated, webhook }: FormProps) {
  const { common } = useWords()
  const words = useWebhookWords()
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['*'])
  const [isShort, complain] = useState(false)
  const invalidates = ['list_webhooks', 'get_webhook'] as const
  const create = useAct('create_webhook', {
    silent: true,
    invalidates,
    onSuccess: (created) => {
      onClose()
      onCreated(created)
    },
  })
  const update = useSave('update_webhook', { invalidates, onSaved: onClose, message: () => words.saved })
  const { error, isPending } = webhook ? update : create
  const errors = fieldErrors(error)
  // Classic endpoints have their own event names, which cannot be chosen here.
  const isPlain = !webhook || webhook.kind === 'standard'
  const send = ({ url = '', description = '' }: Record<string, string>) => {
    complain(isPlain && events.length === 0)
    if (isPlain && events.length === 0) return
    const input = { url: url.trim(), description: description.trim() || null, ...(isPlain && { events }) }
    if (webhook) update.save({ webhook_id: webhook.id, ...input })
    else create.mutate(input)
  }
  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={webhook ? common.save : common.create}
      busy={isPending}
      problem={error && !errors['url'] && describeError(error)}
    >
      <TextField
        label={words.url}
        hint={words.urlHint}
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        autoFocus
        defaultValue={webhook?.url ?? ''}
        error={errors['url'] && words.problems.url}
      />
      <TextField
        label={words.description}
        optional={common.optional}
        name="description"
        autoComplete="off"
        defaultValue={webhook?.description ?? ''}
      />
      {isPlain && <EventsField value={events} onChange={setEvents} />}
      {isShort && events.length === 0 && <Notice>{words.problems.events}</Notice>}
    </DialogForm>
  )
}
