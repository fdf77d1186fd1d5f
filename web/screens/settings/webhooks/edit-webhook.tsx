import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '#contract/records/webhook.ts'
import type { Output } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { EventsField } from './events-field.tsx'
import { SecretOnce } from './secret-once.tsx'
import { useWebhookWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; webhook?: Webhook }

/** A new endpoint, whose secret is then shown once; or one that is changed. */
export function EditWebhook({ open, onClose, webhook }: Props) {
  const { common } = useWords()
  const words = useWebhookWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const [made, show] = useState<Output<'create_webhook'>>()
  const visit = () => {
    show(undefined)
    if (!made) return
    void navigate({
      to: '/app/$account_id/settings/webhooks/$webhook_id',
      params: { account_id, webhook_id: made.id },
    })
  }
  return (
    <>
      <Dialog wide open={open} onClose={onClose} title={webhook ? words.edit : words.create} closeLabel={common.close}>
        <Form onClose={onClose} onMade={show} {...(webhook && { webhook })} />
      </Dialog>
      <SecretOnce secret={made?.secret} onClose={visit} />
    </>
  )
}

type FormProps = { onClose: () => void; onMade: (made: Output<'create_webhook'>) => void; webhook?: Webhook }

function Form({ onClose, onMade, webhook }: FormProps) {
  const { common } = useWords()
  const words = useWebhookWords()
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['*'])
  const [isShort, complain] = useState(false)
  const refreshes = ['list_webhooks', 'get_webhook'] as const
  const create = useAct('create_webhook', {
    quiet: true,
    refreshes,
    onSuccess: (made) => {
      onClose()
      onMade(made)
    },
  })
  const update = useAct('update_webhook', {
    quiet: true,
    refreshes,
    onSuccess: () => {
      onClose()
      toast.good(words.saved)
    },
  })
  const { error, isPending } = webhook ? update : create
  const errors = fieldErrors(error)
  // Classic endpoints are told in words of their own, which are not chosen here.
  const isPlain = !webhook || webhook.kind === 'standard'
  const send = ({ url = '', description = '' }: Record<string, string>) => {
    complain(isPlain && events.length === 0)
    if (isPlain && events.length === 0) return
    const input = { url: url.trim(), description: description.trim() || null, ...(isPlain && { events }) }
    if (webhook) update.mutate({ webhook_id: webhook.id, ...input })
    else create.mutate(input)
  }
  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid grid-cols-1 gap-4">
          {error && !errors['url'] && <Notice>{explain(error)}</Notice>}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {webhook ? common.save : words.create}
        </Button>
      </DialogFooter>
    </form>
  )
}
