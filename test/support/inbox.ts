import { randomUUID } from 'node:crypto'
import { rightsOfUser, type UserRole } from '#contract/permissions.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { findVisitorActor } from '#domains/access/public/visitors.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import type { Actor, Visitor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Input, type Name, openWorkspace, type Output } from '#test/workspace.ts'

/** A workspace with an inbox, and functions that act as its customers, agents and visitors. */
export async function openInbox() {
  const workspace = await openWorkspace()
  const { runtime, addAccount } = workspace
  return {
    ...workspace,
    ...(await addInboxHelpers(runtime, workspace)),
    /** Another workspace with an inbox. */
    addAccount: async () => {
      const other = await addAccount()
      return { ...other, ...(await addInboxHelpers(runtime, other)) }
    },
  }
}

let made = 0

type Workspace = Pick<Awaited<ReturnType<typeof openWorkspace>>, 'act' | 'actor' | 'events'>

async function addInboxHelpers(runtime: Runtime, { act, actor, events }: Workspace) {
  const { sql } = runtime.database
  const account_id = actor.account.id
  const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api', auto_assign: false })

  /** A customer writes: a new one, unless `source_id` or `contact` is given. */
  const write = (fields: Partial<Input<'receive_message'>> = {}, call: { now?: Date } = {}) => {
    const source_id = `cliente-${++made}`
    return act('receive_message', { inbox_id: inbox.id, source_id, content: 'Hola', ...fields }, call)
  }

  return {
    inbox,
    write,
    /** A new conversation with a customer's first message. */
    talk: async (fields: Partial<Input<'receive_message'>> = {}) => (await write(fields)).conversation,
    /** A new member of the team, signed in: an agent who sees every conversation, unless `as` differs. */
    addAgent: (name: string, as: AgentOptions = {}) => addAgent(runtime, account_id, name, as),
    /** Sets the agent online, without a live connection. */
    arrive: (agent: Actor, capacity: number | null = null) =>
      act('update_agent', { agent_id: agent.user_id!, availability: 'online', auto_offline: false, capacity }),
    leave: (agent: Actor) => act('update_agent', { agent_id: agent.user_id!, availability: 'offline' }),
    /** The names of the events after the first `count`. */
    since: async (count: number) => (await events()).slice(count).map(({ name }) => name),
    /** A visitor of a live chat. */
    visit: (where: { id: string }, who: Partial<Visitor> = {}) => {
      const visitor = { inbox_id: where.id, source_id: randomUUID(), verified: false, ...who }
      const chat = async <N extends Name>(name: N, input: Input<N>, call: { now?: Date } = {}): Promise<Output<N>> => {
        const as = await findVisitorActor(sql, { account_id, ...visitor })
        return act(name, input, { as: as!, ...call })
      }
      return { ...visitor, chat }
    },
  }
}

type AgentOptions = { visibility?: Actor['visibility']; role?: UserRole }

async function addAgent(
  { database: { sql } }: Runtime,
  account_id: string,
  name: string,
  { visibility = 'all', role = 'agent' }: AgentOptions,
): Promise<Actor> {
  const email = `persona.${++made}@example.com`
  const user = await createUser(sql, { account_id, name, email, role, visibility })
  const actor = await loadSystemActor(sql, account_id, { type: 'user', id: user.id, name: user.name })
  return { ...actor, visibility, permissions: rightsOfUser(role, false) }
}
