import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AgentBot, NewAgentBot } from '#contract/records/agent-bot.ts'
import { call, type Input } from '#web/app/api.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { useBotWords } from './words.ts'

type Fields = Required<Input<'create_agent_bot'>> & { inbox_ids: string[] }

/** Saves a bot that answers in exactly these inboxes. */
export function useSaveBot(bot: AgentBot | undefined, onSaved: (created: NewAgentBot | undefined) => void) {
  const words = useBotWords()
  const { id } = useAccount()
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (fields: Fields) => save(id, bot, fields),
    onSuccess: ({ name, created }) => {
      onSaved(created)
      toast.good(bot ? words.saved(name) : words.created(name))
    },
    // Inboxes are saved one by one, so some may be saved before a failure.
    onSettled: () => void client.invalidateQueries({ queryKey: readKey(id, 'list_agent_bots') }),
    meta: { silent: true },
  })
  return { save: mutate, error, isPending }
}

async function save(account_id: string, bot: AgentBot | undefined, { inbox_ids, ...fields }: Fields) {
  const created = bot ? undefined : await call(account_id, 'create_agent_bot', fields)
  const saved = created ?? (await call(account_id, 'update_agent_bot', { agent_bot_id: bot!.id, ...fields }))
  const before = bot?.inbox_ids ?? []
  for (const inbox_id of inbox_ids.filter((id) => !before.includes(id)))
    await call(account_id, 'set_inbox_agent_bot', { inbox_id, agent_bot_id: saved.id })
  for (const inbox_id of before.filter((id) => !inbox_ids.includes(id)))
    await call(account_id, 'set_inbox_agent_bot', { inbox_id, agent_bot_id: null })
  return { name: saved.name, created }
}
