import type { Conversation } from '#contract/records/conversation.ts'
import type { Agent, Team } from '#contract/records/people.ts'
import { showConversation } from '#doors/classic/around.ts'
import { get } from '#doors/classic/conversations.ts'
import { idOf, readBoolean, readId, readMoment, readText } from '#doors/classic/reading.ts'
import type { Asked, Routes } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'
import { reject } from '#kernel/problem.ts'

/** What happens to a conversation: its status, who has it, who looks at it. */
export function openConversationChanges(routes: Routes): void {
  routes('POST', '/conversations/:conversation_id/toggle_status', async (asked) => {
    const { id, status, snoozed_until } = await setStatus(asked)
    const payload = { success: true, conversation_id: Number(id), current_status: status, snoozed_until }
    return { meta: {}, payload }
  })

  routes('POST', '/conversations/:conversation_id/assignments', async (asked) => {
    const { body } = asked
    if (body.assignee_type === 'AgentBot') return reject('not_found', 'There are no agent bots.')
    if (Object.hasOwn(body, 'assignee_id')) return assign(asked)
    return Object.hasOwn(body, 'team_id') ? setTeam(asked) : null
  })

  routes('POST', '/conversations/:conversation_id/toggle_typing_status', async ({ act, params, body }) => {
    const conversation_id = idOf(params.conversation_id)
    const typing = body.typing_status === 'on'
    await act('set_typing', { conversation_id, typing, private: readBoolean(body.is_private) ?? false })
  })

  routes('POST', '/conversations/:conversation_id/update_last_seen', async (asked) => {
    return showConversation(asked, await change(asked, 'mark_conversation_read'))
  })

  routes('POST', '/conversations/:conversation_id/unread', async (asked) => {
    return showConversation(asked, await change(asked, 'mark_conversation_unread'))
  })

  routes('POST', '/conversations/:conversation_id/mute', async (asked) => {
    await setBlocked(asked, true)
    await change(asked, 'resolve_conversation')
  })

  routes('POST', '/conversations/:conversation_id/unmute', (asked) => setBlocked(asked, false))
}

function change({ act, params }: Asked, operation: string, input: object = {}): Promise<Conversation> {
  return act<Conversation>(operation, { conversation_id: idOf(params.conversation_id), ...input })
}

/** The status asked for; without one, what is open is resolved and everything else opened. */
async function setStatus(asked: Asked): Promise<Conversation> {
  const { body } = asked
  const status = readText(body.status) ?? ((await get(asked)).status === 'open' ? 'resolved' : 'open')
  if (status === 'snoozed') {
    return change(asked, 'snooze_conversation', { until: readMoment(body.snoozed_until) ?? null })
  }
  const operation = operations.get(status) ?? reject('invalid_value', `'${status}' is not a valid status`, 'status')
  return change(asked, operation)
}

const operations = new Map([
  ['open', 'reopen_conversation'],
  ['resolved', 'resolve_conversation'],
  ['pending', 'mark_conversation_pending'],
])

/** Whoever is not among the agents is nobody. */
async function assign(asked: Asked) {
  const { act, account, body } = asked
  const id = readId(body.assignee_id)
  const { items } = await act<{ items: Agent[] }>('list_agents')
  const agent = items.find((each) => each.id === id)
  await change(asked, agent ? 'assign_conversation' : 'unassign_conversation', agent ? { agent: agent.id } : {})
  return agent ? classicAgent(account.id, agent) : null
}

/** A team as its bare row. What is not among the teams is none. */
async function setTeam(asked: Asked) {
  const { act, account, body } = asked
  const wanted = readId(body.team_id)
  const { items } = await act<{ items: Team[] }>('list_teams')
  const team = items.find((each) => each.id === wanted)
  await change(asked, 'set_conversation_team', { team: team?.id ?? null })
  if (!team) return null
  const { id, name, description, allow_auto_assign, created_at, updated_at } = team
  return {
    id: Number(id),
    name,
    description,
    allow_auto_assign,
    account_id: Number(account.id),
    created_at,
    updated_at,
  }
}

/** A conversation is muted by letting in nothing of its contact. */
async function setBlocked(asked: Asked, blocked: boolean): Promise<void> {
  const { contact } = await get(asked)
  await asked.act('update_contact', { contact_id: contact.id, blocked })
}
