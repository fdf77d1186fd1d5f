import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, only, inbox, write, addAgent, addAccount, runtime } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const sla = (first: number | null, next: number | null) => ({
  business_hours_only: true,
  targets: [{ priority: null, first_response_minutes: first, next_response_minutes: next, resolution_minutes: null }],
})
const slow = await act('create_inbox', { name: 'Lento', channel: 'api', auto_assign: false, sla: sla(120, 5) })
const free = await act('create_inbox', { name: 'Sin prisa', channel: 'api', auto_assign: false, sla: sla(null, null) })

const now = new Date()
const wait = async (source_id: string, minutes: number, inbox_id = inbox.id) =>
  (await write({ source_id, inbox_id }, { now: new Date(now.getTime() - minutes * 60_000) })).conversation.id

const answered = await wait('respondida', 50)
await act('send_message', { conversation_id: answered, content: 'Buenas' })
const resolved = await wait('resuelta', 50)
await act('resolve_conversation', { conversation_id: resolved })
await wait('sin prisa, hace una hora', 60, free.id)
await wait('sin prisa, hace dos', 120, free.id)
await wait('por vencer', 10)
await wait('vencida', 40)
await wait('para más tarde', 30, slow.id)
const again = await wait('otra vez', 30, slow.id)
await act('send_message', { conversation_id: again, content: 'Buenas' })
const agent = await addAgent('Luis')
await act('send_message', { conversation_id: again, content: 'Aquí estoy' }, { as: agent })
await wait('otra vez', 3, slow.id)
await act('assign_conversation', { conversation_id: again, agent: ines.id! })
const snoozed = await wait('dormida', 20)
await act('snooze_conversation', { conversation_id: snoozed, until: '2099-01-01T00:00:00Z' })

const queue = [
  'vencida',
  'dormida',
  'otra vez',
  'por vencer',
  'para más tarde',
  'sin prisa, hace dos',
  'sin prisa, hace una hora',
]
const listQueue = async (filters: Input<'list_waiting_conversations'> = {}, as = actor) =>
  (await act('list_waiting_conversations', filters, { as })).items.map(({ conversation }) => conversation.source_id)

test('Waiting customers are listed by due time, then by how long they have waited', async () => {
  assert.deepEqual(await listQueue(), queue)
})

test('Each entry shows how long the customer has waited, when a reply is due, and whether it is overdue', async () => {
  const { items } = await act('list_waiting_conversations', {}, { now })
  const of = (source_id: string) => items.find(({ conversation }) => conversation.source_id === source_id)!
  const { conversation, ...late } = of('vencida')
  assert.deepEqual(late, {
    waiting_seconds: 2400,
    due_at: new Date(now.getTime() - 25 * 60_000).toISOString(),
    overdue: true,
  })
  assert.equal(conversation.status, 'open')
  assert.deepEqual([of('otra vez').waiting_seconds, of('otra vez').overdue], [180, false])
  assert.deepEqual([of('sin prisa, hace dos').due_at, of('sin prisa, hace dos').overdue], [null, false])
})

test('Pages return the whole queue in order, even without due times', async () => {
  for (const limit of [1, 2, 3]) {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await act('list_waiting_conversations', { limit, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ conversation }) => conversation.source_id!))
      cursor = page.next_cursor
    } while (cursor)
    assert.deepEqual(seen, queue)
  }
})

test('The queue is filtered by inbox, agent and team, and unknown values are refused', async () => {
  assert.deepEqual(await listQueue({ inbox: 'Sin prisa' }), queue.slice(-2))
  assert.deepEqual(await listQueue({ inbox_id: slow.id }), ['otra vez', 'para más tarde'])
  assert.deepEqual(await listQueue({ assignee: 'Inés' }), ['otra vez'])
  assert.deepEqual(
    await listQueue({ unassigned_only: true }),
    queue.filter((each) => each !== 'otra vez'),
  )
  await act('create_team', { name: 'Nadie' })
  assert.deepEqual(await listQueue({ team: 'Nadie' }), [])
  assert.equal((await refusal(listQueue({ inbox: 'Otra' }))).code, 'not_found')
})

test('An agent limited to their own conversations sees who waits there, and another workspace sees nobody', async () => {
  assert.deepEqual(await listQueue({}, ines), ['otra vez'])
  const other = await addAccount()
  assert.deepEqual((await other.act('list_waiting_conversations', {})).items, [])
})

test('Listing the queue requires permission to read conversations', async () => {
  assert.equal((await refusal(listQueue({}, only('reports:read')))).code, 'permission_denied')
})

test('A page among thousands is read in order from an index', async () => {
  const [{ id } = { id: '' }] = await sql<{ id: string }>`
    select id from conversations where account_id = ${actor.account.id} and waiting_since is not null limit 1`
  await sql`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, waiting_since, first_response_due_at, last_activity_at,
                               created_at, updated_at)
    select account_id, inbox_id, contact_id, identity_id, case when n % 3 = 0 then 'resolved' else 'open' end,
           case when n % 3 <> 0 then now() - make_interval(mins => n) end,
           case when n % 3 = 1 then now() + make_interval(mins => n) end, now(), now(), now()
      from conversations, generate_series(1, 6000) n where account_id = ${actor.account.id} and id = ${id}`
  await runtime.database.work.query('vacuum analyze')
  const { planOf } = openPlans(runtime, actor)
  const first = await planOf('list_waiting_conversations', {})
  assert.deepEqual(first.indexes('conversations'), ['conversations_waiting_due'], first.text)
  assert.ok(first.rows('conversations') <= 26, first.text)
  const { next_cursor } = await act('list_waiting_conversations', { limit: 100 })
  const next = await planOf('list_waiting_conversations', { cursor: next_cursor! })
  assert.deepEqual(next.indexes('conversations'), ['conversations_waiting_due'], next.text)
  assert.ok(next.rows('conversations') <= 26, next.text)
})
