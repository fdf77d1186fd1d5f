import { HILO } from '#contract/records/author.ts'
import fc from 'fast-check'
import { type Conversation, priorities } from '#contract/records/conversation.ts'
import type { Author } from '#contract/records/author.ts'
import { authorOf } from '#domains/conversations/rules.ts'
import { rollUpReports, rebuildReports } from '#domains/reports/rollup/rollup.ts'
import type { Actor } from '#kernel/operation.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import type { openWorkspace } from '#test/workspace.ts'
import type { Entry, Hours } from './history.ts'

/* Small worlds of random steps, performed by the real operations, with a complete log. */

export const zones = ['America/Bogota', 'Europe/Madrid', 'Asia/Kolkata', 'America/Havana'] as const

const kinds = {
  receive: 10,
  send: 10,
  start: 2,
  assign: 5,
  unassign: 2,
  resolve: 4,
  reopen: 2,
  snooze: 1,
  pend: 2,
  prioritise: 2,
  give_to_team: 2,
  change_hours: 1,
  merge_contacts: 1,
  delete_contact: 1,
  delete_inbox: 0.3,
  move_zone: 0.4,
  fold: 2,
  fold_twice: 1,
  rebuild: 0.3,
} as const
type Kind = keyof typeof kinds

/** A step: its kind and the delay after the previous one; a, b and c select the records. */
export type Step = { kind: Kind; gap: number; a: number; b: number; c: number }

const SECOND = 1000
const HOUR = 3_600_000

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(kinds).map(([kind, weight]) => ({ weight: weight * 10, arbitrary: fc.constant(kind as Kind) })),
  ),
  gap: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 5 * SECOND, 60 * SECOND, 300 * SECOND, HOUR) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 600 * SECOND }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 30 * HOUR }) },
  ),
  a: fc.nat(997),
  b: fc.nat(997),
  c: fc.nat(997),
})

/** Half an hour before the end of a month, or before a clock change. */
export const beginning = fc.constantFrom(
  '2025-10-25T21:00:00Z',
  '2025-11-01T04:30:00Z',
  '2025-11-02T03:50:00Z',
  '2026-03-28T22:10:00Z',
)

export const world = fc.record({
  zone: fc.constantFrom(...zones),
  begins: beginning,
  steps: fc.array(step, { minLength: 30, maxLength: 90 }),
})

type Workspace = Awaited<ReturnType<typeof openWorkspace>>

export type Talk = { id: string; inbox_id: string; contact_id: string; team_id: string | null; log: Entry[] }

/** A new workspace with two inboxes and three users, and a function that performs a step in it. */
export async function openWorld({ runtime, addAccount }: Workspace, zone: string, begins: string) {
  const { sql } = runtime.database
  const { act: does, actor: owner } = await addAccount()
  let actor: Actor = owner
  let clock = Date.parse(begins)
  const account_id = actor.account.id
  const talks = new Map<string, Talk>()
  const act: typeof does = (name, input, options) =>
    does(name, input, { now: new Date(clock), ...options, as: { ...(options?.as ?? actor), account: actor.account } })

  const moveTo = async (time_zone: string) => {
    actor = { ...actor, account: await act('update_account', { time_zone }) }
  }
  await moveTo(zone)
  const inboxes: { id: string; hours: Hours | null }[] = []
  const addInbox = async (ai_agent_enabled: boolean) => {
    const { id } = await act('create_inbox', {
      name: `Buzón ${inboxes.length}`,
      channel: 'api',
      auto_assign: false,
      ai_agent_enabled,
    })
    inboxes.push({ id, hours: null })
  }
  await addInbox(false)
  await addInbox(true)
  const people: Actor[] = [owner]
  for (const name of ['Beto', 'Carla']) {
    const email = `${name}.${account_id}@example.com`
    const user = await createUser(sql, { account_id, name, email, role: 'agent', visibility: 'all' })
    people.push(await loadSystemActor(sql, account_id, { type: 'user', id: user.id, name }))
  }
  // Beto is in a team, Carla is not.
  const team = await act('create_team', { name: 'Ventas', members: [people[1]!.user_id!] })
  const programs: Author[] = [
    { type: 'ai_agent', id: '7', name: 'Asistente' },
    { type: 'automation', id: '8', name: 'Regla' },
    { type: 'campaign', id: '9', name: 'Campaña' },
    { type: 'api_key', id: '10', name: 'Programa' },
    HILO,
  ]
  /** The actor of a step: mostly users, sometimes programs or the AI agent. */
  const actorOf = (n: number): Actor => {
    const who = n % 10
    if (who < 5) return people[who % people.length]!
    return { ...owner, ...programs[who < 7 ? 0 : who - 6]! }
  }
  const one = <T>(items: readonly T[], n: number): T | undefined => items[n % Math.max(1, items.length)]
  const hoursOf = (inbox_id: string) => inboxes.find(({ id }) => id === inbox_id)?.hours ?? null

  /** Adds the latest event to the log. */
  const note = (
    conversation: Conversation,
    by: Author,
    at: number,
    message?: Entry['message'],
    was?: Partial<Entry>,
  ) => {
    const { id, inbox, contact, status, priority, assignee } = conversation
    const talk = talks.get(id) ?? { id, inbox_id: inbox.id, contact_id: contact.id, team_id: null, log: [] }
    talks.set(id, talk)
    const { type, id: by_id } = authorOf(by)
    const hours = hoursOf(inbox.id)
    const entry = { at, by: { type, id: by_id }, status, priority, assignee_id: assignee?.id ?? null, hours, ...was }
    talk.log.push(message ? { ...entry, message } : entry)
  }
  const read = (id: string) => act('get_conversation_detail', { conversation_id: id, message_limit: 1 })
  const talkOf = (n: number) => one([...talks.values()], n)

  const doing: Record<Kind, (step: Step, at: number) => Promise<unknown>> = {
    receive: async ({ a, b }, at) => {
      const inbox = one(inboxes, a)
      if (!inbox) return
      const { conversation } = await act('receive_message', {
        inbox_id: inbox.id,
        source_id: `cliente-${b % 5}`,
        content: 'Hola',
      })
      if (!talks.has(conversation.id)) note(conversation, actor, at)
      const contact: Author = { type: 'contact', id: conversation.contact.id, name: conversation.contact.name }
      note(conversation, contact, at, { direction: 'incoming', private: false })
    },
    send: async ({ a, b, c }, at) => {
      const talk = talkOf(a)
      if (!talk) return
      // Clocks of two machines differ a little: an answer may be dated before the question.
      const when = c % 7 === 0 ? at - 3 * SECOND : at
      const [as, isPrivate] = [actorOf(b), c % 5 === 0]
      await act(
        'send_message',
        { conversation_id: talk.id, content: 'Va', private: isPrivate },
        { as, now: new Date(when) },
      )
      note(await find(talk.id), as, when, { direction: 'outgoing', private: isPrivate })
    },
    start: async ({ a, b, c }, at) => {
      const [talk, inbox, as] = [talkOf(a), one(inboxes, b), actorOf(c)]
      if (!talk || !inbox) return
      const status = one(['open', 'pending', 'resolved', 'snoozed'] as const, a + b)!
      const conversation = await act(
        'create_conversation',
        {
          contact_id: talk.contact_id,
          inbox_id: inbox.id,
          status,
          ...(status === 'snoozed' && { snoozed_until: new Date(at + HOUR).toISOString() }),
          ...(b % 2 === 0 && { agent: one(people, c)!.user_id! }),
          ...(c % 2 === 0 && { message: { content: 'Buenos días' } }),
        },
        { as },
      )
      note(conversation, as, at)
      if (c % 2 === 0) note(conversation, as, at, { direction: 'outgoing', private: false })
    },
    assign: ({ a, b, c }, at) =>
      change(a, actorOf(c), at, (id, as) =>
        act('assign_conversation', { conversation_id: id, agent: one(people, b)!.user_id! }, { as }),
      ),
    unassign: ({ a, c }, at) =>
      change(a, actorOf(c), at, (id, as) => act('unassign_conversation', { conversation_id: id }, { as })),
    resolve: ({ a, c }, at) =>
      change(a, actorOf(c), at, (id, as) => act('resolve_conversation', { conversation_id: id }, { as })),
    reopen: ({ a, c }, at) =>
      change(a, actorOf(c), at, (id, as) => act('reopen_conversation', { conversation_id: id }, { as })),
    pend: ({ a, c }, at) =>
      change(a, actorOf(c), at, (id, as) => act('mark_conversation_pending', { conversation_id: id }, { as })),
    snooze: ({ a, c }, at) =>
      change(a, actorOf(c), at, (id, as) =>
        act('snooze_conversation', { conversation_id: id, until: new Date(at + HOUR).toISOString() }, { as }),
      ),
    prioritise: ({ a, b, c }, at) =>
      change(a, actorOf(c), at, (id, as) =>
        act('set_conversation_priority', { conversation_id: id, priority: one(priorities, b)! }, { as }),
      ),
    give_to_team: async ({ a, b }) => {
      const talk = talkOf(a)
      if (!talk) return
      talk.team_id = b % 3 === 0 ? null : team.id
      await act('set_conversation_team', { conversation_id: talk.id, team: talk.team_id })
    },
    change_hours: async ({ a, b }) => {
      const inbox = one(inboxes, a)
      if (!inbox) return
      const hours = one([null, office(zone, '08:00', '18:00'), office('Europe/Madrid', '00:00', '04:30')], b)!
      await act('update_inbox', { inbox_id: inbox.id, business_hours: hours })
      inbox.hours = hours
    },
    merge_contacts: async ({ a, b }) => {
      const [kept, gone] = [talkOf(a)?.contact_id, talkOf(b)?.contact_id]
      if (!kept || !gone || kept === gone) return
      await act('merge_contacts', { contact_id: kept, duplicate_contact_id: gone })
      for (const talk of talks.values()) if (talk.contact_id === gone) talk.contact_id = kept
    },
    delete_contact: async ({ a }) => {
      const gone = talkOf(a)?.contact_id
      if (!gone) return
      await act('delete_contact', { contact_id: gone })
      for (const talk of talks.values()) if (talk.contact_id === gone) talks.delete(talk.id)
    },
    delete_inbox: async ({ a }) => {
      const gone = one(inboxes, a)
      if (!gone) return
      await act('delete_inbox', { inbox_id: gone.id })
      inboxes.splice(inboxes.indexOf(gone), 1)
      for (const talk of talks.values()) if (talk.inbox_id === gone.id) talks.delete(talk.id)
      await addInbox(a % 2 === 0)
    },
    move_zone: ({ a }) => moveTo(one(zones, a)!),
    fold: () => rollUpReports(runtime),
    fold_twice: () =>
      Promise.all([rollUpReports(runtime), rollUpReports(runtime), rebuildReports(runtime, account_id)]),
    rebuild: () => rebuildReports(runtime, account_id),
  }
  const find = async (id: string): Promise<Conversation> => (await read(id)) as unknown as Conversation
  const change = async (n: number, as: Actor, at: number, run: (id: string, as: Actor) => Promise<Conversation>) => {
    const talk = talkOf(n)
    if (talk) note(await run(talk.id, as), as, at)
  }

  return {
    talks,
    inboxes,
    people,
    team_id: team.id,
    begins: Date.parse(begins),
    account_id,
    actor: () => actor,
    now: () => clock,
    act,
    wait: (milliseconds: number) => {
      clock += milliseconds
    },
    take: async (next: Step) => {
      clock += next.gap
      await doing[next.kind](next, clock)
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

function office(time_zone: string, from: string, to: string): Hours {
  const intervals = [1, 2, 3, 4, 5].map((day) => ({ day, from, to }))
  return { time_zone, intervals, holidays: [{ date: '2025-11-03', name: 'Fiesta' }], out_of_office_message: null }
}
