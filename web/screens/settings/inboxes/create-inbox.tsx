import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckList } from '#web/ui/check-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useInboxWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export function CreateInbox({ open, onClose }: Props) {
  const { common } = useWords()
  const words = useInboxWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.create} closeLabel={common.close}>
      <Form onClose={onClose} />
    </Dialog>
  )
}

type Creatable = 'web_widget' | 'api'

function Form({ onClose }: { onClose: () => void }) {
  const { common } = useWords()
  const { creating: words, channels } = useInboxWords()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const [channel, setChannel] = useState<Creatable>('web_widget')
  const [members, setMembers] = useState<string[]>([])
  const create = useCreate(channel)
  const errors = fieldErrors(create.error)
  const choice = (kind: Creatable) => ({ label: channels[kind], hint: words.hints[kind] })
  return (
    <form
      noValidate
      onSubmit={submitted(({ name = '' }) => create.mutate({ name, channel, members }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {create.error && !errors['name'] && <Notice>{explain(create.error)}</Notice>}
          <RadioCards
            label={words.channel}
            value={channel}
            choices={{ web_widget: choice('web_widget'), api: choice('api') }}
            onChange={setChannel}
          />
          <Notice tone="plain">
            <span className="block font-medium text-ink">{words.others}</span>
            {words.othersHint}
          </Notice>
          <TextField
            label={words.name}
            hint={words.nameHint}
            name="name"
            autoComplete="off"
            maxLength={255}
            error={errors['name']}
          />
          <CheckList
            label={`${words.members} (${members.length})`}
            value={members}
            choices={agents}
            onChange={setMembers}
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

/** Makes the inbox, and goes where it is finished. */
function useCreate(channel: Creatable) {
  const { creating: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useAct('create_inbox', {
    quiet: true,
    refreshes: ['list_inboxes'],
    onSuccess: ({ id: inbox_id, name }) => {
      toast.good(words.done(name))
      void navigate({
        to: '/app/$account_id/settings/inboxes/$inbox_id',
        params: { account_id, inbox_id },
        search: { tab: channel === 'web_widget' ? 'widget' : 'api' },
      })
    },
  })
}
