import { randomUUID } from 'node:crypto'
import { rightsOfUser, type UserRole } from '#contract/permissions.ts'
import { createUser } from '#domains/access/setup.ts'
import { visitorActor } from '#domains/access/visitors.ts'
import { actAs } from '#kernel/act.ts'
import type { Actor, Visitor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Input, type Name, openWorkspace, type Output } from '#test/workspace.ts'

/** A workspace with an inbox, and hands for the people around it: customers who write, and those who answer. */
export async function openInbox() {
  const workspace = await openWorkspace()
  const { runtime, addAccount } = workspace
  return {
    ...workspace,
    ...(await furnish(runtime, workspace)),
    /** Another workspace with an inbox. */
    addAccount: async () => {
      const other = await addAccount()
      return { ...other, ...(await furnish(runtime, other)) }
    },
  }
}

let made = 0

type Hands = Pick<Awaited<ReturnType<typeof openWorkspace>>, 'act' | 'actor' | 'events'>

async function furnish(runtime: Runtime, { act, actor, events }: Hands) {
  const { sql } = runtime.database
  const account_id = actor.account.id
  const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api', auto_assign: false })

  /** A customer writes: somebody new, unless it is said who. */
  const write = (said: Partial<Input<'receive_message'>> = {}, call: { now?: Date } = {}) => {
    const source_id = `cliente-${++made}`
    return act('receive_message', { inbox_id: inbox.id, source_id, content: 'Hola', ...said }, call)
  }

  return {
    inbox,
    write,
    /** A conversation a customer has just begun. */
    talk: async (said: Partial<Input<'receive_message'>> = {}) => (await write(said)).conversation,
    /** Someone of the team, signed in; as a plain agent who sees everything, unless it is said otherwise. */
    addAgent: (name: string, as: Joining = {}) => addAgent(runtime, account_id, name, as),
    /** Says whether they are there to answer, without a connection. */
    arrive: (agent: Actor, capacity: number | null = null) =>
      act('update_agent', { agent_id: agent.user_id!, availability: 'online', auto_offline: false, capacity }),
    leave: (agent: Actor) => act('update_agent', { agent_id: agent.user_id!, availability: 'offline' }),
    /** The names of the events since there were this many. */
    since: async (count: number) => (await events()).slice(count).map(({ name }) => name),
    /** A visitor of a live chat. */
    visit: (where: { id: string }, who: Partial<Visitor> = {}) => {
      const visitor = { inbox_id: where.id, source_id: randomUUID(), verified: false, ...who }
      const chat = async <N extends Name>(name: N, input: Input<N>, call: { now?: Date } = {}): Promise<Output<N>> => {
        const as = await visitorActor(sql, { account_id, ...visitor })
        return act(name, input, { as: as!, ...call })
      }
      return { ...visitor, chat }
    },
  }
}

type Joining = { visibility?: Actor['visibility']; role?: UserRole }

async function addAgent(
  { database: { sql } }: Runtime,
  account_id: string,
  name: string,
  { visibility = 'all', role = 'agent' }: Joining,
): Promise<Actor> {
  const email = `persona.${++made}@example.com`
  const user = await createUser(sql, { account_id, name, email, role, visibility })
  const actor = await actAs(sql, account_id, { type: 'user', id: user.id, name: user.name })
  return { ...actor, visibility, permissions: rightsOfUser(role, false) }
}
