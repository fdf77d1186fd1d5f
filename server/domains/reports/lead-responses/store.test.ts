import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Actor } from '#kernel/operation.ts'
import { openCrm } from '#test/crm.ts'
import { runs } from '#test/runs.ts'

/*
 * Stored response times after any sequence of events: in small random histories they are compared with a slow computation
 * from all rows, and with a full recomputation.
 */

const workspace = await openCrm()
const { sql, addAccount } = workspace
workspace.runtime.subscribersOf = () => []

const HOUR = 3_600_000
const BEGIN = Date.parse('2026-03-10T15:00:00Z')
/** Intervals that hit the limits of 24 hours and 30 days exactly, or miss them by little. */
const moment = fc
  .tuple(fc.constantFrom(0, 12, 24, 36, 48, 720, 744), fc.constantFrom(0, 0, 0, 1, 61_500))
  .map(([hours, more]) => new Date(BEGIN + hours * HOUR + more))

const authors = ['user', 'ai_agent', 'automation', 'campaign', 'api_key'] as const
const who = fc.nat(1)
const some = fc.nat(9)

/** Possible events; a number selects which of the existing records is meant. */
const step = fc.oneof(
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('write' as const), who, where: fc.nat(1), now: moment }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      some,
      author: fc.constantFrom('user' as const, 'user' as const, 'user' as const, ...authors),
      isPrivate: fc.nat(9).map((n) => n === 0),
      now: moment,
    }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('lead' as const), who: fc.nat(8), now: moment }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give' as const), some, who: fc.nat(3), now: moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), some, other: some, now: moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), some, now: moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), where: fc.nat(1), now: moment }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

type World = Awaited<ReturnType<typeof addAccount>> & { inbox_ids: string[] }

async function openWorld(): Promise<World> {
  const world = await addAccount()
  const second = await world.act('create_inbox', { name: 'Otra', channel: 'api', auto_assign: false })
  return { ...world, inbox_ids: [world.inbox.id, second.id] }
}

async function live(world: World, steps: readonly Step[]): Promise<void> {
  for (const each of steps) await (deeds[each.kind] as (world: World, step: Step) => Promise<unknown>)(world, each)
}

/** How each event is carried out, if there is a record for it. */
const deeds: { [K in Step['kind']]: (world: World, step: Extract<Step, { kind: K }>) => Promise<unknown> } = {
  write: async ({ act, inbox_ids }, { who: n, where, now }) => {
    const message = { source_id: `cliente-${n}`, content: 'Hola', contact: { phone_number: `+57300000000${n}` } }
    const inbox_id = inbox_ids[where]
    if (inbox_id) await act('receive_message', { inbox_id, ...message }, { now })
  },
  send: async ({ act, actor }, { some: n, author, isPrivate, now }) => {
    const [conversation] = await sql<{ id: string }>`
      select id from conversations where account_id = ${actor.account.id} order by id offset ${n % 4} limit 1`
    const as: Actor = author === 'user' ? actor : { ...actor, type: author, id: null }
    const message = { content: 'Con gusto', private: isPrivate }
    if (conversation) await act('send_message', { conversation_id: conversation.id, ...message }, { as, now })
  },
  lead: async (world, { who: n, now }) => {
    const contact_id = n === 0 ? undefined : await contactOf(world, n)
    await world.act('crm_create_lead', { name: 'Lead', ...(contact_id && { contact_id }) }, { now })
  },
  give: async (world, { some: n, who: to, now }) => {
    const [lead] = await sql<{ id: string }>`
      select id from leads where account_id = ${world.actor.account.id} order by id offset ${n} limit 1`
    const contact_id = to === 3 ? null : ((await contactOf(world, to)) ?? null)
    if (lead) await world.act('crm_update_lead', { lead_id: lead.id, contact_id }, { now })
  },
  merge: async (world, { some: n, other, now }) => {
    const [contact_id, duplicate] = [await contactOf(world, n), await contactOf(world, other)]
    if (contact_id === duplicate) return
    await world.act('merge_contacts', { contact_id: contact_id!, duplicate_contact_id: duplicate! }, { now })
  },
  delete: async (world, { some: n, now }) => {
    const contact_id = await contactOf(world, n)
    if (contact_id) await world.act('delete_contact', { contact_id }, { now })
  },
  close: async (world, { where, now }) => {
    const inbox_id = world.inbox_ids[where]
    if (!inbox_id || world.inbox_ids.length < 2) return
    await world.act('delete_inbox', { inbox_id }, { now })
    world.inbox_ids = world.inbox_ids.filter((id) => id !== inbox_id)
  },
}

async function contactOf({ actor }: World, n: number): Promise<string | undefined> {
  const contacts = await sql<{ id: string }>`select id from contacts where account_id = ${actor.account.id} order by id`
  return contacts.length > 0 ? contacts[n % contacts.length]!.id : undefined
}

type Kept = {
  lead_id: string
  conversation_id: string
  started_at: string
  replied_at: string | null
  replied_by: string | null
  seconds: number | null
  customer_replied_at: string | null
}

function keptIn({ actor }: World): Promise<Kept[]> {
  return sql<Kept>`
    select lead_id, conversation_id, started_at, replied_at, replied_by, seconds, customer_replied_at
      from lead_responses where account_id = ${actor.account.id} order by lead_id`
}

type Message = {
  conversation_id: string
  contact_id: string
  at: number
  incoming: boolean
  author_id: string | null
}

/** The definition, computed from every message. */
async function slowly({ actor }: World): Promise<Kept[]> {
  const account_id = actor.account.id
  const rows = await sql<Omit<Message, 'at'> & { created_at: string; author_type: string; private: boolean }>`
    select m.conversation_id, c.contact_id, m.created_at, m.direction = 'incoming' as incoming, m.author_type, m.author_id, m.private
      from messages m join conversations c on c.id = m.conversation_id where m.account_id = ${account_id} order by m.created_at, m.id`
  const messages: Message[] = rows
    .filter((row) => !row.private && (row.incoming || row.author_type === 'agent'))
    .map((row) => ({ ...row, at: Date.parse(row.created_at) }))
  const leads = await sql<{ id: string; contact_id: string | null; created_at: string }>`
    select id, contact_id, created_at from leads where account_id = ${account_id} order by id`
  return leads.flatMap(({ id: lead_id, contact_id, created_at }) => {
    const made = Date.parse(created_at)
    const theirs = messages.filter((each) => each.contact_id === contact_id)
    const active = theirs.filter(({ at }) => at <= made && at >= made - 30 * 24 * HOUR)
    const first = (of: Message[]) => of.toSorted((a, b) => Number(a.conversation_id) - Number(b.conversation_id))[0]
    const lastAt = Math.max(...active.map(({ at }) => at))
    const later = theirs.filter(({ at }) => at > made)
    const nextAt = Math.min(...later.map(({ at }) => at))
    const met = first(active.filter(({ at }) => at === lastAt)) ?? first(later.filter(({ at }) => at === nextAt))
    if (!met) return []
    const { conversation_id } = met
    const own = theirs.filter((each) => each.conversation_id === conversation_id)
    // The session goes back from the last customer message before the lead until the first longer silence.
    const written = own.filter(({ incoming, at }) => incoming && at <= made).map(({ at }) => at)
    const sessions = written.filter((at, i) => i === 0 || at - written[i - 1]! > 24 * HOUR)
    const started = sessions.findLast((at) => at >= made - 24 * HOUR) ?? made
    const reply = own.find(({ incoming, at }) => !incoming && at >= started)
    const back = reply && theirs.find(({ incoming, at }) => incoming && at > reply.at)
    const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
    return [
      {
        lead_id,
        conversation_id,
        started_at: iso(started)!,
        replied_at: iso(reply?.at),
        replied_by: reply?.author_id ?? null,
        seconds: reply ? Math.floor((reply.at - started) / 1000) : null,
        customer_replied_at: iso(back?.at),
      },
    ]
  })
}

test('Stored response times equal a slow recomputation after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 40, size: 'max' }),
      fc.boolean(),
      async (steps, inOrder) => {
        const world = await openWorld()
        await live(world, inOrder ? steps.toSorted((a, b) => a.now.getTime() - b.now.getTime()) : steps)
        const kept = await keptIn(world)
        assert.deepEqual(kept, await slowly(world))
        const { id } = world.actor.account
        await sql`select refresh_lead_responses(${id}, array(select l.id from leads l where l.account_id = ${id}))`
        assert.deepEqual(await keptIn(world), kept)
      },
    ),
    runs(100),
  )
})
