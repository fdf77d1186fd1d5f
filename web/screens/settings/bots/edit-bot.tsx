import { useState } from 'react'
import type { AgentBot, NewAgentBot } from '#contract/records/agent-bot.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSaveBot } from './use-save-bot.ts'
import { useBotWords } from './words.ts'

type Props = {
  edited: AgentBot | 'new' | undefined
  bots: readonly AgentBot[]
  onClose: () => void
  onCreated: (created: NewAgentBot) => void
}

export function EditBot({ edited, bots, onClose, onCreated }: Props) {
  const words = useBotWords()
  const onSaved = (created: NewAgentBot | undefined) => {
    onClose()
    if (created) onCreated(created)
  }
  return (
    <EditDialog edited={edited} onClose={onClose} title={(bot) => (bot ? words.editTitle(bot.name) : words.create)}>
      {(bot) => <Form bot={bot} bots={bots} onClose={onClose} onSaved={onSaved} />}
    </EditDialog>
  )
}

type FormProps = {
  bot: AgentBot | undefined
  bots: readonly AgentBot[]
  onClose: () => void
  onSaved: (created: NewAgentBot | undefined) => void
}

function Form({ bot, bots, onClose, onSaved }: FormProps) {
  const { common } = useWords()
  const words = useBotWords()
  const inboxes = useRead('list_inboxes', {}).data?.items ?? []
  const [inbox_ids, setInboxes] = useState(() => bot?.inbox_ids ?? [])
  const { save, error, isPending } = useSaveBot(bot, onSaved)
  const errors = fieldErrors(error)
  const other = (id: string) => bots.find((each) => each.id !== bot?.id && each.inbox_ids.includes(id))
  const choices = inboxes.map(({ id, name }) => {
    const answering = other(id)
    return { id, name: answering ? `${name} (${words.taken(answering.name)})` : name }
  })
  return (
    <DialogForm
      onSubmit={({ name = '', description = '', url = '' }) =>
        save({ name, description: description || null, url: url || null, inbox_ids })
      }
      onCancel={onClose}
      submit={bot ? common.save : words.submit}
      busy={isPending}
      problem={error && !errors['name'] && !errors['url'] && describeError(error)}
    >
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={255}
        defaultValue={bot?.name ?? ''}
        error={errors['name']}
      />
      <TextField
        label={words.description}
        optional={common.optional}
        name="description"
        autoComplete="off"
        defaultValue={bot?.description ?? ''}
      />
      <TextField
        label={words.url}
        optional={common.optional}
        hint={words.urlHint}
        name="url"
        type="url"
        autoComplete="off"
        defaultValue={bot?.url ?? ''}
        error={errors['url']}
      />
      <CheckList label={words.inboxes} value={inbox_ids} choices={choices} onChange={setInboxes} />
    </DialogForm>
  )
}
