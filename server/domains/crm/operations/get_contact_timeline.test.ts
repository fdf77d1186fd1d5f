import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import type { Actor } from '#kernel/operation.ts'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, only, lead, deal, contact, leads, write, addAgent, addAccount, runtime, sql } = await openCrm()
await act('create_label', { title: 'vip', color: '#d97706' })

const read = async (contact_id: string, input: Partial<Input<'get_contact_timeline'>> = {}, as: Actor = actor) =>
  (await act('get_contact_timeline', { contact_id, limit: 100, ...input }, { as })).items
const toLine = ({ kind, action, text, about }: ContactTimelineEntry) =>
  [kind, action, text ?? about?.name ?? ''].join(' ').trim()

/** A contact with every kind of entry. */
async function eventful() {
  const { conversation, message } = await write({ content: 'Busco casa' })
  const contact_id = conversation.contact.id
  await act('send_message', { conversation_id: conversation.id, content: 'Claro' })
  const note = await act('add_contact_note', { contact_id, body: 'Prefiere la mañana' })
  const begun = await lead({ contact_id, name: 'Casa' })
  await act('crm_move_lead_stage', { lead_id: begun.id, stage: leads.stages[1]!.name })
  const about = { entity_type: 'lead', entity_id: begun.id } as const
  await act('crm_schedule_activity', { ...about, type: 'call', body: 'Llamar', due_at: '2030-01-01' })
  const sold = await deal({ contact_id, name: 'Venta' })
  await act('tag_contact', { contact_id, label_title: 'vip' })
  await act('untag_contact', { contact_id, label_title: 'vip' })
  await act('update_contact', { contact_id, city: 'Cali' })
  const { id: duplicate_contact_id } = await contact()
  await act('merge_contacts', { contact_id, duplicate_contact_id })
  return { contact_id, conversation, message, note, begun, sold }
}

test('The timeline shows everything, newest first', async () => {
  const { contact_id, begun } = await eventful()
  const all = await read(contact_id)
  assert.deepEqual(all.map(toLine), [
    'contact merged',
    'contact changed',
    'label removed vip',
    'label added vip',
    'opportunity created Venta',
    'activity created Llamar',
    'lead changed Casa',
    'lead created Casa',
    'note created Prefiere la mañana',
    'message created Claro',
    'message created Busco casa',
    'conversation created Ventas',
    'contact created',
  ])
  const of = (text: string) => all.find((entry) => toLine(entry) === text)!
  assert.deepEqual(of('contact changed').changes, { city: { from: null, to: 'Cali' } })
  assert.deepEqual(of('message created Busco casa').message, {
    direction: 'incoming',
    private: false,
    attachment_count: 0,
    subject: null,
  })
  assert.equal(of('message created Claro').author?.type, 'user')
  assert.equal(of('lead created Casa').author?.name, 'Ana Admin')
  assert.deepEqual(of('lead changed Casa').about, { type: 'lead', id: begun.id, name: 'Casa', url: begun.url })
  assert.ok(of('lead changed Casa').changes?.['stage'])
  const { id: _, ...call } = of('activity created Llamar').activity!
  assert.deepEqual(call, { type: 'call', due_at: '2030-01-01T12:00:00.000Z', done: false })
})

test('The timeline can be filtered by kind and paged', async () => {
  const { contact_id } = await eventful()
  const all = await read(contact_id)
  assert.deepEqual((await read(contact_id, { kinds: ['note', 'label'] })).map(toLine), [
    'label removed vip',
    'label added vip',
    'note created Prefiere la mañana',
  ])
  assert.deepEqual(await read(contact_id, { kinds: [] }), [])
  for (const limit of [1, 4]) {
    const seen: ContactTimelineEntry[] = []
    let cursor: string | null | undefined
    do {
      const page = await act('get_contact_timeline', { contact_id, limit, ...(cursor && { cursor }) })
      seen.push(...page.items)
      cursor = page.next_cursor
    } while (cursor)
    assert.deepEqual(seen, all)
  }
})

test('Entries of the same moment appear once across pages', async () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const { id: contact_id } = await act('create_contact', { name: 'A la vez', email: 'vez@example.com' }, { now })
  for (let i = 0; i < 12; i++) await act('add_contact_note', { contact_id, body: `${i}` }, { now })
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await act('get_contact_timeline', { contact_id, limit: 5, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual([seen.length, new Set(seen).size], [13, 13])
})

test('Conversations and deals the caller may not see are left out', async () => {
  const { contact_id, begun } = await eventful()
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const kinds = async (as: Actor) => new Set((await read(contact_id, {}, as)).map(({ kind }) => kind))
  assert.deepEqual([...(await kinds(own))].toSorted(), ['contact', 'label', 'note'])

  const about = { entity_type: 'lead', entity_id: begun.id } as const
  const plan = { ...about, type: 'task', body: 'Para ti', due_at: '2030-01-02', assigned_to: own.user_id! } as const
  await act('crm_schedule_activity', plan)
  assert.deepEqual((await read(contact_id, { kinds: ['activity'] }, own)).map(toLine), ['activity created Para ti'])
  await act('crm_update_lead', { lead_id: begun.id, owner_id: own.user_id! })
  assert.ok((await kinds(own)).has('lead'))
  assert.deepEqual([...(await kinds(only('contacts:read')))].toSorted(), ['contact', 'label', 'note'])
})

test('Records in the bin and deleted messages are left out', async () => {
  const { contact_id, begun, sold, message } = await eventful()
  await act('delete_lead', { lead_id: begun.id })
  await act('delete_opportunity', { opportunity_id: sold.id })
  await act('delete_message', { message_id: message.id })
  const kinds = ['lead', 'opportunity', 'activity', 'message'] as const
  assert.deepEqual((await read(contact_id, { kinds: [...kinds] })).map(toLine), ['message created Claro'])
})

test('A contact of another workspace is not found', async () => {
  const other = await addAccount()
  const { id: contact_id } = await other.contact()
  assert.equal((await refusal(read(contact_id))).code, 'not_found')
  assert.equal((await refusal(read(contact_id, {}, only('crm:read')))).code, 'permission_denied')
})

test('Each source uses an index and reads no more than a page', async () => {
  const { contact_id, conversation } = await eventful()
  const { conversation: other } = await write()
  await sql`
    insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_name, content, status, created_at, updated_at)
    select account_id, case when n % 100 = 0 then id else ${other.id}::bigint end, inbox_id, 'incoming', 'contact', 'x', 'x', 'sent',
           now() - make_interval(mins => n), now()
      from conversations, generate_series(1, 10000) n where account_id = ${actor.account.id} and id = ${conversation.id}`
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    select ${actor.account.id}, gen_random_uuid(), 'contact.updated', '{}', jsonb_build_object('contact', jsonb_build_object('id', n::text)),
           now() from generate_series(1000, 11000) n`
  await runtime.database.work.query('vacuum analyze')
  const plan = await openPlans(runtime, actor).planOf('get_contact_timeline', { contact_id, limit: 10 })
  for (const [table, index] of [
    ['messages', 'messages_newest'],
    ['events', 'events_of_contact'],
  ] as const) {
    assert.deepEqual(plan.indexes(table), [index], plan.text)
    assert.ok(plan.rows(table) <= 22, `${plan.rows(table)} rows of ${table}`)
  }
})

test('The e-mails of a contact are shown with their subject, without the messages of other channels', async () => {
  const { contact_id } = await eventful()
  const shop = await act('create_inbox', { name: 'Correo', channel: 'api', auto_assign: false })
  await sql`update inboxes set channel = 'email' where id = ${shop.id}`
  const message = { subject: 'Tu casa', content: 'Hola' }
  await act('create_conversation', { contact_id, inbox_id: shop.id, source_id: 'ana@correo.example', message })
  const mails = await read(contact_id, { kinds: ['message', 'conversation'], channel: 'email' })
  assert.deepEqual(mails.map(toLine), ['message created Hola', 'conversation created Correo'])
  assert.equal(mails[0]!.message!.subject, 'Tu casa')
})
