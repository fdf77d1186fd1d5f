import type { Inbox } from '#contract/records/inbox.ts'
import type { Agent, Member } from '#contract/records/people.ts'
import {
  type Body,
  pickDefined,
  readBoolean,
  readList,
  readText,
  readWords,
  requireId,
  unwrap,
} from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, UPDATE } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'
import { reject } from '#kernel/problem.ts'

/** The agents of the workspace. */
export function addAgentRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/agents', async (call) => {
    return (await list(call)).map((agent) => classicAgent(call.account.id, agent))
  })

  addRoute('POST', '/agents', async (call) => {
    const body = unwrap(call.body, 'agent')
    const email = readText(body.email)
    const input = pickDefined({
      email,
      name: readText(body.name) ?? email?.split('@')[0],
      role: readRole(body) ?? 'agent',
    })
    const { id } = await call.invoke<Member>('add_member', input)
    await change(call, id, settingsOf(body))
    // They have not chosen a password yet.
    return { ...(await show(call, id)), confirmed: false }
  })

  addRoute('POST', '/agents/bulk_create', async ({ invoke, body }) => {
    const emails = readWords(body.emails)
    if (emails.length === 0) reject('missing_field', 'Give emails, a list of addresses.', 'emails')
    for (const email of emails) await invoke('add_member', { email, name: email.split('@')[0], role: 'agent' })
  })

  // Only agents who are members of all the inboxes.
  addRoute('GET', '/assignable_agents', async (call) => {
    const ids = readList(call.query, 'inbox_ids')
    if (ids.length === 0) reject('missing_field', 'Give inbox_ids, a list of ids.', 'inbox_ids')
    return { payload: await assignable(call, ids.map(requireId)) }
  })

  addRoute('GET', '/inboxes/:inbox_id/assignable_agents', async (call) => {
    return { payload: await assignable(call, [requireId(call.params.inbox_id)]) }
  })

  addRoute(UPDATE, '/agents/:agent_id', async (call) => {
    const id = requireId(call.params.agent_id)
    const body = unwrap(call.body, 'agent')
    const member = pickDefined({ role: readRole(body), name: readText(body.name) })
    if (Object.keys(member).length > 0) await call.invoke('update_member', { member_id: id, ...member })
    await change(call, id, settingsOf(body))
    return show(call, id)
  })

  // Their open conversations go back to the team.
  addRoute('DELETE', '/agents/:agent_id', async ({ invoke, params }) => {
    await invoke('deactivate_member', { member_id: requireId(params.agent_id), reassign_to: null })
  })
}

async function list({ invoke }: ClassicCall): Promise<Agent[]> {
  return (await invoke<{ items: Agent[] }>('list_agents')).items
}

async function assignable(call: ClassicCall, inbox_ids: readonly string[]) {
  let found = await list(call)
  for (const inbox_id of inbox_ids) {
    const { member_ids } = await call.invoke<Inbox>('get_inbox', { inbox_id })
    found = found.filter(({ id, role }) => role === 'administrator' || member_ids.includes(id))
  }
  return found.map((agent) => classicAgent(call.account.id, agent))
}

async function show(call: ClassicCall, id: string) {
  const agent = (await list(call)).find((each) => each.id === id)
  return classicAgent(call.account.id, agent ?? reject('not_found', 'There is no such agent.'))
}

async function change({ invoke }: ClassicCall, agent_id: string, settings: Body): Promise<void> {
  if (Object.keys(settings).length > 0) await invoke('update_agent', { agent_id, ...settings })
}

function settingsOf(body: Body): Body {
  const availability = readText(body.availability) ?? readText(body.availability_status)
  return pickDefined({
    // Some clients say available, others online.
    availability: availability === 'available' ? 'online' : availability,
    auto_offline: readBoolean(body.auto_offline),
  })
}

/** Clients send the role as a word or as its number. */
function readRole({ role }: Body): string | undefined {
  const word = readText(role)
  return word === '0' ? 'agent' : word === '1' ? 'administrator' : word
}
