import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, sql, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

const contactOf = async (source_id: string) => {
  const [row] = await sql<{
    contact_id: string
  }>`select contact_id from contact_identities where source_id = ${source_id}`
  return act('get_contact', { contact_id: row!.contact_id })
}

test('A visitor who gives their details before writing becomes a contact and writes as that contact', async () => {
  const { chat, source_id } = visit(site)
  const count = (await events()).length
  const details = await chat('update_chat_contact', {
    name: ' Inés ',
    email: 'Ines@Example.com',
    phone_number: '300 111 2233',
  })
  assert.deepEqual(details, { name: 'Inés', email: 'ines@example.com' })
  assert.deepEqual(await since(count), ['contact.created'])
  const contact = await contactOf(source_id)
  assert.deepEqual([contact.name, contact.phone_number], ['Inés', '+573001112233'])
  await chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id })
  assert.equal(items[0]?.contact.id, contact.id)
})

test('Later details are added, missing ones stay, and the same details change nothing', async () => {
  const { chat, source_id } = visit(site)
  await chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const count = (await events()).length
  await chat('update_chat_contact', { email: 'luz@example.com' })
  assert.deepEqual(await since(count), ['contact.updated'])
  await chat('update_chat_contact', { name: 'Luz' })
  const known = await events()
  assert.deepEqual(await chat('update_chat_contact', { name: 'Luz', email: 'luz@example.com' }), {
    name: 'Luz',
    email: 'luz@example.com',
  })
  assert.deepEqual(await chat('update_chat_contact', { name: ' ' }), { name: 'Luz', email: 'luz@example.com' })
  assert.deepEqual(await events(), known)
  assert.equal((await contactOf(source_id)).email, 'luz@example.com')
})

test('Another contact’s e-mail is saved only as an attribute, so no visitor becomes a customer by typing it', async () => {
  const customer = await act('create_contact', {
    name: 'Clienta',
    email: 'clienta@example.com',
    phone_number: '+573009990000',
  })
  const { chat, source_id } = visit(site)
  const details = await chat('update_chat_contact', {
    name: 'Impostora',
    email: 'clienta@example.com',
    phone_number: '3009990000',
  })
  assert.deepEqual(details, { name: 'Impostora', email: 'clienta@example.com' })
  const contact = await contactOf(source_id)
  assert.notEqual(contact.id, customer.id)
  assert.deepEqual([contact.email, contact.phone_number], [null, null])
  assert.deepEqual(contact.custom_attributes, {
    visitor_email: 'clienta@example.com',
    visitor_phone_number: '+573009990000',
  })
  assert.deepEqual((await chat('get_chat', {})).messages, [])
  const { channel_identities: _, ...untouched } = await act('get_contact', { contact_id: customer.id })
  assert.deepEqual([untouched.name, untouched.email, untouched.conversations], ['Clienta', 'clienta@example.com', []])
})

test('Another contact’s number is recognised in any of its forms', async () => {
  await act('create_contact', { name: 'Lupe', phone_number: '+525512345678' })
  const { chat, source_id } = visit(site)
  await chat('update_chat_contact', { name: 'Impostora', phone_number: '+5215512345678' })
  const contact = await contactOf(source_id)
  assert.deepEqual([contact.phone_number, contact.custom_attributes.visitor_phone_number], [null, '+525512345678'])
})

test('A visitor who types another contact’s e-mail keeps their own', async () => {
  await act('create_contact', { name: 'Otra', email: 'otra@example.com' })
  const { chat, source_id } = visit(site)
  await chat('update_chat_contact', { name: 'Zoé', email: 'zoe@example.com' })
  assert.deepEqual(await chat('update_chat_contact', { email: 'otra@example.com' }), {
    name: 'Zoé',
    email: 'zoe@example.com',
  })
  const contact = await contactOf(source_id)
  assert.deepEqual([contact.email, contact.custom_attributes.visitor_email], ['zoe@example.com', 'otra@example.com'])
})

test('An invalid e-mail or phone number is refused and nothing is saved', async () => {
  const { chat, source_id } = visit(site)
  for (const details of [{ email: 'ines' }, { phone_number: '12' }]) {
    const problem = await refusal(chat('update_chat_contact', details))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, Object.keys(details)[0])
  }
  assert.deepEqual(await sql`select from contact_identities where source_id = ${source_id}`, [])
  assert.equal((await refusal(chat('update_chat_contact', { blocked: false } as never))).code, 'invalid_request')
  assert.equal((await refusal(chat('update_chat_contact', { identifier: 'x' }))).code, 'permission_denied')
})

test('Browsers giving the same new e-mail at once all succeed, and one contact has the e-mail', async () => {
  const visitors = Array.from({ length: 6 }, () => visit(site))
  const details = { name: 'Ana', email: 'a-la-vez@example.com' }
  const outcomes = await Promise.allSettled(visitors.map(({ chat }) => chat('update_chat_contact', details)))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    Array(6).fill('fulfilled'),
  )
  assert.equal((await sql`select from contacts where email = 'a-la-vez@example.com'`).length, 1)
})

test('A site’s attributes are merged, conform to their definitions, and null removes one', async () => {
  const { chat, source_id } = visit(site)
  await act('create_custom_attribute', {
    display_name: 'Edad',
    key: 'edad',
    model: 'contact_attribute',
    type: 'number',
  })
  await chat('update_chat_contact', { custom_attributes: { plan: 'oro', ninguno: null } })
  await chat('update_chat_contact', { custom_attributes: { edad: 31, plan: null, vip: true } })
  assert.deepEqual((await contactOf(source_id)).custom_attributes, { edad: 31, vip: true })
  const wrong = await refusal(chat('update_chat_contact', { custom_attributes: { edad: 'mucha' } }))
  assert.equal(wrong.code, 'invalid_value')
})

test('Team members cannot use this operation', async () => {
  assert.equal((await refusal(act('update_chat_contact', { name: 'x' }))).code, 'permission_denied')
})
