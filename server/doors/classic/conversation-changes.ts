import type { Conversation } from '#contract/records/conversation.ts'
import type { Agent, Team } from '#contract/records/people.ts'
import { presentConversation } from '#doors/classic/loaders.ts'
import { loadConversation } from '#doors/classic/conversations.ts'
import { requireId, readBoolean, readId, readMoment, readText } from '#doors/classic/request.ts'
import type { ClassicCall, AddRoute } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'
import { reject } from '#kernel/problem.ts'

/** Changes to a conversation: status, assignment, read state, typing and muting. */
export function addConversationChangeRoutes(addRoute: AddRoute): void {
  addRoute('POST', '/conversations/:conversation_id/toggle_status', async (call) => {
    const { id, status, snoozed_until } = await setStatus(call)
    const payload = { success: true, conversation_id: Number(id), current_status: status, snoozed_until }
    return { meta: {}, payload }
  })

  addRoute('POST', '/conversations/:conversation_id/assignments', async (call) => {
    const { body } = call
    if (body.assignee_type === 'AgentBot')
      return reject('not_found', 'A bot answers all conversations of its inbox; see POST /inboxes/{id}/set_agent_bot.')
    if (Object.hasOwn(body, 'assignee_id')) return assign(call)
    return Object.hasOwn(body, 'team_id') ? setTeam(call) : null
  })

  addRoute('POST', '/conversations/:conversation_id/toggle_typing_status', async ({ invoke, params, body }) => {
    const conversation_id = requireId(params.conversation_id)
    const typing = body.typing_status === 'on'
    await invoke('set_typing', { conversation_id, typing, private: readBoolean(body.is_private) ?? false })
  })

  addRoute('POST', '/conversations/:conversation_id/update_last_seen', async (call) => {
    return presentConversation(call, await change(call, 'mark_conversation_read'))
  })

  addRoute('POST', '/conversations/:conversation_id/unread', async (call) => {
    return presentConversation(call, await change(call, 'mark_conversation_unread'))
  })

  addRoute('POST', '/conversations/:conversation_id/mute', async (call) => {
    await setBlocked(call, true)
    await change(call, 'resolve_conversation')
  })

  addRoute('POST', '/conversations/:conversation_id/unmute', (call) => setBlocked(call, false))
}

function change({ invoke, params }: ClassicCall, operation: string, input: object = {}): Promise<Conversation> {
  return invoke<Conversation>(operation, { conversation_id: requireId(params.conversation_id), ...input })
}

/** Sets the requested status. Without one, an open conversation is resolved and any other is opened. */
export async function setStatus(call: ClassicCall): Promise<Conversation> {
  const { body } = call
  const status = readText(body.status) ?? ((await loadConversation(call)).status === 'open' ? 'resolved' : 'open')
  const operation = operationOf(status)
  return change(call, operation, status === 'snoozed' ? { until: readMoment(body.snoozed_until) ?? null } : {})
}

/** The operation that sets a status. */
export function operationOf(status: string): string {
  return operations.get(status) ?? reject('invalid_value', `'${status}' is not a valid status`, 'status')
}

const operations = new Map([
  ['open', 'reopen_conversation'],
  ['resolved', 'resolve_conversation'],
  ['pending', 'mark_conversation_pending'],
  ['snoozed', 'snooze_conversation'],
])

/** Assigns the agent; 0 or null unassigns the conversation. */
export async function assign(call: ClassicCall) {
  const agent = await findAgent(call)
  await (agent ? change(call, 'assign_conversation', { agent: agent.id }) : change(call, 'unassign_conversation'))
  return agent && classicAgent(call.account.id, agent)
}

export async function findAgent({ invoke, body }: ClassicCall): Promise<Agent | null> {
  if (isNone(body.assignee_id)) return null
  const { items } = await invoke<{ items: Agent[] }>('list_agents')
  const agent = items.find((each) => each.id === readId(body.assignee_id))
  return agent ?? reject('not_found', 'There is no such agent; see GET /agents.', 'assignee_id')
}

/** Sets the team and answers with its bare row; 0 or null removes the team. */
export async function setTeam(call: ClassicCall) {
  const team = await findTeam(call)
  await change(call, 'set_conversation_team', { team: team?.id ?? null })
  if (!team) return null
  const { id, name, description, allow_auto_assign, created_at, updated_at } = team
  return {
    id: Number(id),
    name,
    description,
    allow_auto_assign,
    account_id: Number(call.account.id),
    created_at,
    updated_at,
  }
}

export async function findTeam({ invoke, body }: ClassicCall): Promise<Team | null> {
  if (isNone(body.team_id)) return null
  const { items } = await invoke<{ items: Team[] }>('list_teams')
  const team = items.find((each) => each.id === readId(body.team_id))
  return team ?? reject('not_found', 'There is no such team; see GET /teams.', 'team_id')
}

const isNone = (value: unknown) => value === null || value === '' || readId(value) === '0'

/** A conversation is muted by blocking its contact. */
async function setBlocked(call: ClassicCall, blocked: boolean): Promise<void> {
  const { contact } = await loadConversation(call)
  await call.invoke('update_contact', { contact_id: contact.id, blocked })
}
