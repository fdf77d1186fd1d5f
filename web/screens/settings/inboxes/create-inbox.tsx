import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { ProviderChannel } from '#contract/channels.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { isProviderChannel, providerChannels } from './connection/credential-fields.ts'
import { useInboxWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export function CreateInbox({ open, onClose }: Props) {
  const words = useInboxWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.create}>
      <Form onClose={onClose} />
    </Dialog>
  )
}

type Creatable = 'web_widget' | 'api'

function Form({ onClose }: { onClose: () => void }) {
  const { creating: words, channels } = useInboxWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const [channel, setChannel] = useState<Creatable | ProviderChannel>('web_widget')
  const { user } = useSession()
  const [members, setMembers] = useState([user.id])
  const { save, errors, problem, isPending } = useCreate()
  const isProvider = isProviderChannel(channel)
  const offered = ['web_widget', ...providerChannels, 'api'] as const
  const choices = Object.fromEntries(
    offered.map((each) => [each, { label: channels[each], hint: words.hints[each] }]),
  ) as Record<Creatable | ProviderChannel, { label: string; hint: string }>
  const submit = ({ name = '' }: Record<string, string>) =>
    isProvider
      ? void navigate({ to: '/app/$account_id/settings/inboxes/connect', params: { account_id }, search: { channel } })
      : save({ name, channel, members })
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={isProvider ? words.next : words.submit}
      busy={isPending}
      problem={problem}
    >
      <RadioCards label={words.channel} value={channel} beside choices={choices} onChange={setChannel} />
      {!isProvider && (
        <>
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
        </>
      )}
    </DialogForm>
  )
}

/** Creates the channel and opens its settings. */
function useCreate() {
  const { creating: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useSave('create_inbox', {
    invalidates: ['list_inboxes'],
    message: ({ name }) => words.done(name),
    onSaved: ({ id: inbox_id, channel }) =>
      void navigate({
        to: '/app/$account_id/settings/inboxes/$inbox_id',
        params: { account_id, inbox_id },
        search: { tab: channel === 'api' ? 'api' : 'widget' },
      }),
  })
}
