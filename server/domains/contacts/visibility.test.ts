import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isEventVisible } from '#domains/access/event-visibility.ts'
import type { Actor } from '#kernel/operation.ts'
import { registry } from '#registry'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input, Name } from '#test/workspace.ts'

/*
 * Where the workspace shows only related contacts, an agent limited to their own records sees the contacts of these
 * records and contacts without any: no others, through no operation.
 */

const { act, actor, addAgent, write, sql } = await openInbox()
await act('update_account', { contacts_visibility: 'related' })
const limit = (who: Actor): Actor => ({ ...who, account: { ...who.account, contacts_visibility: 'related' } })
const own = limit(await addAgent('Solo lo suyo', { visibility: 'own' }))
const all = limit(await addAgent('Todo', { visibility: 'all' }))

const make = async (name: string, phone_number: string) => (await act('create_contact', { name, phone_number })).id
const hidden = await startConversation('Ornitorrinco oculto', '+573001110001', actor.id!)
const mine = await startConversation('Ornitorrinco mío', '+573001110002', own.id!)
const free = await make('Ornitorrinco nuevo', '+573001110003')
const lead = await make('Ornitorrinco con lead', '+573001110004')
await act('crm_create_lead', { name: 'Interesado', contact_id: lead, owner: own.id! })
const sold = await make('Ornitorrinco con negocio', '+573001110005')
await act('crm_create_opportunity', {
  name: 'Venta',
  contact_id: sold,
  owner: own.id!,
  expected_close_date: '2027-01-01',
})
const theirs = await make('Ornitorrinco de otra persona', '+573001110006')
await act('crm_create_lead', { name: 'Ajeno', contact_id: theirs, owner: actor.id! })
const visible = [mine, free, lead, sold].sort()
const note_id = (await act('add_contact_note', { contact_id: hidden, body: 'Privada' })).id

async function startConversation(name: string, phone_number: string, agent: string) {
  const { conversation } = await write({ source_id: name, content: 'Hola', contact: { name, phone_number } })
  await act('assign_conversation', { conversation_id: conversation.id, agent })
  return conversation.contact.id
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
const query = 'ornitorrinco'

test('Lists, searches, counts and exports contain visible contacts only', async () => {
  assert.deepEqual(ids((await act('search_contacts', { query }, { as: own })).items), visible)
  assert.deepEqual(ids((await act('search_contacts', {}, { as: own })).items), visible)
  assert.equal((await act('count_contacts', {}, { as: own })).count, visible.length)
  const asked = [hidden, theirs, mine]
  assert.deepEqual(ids((await act('get_contacts', { contact_ids: asked }, { as: own })).items), [mine])
  let csv = ''
  for await (const piece of await act('export_contacts', {}, { as: own })) csv += piece
  assert.ok(csv.includes('Ornitorrinco mío') && !csv.includes('Ornitorrinco oculto'))
  assert.equal((await act('search_contacts', { query }, { as: all })).items.length, 6)
})

test('Duplicates contain visible contacts only', async () => {
  await make('Ornitorrinco oculto', '+573001110007')
  assert.deepEqual((await act('list_duplicate_contacts', {}, { as: own })).items, [])
  assert.equal((await act('list_duplicate_contacts', {}, { as: all })).items.length, 1)
})

/** A call of every operation that takes a contact, about this one. */
const named: { [N in Name]?: (contact_id: string) => Input<N> } = {
  get_contact: (contact_id) => ({ contact_id }),
  get_contact_timeline: (contact_id) => ({ contact_id }),
  update_contact: (contact_id) => ({ contact_id, name: 'Otro' }),
  delete_contact: (contact_id) => ({ contact_id }),
  tag_contact: (contact_id) => ({ contact_id, label_title: 'Vip' }),
  untag_contact: (contact_id) => ({ contact_id, label_title: 'Vip' }),
  set_contact_avatar: (contact_id) => ({ contact_id, avatar_url: null }),
  set_contact_labels: (contact_id) => ({ contact_id, labels: [] }),
  add_contact_note: (contact_id) => ({ contact_id, body: 'Hola' }),
  list_contact_notes: (contact_id) => ({ contact_id }),
  update_contact_note: (contact_id) => ({ contact_id, note_id, body: 'Hola' }),
  delete_contact_note: (contact_id) => ({ contact_id, note_id }),
  create_contact_identity: (contact_id) => ({ contact_id, inbox_id: '1' }),
}

describe('An operation on a hidden contact answers as if it did not exist', async () => {
  await act('create_label', { title: 'Vip' })
  for (const [name, inputOf] of Object.entries(named) as [Name, (contact_id: string) => never][])
    test(name, async () => {
      const problem = await refusal(act(name, inputOf(hidden), { as: own }))
      const missing = await refusal(act(name, inputOf('999999999'), { as: own }))
      assert.equal(problem.code, 'not_found')
      assert.equal(problem.message, missing.message.replace('999999999', hidden))
    })

  test('merging', async () => {
    for (const [contact_id, duplicate_contact_id] of [
      [mine, hidden],
      [hidden, mine],
    ] as const)
      assert.equal(
        (await refusal(act('merge_contacts', { contact_id, duplicate_contact_id }, { as: own }))).code,
        'not_found',
      )
  })
})

test('A lead cannot be converted into a contact the agent cannot see', async () => {
  const fields = { name: 'Prueba', phone: '+573001110001', owner: own.id! }
  const { id: lead_id } = await act('crm_create_lead', fields, { as: own })
  const before = await sql`select count(*) from contacts`
  const problem = await refusal(act('crm_convert_lead', { lead_id, amount: 100 }, { as: own }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /belongs to a contact you can’t see/)
  assert.deepEqual(await sql`select count(*) from contacts`, before)
})

test('Events about contacts reach only viewers of all contacts', () => {
  const viewer = {
    user_id: own.user_id,
    visibility: 'own',
    teams: new Set<string>(),
    teammates: new Set<string>(),
  } as const
  const payload = { contact: { id: hidden } }
  assert.equal(isEventVisible({ ...viewer, contacts_visibility: 'related' }, payload), false)
  assert.equal(isEventVisible({ ...viewer, contacts_visibility: 'related' }, { contact_note: { id: '1' } }), false)
  assert.equal(isEventVisible({ ...viewer, contacts_visibility: 'all' }, payload), true)
  assert.equal(isEventVisible({ ...viewer, visibility: 'all', contacts_visibility: 'related' }, payload), true)
})

test('The table covers every operation that takes a contact', () => {
  const takesContact = Object.entries(registry).filter(
    ([, op]) => op.permission !== 'visitor' && op.rest?.includes(':contact_id'),
  )
  assert.deepEqual(
    Object.keys(named).sort(),
    takesContact
      .map(([name]) => name)
      .filter((name) => name !== 'merge_contacts')
      .sort(),
  )
})
