import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, only, inbox, write, addAgent, addAccount, runtime } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const support = await act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })

/** A local moment in Bogota; 2 March 2026 is a Monday. */
const at = (local: string) => new Date(`${local}-05:00`)
const ask = async (content: string, moment: string, inbox_id = inbox.id) =>
  (await write({ content, inbox_id, source_id: content }, { now: at(moment) })).conversation.id
const first = await ask('lunes 9', '2026-03-02T09:10')
const second = await ask('domingo 23', '2026-03-08T23:59', support.id)
await act('assign_conversation', { conversation_id: first, agent: ines.id! })
const send = (as: typeof ines, content: string, moment: string, more: object = {}) =>
  act('send_message', { conversation_id: first, content, ...more }, { as, now: at(moment) })
await send(ines, 'respuesta', '2026-03-02T09:40')
await send(ines, 'otra', '2026-03-03T10:00')
await send(ines, 'nota', '2026-03-03T10:01', { private: true })
await send({ ...actor, type: 'ai_agent', id: '7', name: 'Asistente' }, 'de la IA', '2026-03-04T10:00')

const list = async (filters: Input<'list_messages'> = {}, as = actor) =>
  (await act('list_messages', filters, { as })).items.map(({ content }) => content)

test('Messages of all conversations are listed newest first, with contact and channel, but without notes', async () => {
  const { items, next_cursor, ...others } = await act('list_messages', {})
  assert.deepEqual(
    items.map(({ content }) => content),
    ['domingo 23', 'de la IA', 'otra', 'respuesta', 'lunes 9'],
  )
  assert.deepEqual([next_cursor, others], [null, {}])
  assert.deepEqual([items[0]!.conversation_id, items[0]!.inbox.name], [second, 'Soporte'])
  assert.equal(typeof items[0]!.contact.name, 'string')
})

test('A message that is still to be sent is not listed', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await act('send_message', { conversation_id: second, content: 'después', scheduled_at: later })
  assert.deepEqual(await list({ inbox: 'Soporte' }), ['domingo 23'])
})

test('Messages are filtered by author, channel, day, weekday and hour', async () => {
  assert.deepEqual(await list({ sender: 'customer' }), ['domingo 23', 'lunes 9'])
  assert.deepEqual(await list({ sender: 'person' }), ['otra', 'respuesta'])
  assert.deepEqual(await list({ sender: 'ai_agent' }), ['de la IA'])
  assert.deepEqual(await list({ agent: 'inés' }), ['otra', 'respuesta'])
  assert.deepEqual(await list({ agent: ines.id!, answers_only: true }), ['respuesta'])
  assert.deepEqual(await list({ inbox_id: support.id }), ['domingo 23'])
  assert.deepEqual(await list({ from: '2026-03-03', to: '2026-03-03' }), ['otra'])
  assert.deepEqual(await list({ weekday: 1, hour: 9 }), ['respuesta', 'lunes 9'])
  assert.deepEqual(await list({ weekday: 7, hour: 23 }), ['domingo 23'])
  assert.deepEqual(await list({ weekday: 7, hour: 22 }), [])
})

test('People known here and those of a provider’s own app are told apart', async () => {
  await sql`
    insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_name, content, status, created_at, updated_at)
    values (${actor.account.id}, ${second}, ${support.id}, 'outgoing', 'agent', 'Teléfono', 'desde el teléfono', 'sent', ${at('2026-03-09T08:00')}, now())`
  assert.deepEqual(await list({ sender: 'person', inbox_id: support.id }), ['desde el teléfono'])
  assert.deepEqual(await list({ sender: 'agent', inbox_id: support.id }), [])
  await sql`delete from messages where account_id = ${actor.account.id} and content = 'desde el teléfono'`
})

test('The first page has the total if asked for, and pages hold every message once', async () => {
  const seen: (string | null)[] = []
  const totals: (number | undefined)[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof act<'list_messages'>>> = await act('list_messages', {
      limit: 2,
      include_total: true,
      ...(cursor && { cursor }),
    })
    seen.push(...page.items.map(({ content }) => content))
    totals.push(page.total)
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual(seen, ['domingo 23', 'de la IA', 'otra', 'respuesta', 'lunes 9'])
  assert.deepEqual(totals, [5, undefined, undefined])
})

test('An agent limited to their own conversations sees and counts only those; another workspace sees none', async () => {
  const own = await act('list_messages', { include_total: true }, { as: ines })
  assert.deepEqual([own.items.length, own.total], [4, 4])
  const other = await addAccount()
  assert.deepEqual(await other.act('list_messages', { include_total: true }), {
    items: [],
    next_cursor: null,
    total: 0,
  })
})

test('A former member’s messages are found, and unknown or impossible values are refused', async () => {
  const leo = await addAgent('Leo')
  await send(leo, 'de Leo', '2026-03-05T10:00')
  await sql`update memberships set deactivated_at = now() where account_id = ${actor.account.id} and user_id = ${leo.id}`
  assert.deepEqual(await list({ agent: leo.id! }), ['de Leo'])
  assert.equal((await refusal(list({ agent: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(list({ inbox: 'Nada' }))).code, 'not_found')
  assert.equal((await refusal(list({ hour: 24 }))).code, 'invalid_request')
  assert.equal((await refusal(list({ from: '2026-03-02', to: '2026-03-01' }))).code, 'invalid_value')
  assert.equal((await refusal(list({}, only('reports:read')))).code, 'permission_denied')
})

test('A page and its total are read from an index', async () => {
  await sql`
    insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_name, content, status, created_at, updated_at)
    select account_id, conversation_id, inbox_id, direction, author_type, author_name, content, status, created_at - make_interval(mins => n), updated_at
      from messages, generate_series(1, 2000) n where account_id = ${actor.account.id} and content = 'lunes 9'`
  await runtime.database.work.query('vacuum analyze')
  const { plansOf } = openPlans(runtime, actor)
  const [total, page] = await plansOf('list_messages', { sender: 'customer', include_total: true })
  assert.deepEqual(total!.indexes('messages'), ['messages_public'], total!.text)
  assert.ok(page!.indexes('messages').includes('messages_public'), page!.text)
  assert.ok(page!.rows('messages') <= 60, page!.text)
})
