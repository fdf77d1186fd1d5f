import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { readVisitorToken } from '#domains/access/public/visitors.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, events, since, sql, visit, runtime, addAccount } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
const { identity_secret } = await act('get_inbox_identity_secret', { inbox_id: site.id })

const hashIdentifier = (identifier: string, secret = identity_secret) =>
  createHmac('sha256', secret).update(identifier).digest('hex')

type Visitor = ReturnType<typeof visit>
/** Identifies the visitor and returns them with their new token. */
const identify = async (visitor: Visitor, input: Input<'identify_visitor'>): Promise<Visitor & { token: string }> => {
  const { token, verified } = await visitor.chat('identify_visitor', input)
  const claims = readVisitorToken(runtime.secret, token)!
  assert.deepEqual([claims.account_id, claims.verified], [actor.account.id, verified])
  return { ...visit({ id: claims.inbox_id }, claims), token }
}
const verifyVisitor = (visitor: Visitor, identifier: string, more: object = {}) =>
  identify(visitor, { identifier, identifier_hash: hashIdentifier(identifier), ...more })
const contents = async ({ chat }: Visitor) => (await chat('get_chat', {})).messages.map(({ content }) => content)
const conversationsOf = (identifier: string) =>
  sql<{ id: string; contact_id: string }>`
    select c.id, c.contact_id from conversations c join contacts k on k.id = c.contact_id
     where k.account_id = ${actor.account.id} and k.identifier = ${identifier} order by c.id`

test('A verified visitor keeps their earlier messages and gets the site’s identifier on the same contact', async () => {
  const unknown = visit(site)
  await unknown.chat('post_chat_message', { client_id: '1', content: 'Antes de entrar' })
  const count = (await events()).length
  const person = await verifyVisitor(unknown, 'cliente-1', { name: 'Inés', email: 'ines@example.com' })
  assert.equal(person.verified, true)
  assert.deepEqual(await contents(person), ['Antes de entrar'])
  assert.deepEqual(await since(count), ['contact.updated', 'contact.updated'])
  const { conversation, contact } = await person.chat('get_chat', {})
  assert.deepEqual(contact, { name: 'Inés', email: 'ines@example.com' })
  const detail = await act('get_conversation_detail', { conversation_id: conversation!.id })
  assert.equal(detail.contact.identifier, 'cliente-1')
  const { channel_identities } = await act('get_contact', { contact_id: detail.contact.id })
  assert.deepEqual(
    channel_identities.map(({ verified }) => verified),
    [true],
  )
})

test('A second device shows the same chat, in both directions', async () => {
  const phone = await verifyVisitor(visit(site), 'cliente-2')
  await phone.chat('post_chat_message', { client_id: '1', content: 'Desde el teléfono' })
  const laptop = await verifyVisitor(visit(site), 'cliente-2')
  assert.equal(laptop.source_id, phone.source_id)
  await laptop.chat('post_chat_message', { client_id: '1b', content: 'Desde el portátil' })
  const both = ['Desde el portátil', 'Desde el teléfono']
  assert.deepEqual(await contents(laptop), both)
  assert.deepEqual(await contents(phone), both)
  assert.equal((await conversationsOf('cliente-2')).length, 1)
})

test('An anonymous chat on a second device joins the known contact, and the anonymous one is removed', async () => {
  const phone = await verifyVisitor(visit(site), 'cliente-3')
  await phone.chat('post_chat_message', { client_id: '1', content: 'Primero' })
  const unknown = visit(site)
  await unknown.chat('post_chat_message', { client_id: '1', content: 'Sin entrar' })
  const count = (await events()).length
  const laptop = await verifyVisitor(unknown, 'cliente-3')
  assert.deepEqual(await contents(laptop), ['Sin entrar', 'Primero'])
  assert.deepEqual(await contents(phone), ['Sin entrar', 'Primero'])
  assert.deepEqual(await since(count), ['contact.merged'])
  const rows = await conversationsOf('cliente-3')
  assert.equal(new Set(rows.map(({ contact_id }) => contact_id)).size, 1)
  assert.equal(rows.length, 2)
  const [left] = await sql`select from contact_identities where source_id = ${unknown.source_id}`
  assert.equal(left, undefined)
  const [orphans] = await sql<{ count: number }>`
    select count(*)::int as count from contacts k where account_id = ${actor.account.id} and identifier is null
       and email is null and not exists (select from contact_identities d where d.contact_id = k.id)`
  assert.equal(orphans?.count, 0)
})

test('A visitor is matched to the contact that already has the identifier', async () => {
  const { id: contact_id } = await act('create_contact', {
    name: 'Clienta de años',
    email: 'vieja@example.com',
    identifier: 'cliente-4',
  })
  const unknown = visit(site)
  await unknown.chat('post_chat_message', { client_id: '1', content: 'Soy yo' })
  await verifyVisitor(unknown, 'cliente-4')
  const rows = await conversationsOf('cliente-4')
  assert.deepEqual(
    rows.map((row) => row.contact_id),
    [contact_id],
  )
  const silent = await verifyVisitor(visit(site), 'cliente-4')
  assert.deepEqual(await contents(silent), ['Soy yo'])
})

test('An anonymous contact with an e-mail or phone stays, while its chat moves to the verified person', async () => {
  await verifyVisitor(visit(site), 'cliente-5')
  const unknown = visit(site)
  await unknown.chat('update_chat_contact', { name: 'Luz', email: 'luz@example.com' })
  await unknown.chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const person = await verifyVisitor(unknown, 'cliente-5')
  assert.deepEqual(await contents(person), ['Hola'])
  const [kept] = await sql<{ name: string }>`select name from contacts where email = 'luz@example.com'`
  assert.equal(kept?.name, 'Luz')
})

test('A wrong hash is refused and changes nobody', async () => {
  await verifyVisitor(visit(site), 'víctima', { name: 'Víctima' })
  const other = await act('create_inbox', { name: 'Otro', channel: 'web_widget' })
  const { identity_secret: otherSecret } = await act('get_inbox_identity_secret', { inbox_id: other.id })
  const unknown = visit(site)
  const known = await events()
  const right = hashIdentifier('víctima')
  for (const identifier_hash of [
    '',
    'x',
    hashIdentifier('otra'),
    hashIdentifier('víctima', otherSecret),
    right.slice(0, -1),
    `${right}0`,
    `${right} `,
  ]) {
    const problem = await refusal(unknown.chat('identify_visitor', { identifier: 'víctima', identifier_hash }))
    assert.equal(problem.code, 'invalid_value', identifier_hash)
    assert.equal(problem.extra.errors?.[0]?.field, 'identifier_hash')
  }
  assert.deepEqual(await events(), known)
  assert.deepEqual(await contents(unknown), [])
  await identify(unknown, { identifier: 'víctima', identifier_hash: right.toUpperCase() })
})

test('Without a hash the visitor stays as they are, and no contact gets the identifier', async () => {
  const unknown = visit(site)
  await unknown.chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const same = await identify(unknown, { identifier: 'sin-prueba', name: 'Zoé', email: 'zoe@example.com' })
  assert.deepEqual([same.verified, same.source_id], [false, unknown.source_id])
  assert.deepEqual((await same.chat('get_chat', {})).contact, { name: 'Zoé', email: 'zoe@example.com' })
  assert.deepEqual(await sql`select from contacts where identifier = 'sin-prueba'`, [])
})

test('An inbox that requires verification refuses a call without it', async () => {
  const settings = { identity_verification: 'required' } as const
  const strict = await act('create_inbox', { name: 'Estricto', channel: 'web_widget', settings })
  const problem = await refusal(visit(strict).chat('identify_visitor', { identifier: 'cliente-1' }))
  assert.equal(problem.code, 'missing_field')
  assert.equal(problem.extra.errors?.[0]?.field, 'identifier_hash')
})

test('The next visitor in the same browser cannot read a verified person’s chat', async () => {
  const first = await verifyVisitor(visit(site), 'cliente-6')
  await first.chat('post_chat_message', { client_id: '1', content: 'Privado' })
  const second = await verifyVisitor(first, 'cliente-7')
  assert.deepEqual(await contents(second), [])
  const third = await identify(first, { identifier: 'cliente-8', name: 'Sin prueba' })
  assert.equal(third.verified, false)
  assert.deepEqual(await contents(third), [])
  assert.deepEqual(await contents(first), ['Privado'])
  const again = await identify(first, { identifier: 'cliente-6' })
  assert.equal(again.source_id, first.source_id)
  assert.deepEqual(
    (await first.chat('get_chat', {})).contact?.name,
    `Visitante ${first.source_id.replace(/\W/g, '').slice(-4)}`,
  )
})

test('The inbox identity cannot be guessed from the identifier and differs between inboxes', async () => {
  const here = await verifyVisitor(visit(site), 'cliente-9')
  assert.ok(!here.source_id.includes('cliente-9'))
  const other = await act('create_inbox', { name: 'Tienda', channel: 'web_widget' })
  const { identity_secret: secret } = await act('get_inbox_identity_secret', { inbox_id: other.id })
  const there = await identify(visit(other), {
    identifier: 'cliente-9',
    identifier_hash: hashIdentifier('cliente-9', secret),
  })
  assert.notEqual(there.source_id, here.source_id)
  const [first, second] = await sql<{ contact_id: string }>`
    select contact_id from contact_identities where source_id = any(${[here.source_id, there.source_id]})`
  assert.equal(first?.contact_id, second?.contact_id)
})

test('Two devices that identify at once become one person', async () => {
  for (let i = 0; i < 5; i++) {
    const devices = Array.from({ length: 4 }, () => visit(site))
    for (const { chat } of devices.slice(1)) await chat('post_chat_message', { client_id: '1', content: 'Hola' })
    const people = await Promise.all(devices.map((device) => verifyVisitor(device, `a-la-vez-${i}`)))
    assert.equal(new Set(people.map(({ source_id }) => source_id)).size, 1)
    assert.equal((await sql`select from contacts where identifier = ${`a-la-vez-${i}`}`).length, 1)
    for (const person of people) assert.deepEqual(await contents(person), ['Hola', 'Hola', 'Hola'])
  }
})

test('A message written during identification belongs to the verified person', async () => {
  for (let i = 0; i < 5; i++) {
    const unknown = visit(site)
    await unknown.chat('post_chat_message', { client_id: '0', content: 'Uno' })
    const [person] = await Promise.all([
      verifyVisitor(unknown, `mientras-${i}`),
      unknown.chat('post_chat_message', { client_id: '1', content: 'Dos' }),
    ])
    const again = await verifyVisitor(unknown, `mientras-${i}`)
    assert.deepEqual(new Set(await contents(again)), new Set(['Uno', 'Dos']))
    assert.equal(again.source_id, person.source_id)
  }
})

test('The token holds no secret, cannot be altered, and belongs to this workspace alone', async () => {
  const { token } = await verifyVisitor(visit(site), 'cliente-10')
  assert.ok(!token.includes(identity_secret))
  const other = await addAccount()
  const claims = readVisitorToken(runtime.secret, token)!
  assert.notEqual(claims.account_id, other.actor.account.id)
  assert.equal(readVisitorToken(runtime.secret, `${token}x`), undefined)
  assert.equal((await refusal(act('identify_visitor', { identifier: 'x' }))).code, 'permission_denied')
})

test('The picture that the site names is fetched for the visitor’s own contact, if its address can be read', async () => {
  const wanted = async (contact_id: string) =>
    (await sql<{ avatar_source: string | null }>`select avatar_source from contacts where id = ${contact_id}`)[0]!
  const contactOf = async (visitor: Visitor) => {
    await visitor.chat('post_chat_message', { client_id: '1', content: 'Hola' })
    const { conversation } = await visitor.chat('get_chat', {})
    return (await act('get_conversation_detail', { conversation_id: conversation!.id })).contact.id
  }
  const avatar_url = 'https://pictures.example/ana.png?size=2'
  for (const visitor of [
    await verifyVisitor(visit(site), 'con-foto', { avatar_url }),
    await identify(visit(site), { identifier: 'sin-prueba', name: 'Ana', avatar_url }),
  ])
    assert.deepEqual(await wanted(await contactOf(visitor)), { avatar_source: avatar_url })
  for (const address of ['https://10.0.0.1/ana.png', 'ana.png', 'javascript:alert(1)']) {
    const visitor = await identify(visit(site), { identifier: 'mala', avatar_url: address })
    assert.deepEqual(await wanted(await contactOf(visitor)), { avatar_source: null }, address)
  }
})
