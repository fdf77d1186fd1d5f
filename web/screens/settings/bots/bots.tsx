import { useState } from 'react'
import type { AgentBot, NewAgentBot } from '#contract/records/agent-bot.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { BotToken } from './bot-token.tsx'
import { EditBot } from './edit-bot.tsx'
import { useBotWords } from './words.ts'

/** Programs that answer customers first, and the inboxes they answer in. */
export function Bots() {
  const words = useBotWords()
  const { data, error, refetch } = useRead('list_agent_bots', {})
  const [edited, edit] = useState<AgentBot | 'new'>()
  const [deleted, remove] = useState<AgentBot>()
  const [created, show] = useState<NewAgentBot>()
  const create = <CreateButton label={words.create} onCreate={() => edit('new')} />
  return (
    <Section narrow title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : create}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={create}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <ul aria-label={words.list} className="divide-y divide-line rounded-xl bg-surface ring-1 ring-line">
              {items.map((bot) => (
                <Row key={bot.id} bot={bot} onEdit={edit} onDelete={remove} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <EditBot edited={edited} bots={data?.items ?? []} onClose={() => edit(undefined)} onCreated={show} />
      <BotToken created={created} onClose={() => show(undefined)} />
      <DeleteDialog
        record={deleted}
        nameOf={({ name }) => name}
        onClose={() => remove(undefined)}
        operation="delete_agent_bot"
        input={({ id }) => ({ agent_bot_id: id })}
        invalidates={['list_agent_bots']}
        words={words}
      >
        {words.deleteWarning}
      </DeleteDialog>
    </Section>
  )
}

type RowProps = { bot: AgentBot; onEdit: (bot: AgentBot) => void; onDelete: (bot: AgentBot) => void }

function Row({ bot, onEdit, onDelete }: RowProps) {
  const words = useBotWords()
  const { name, description, url, inbox_ids } = bot
  return (
    <li className="relative flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onEdit(bot)}
          className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
        >
          {name}
        </button>
        {description && <div className="line-clamp-2 text-sm text-ink-3">{description}</div>}
        <div className="truncate text-sm text-ink-3">
          {inbox_ids.length > 0 ? words.inboxCount(inbox_ids.length) : words.noInboxes} · {url ?? words.noUrl}
        </div>
      </div>
      <RowMenu name={name} onEdit={() => onEdit(bot)} onDelete={() => onDelete(bot)} />
    </li>
  )
}
