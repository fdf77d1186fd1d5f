import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, events, sql, only, inbox, addAccount } = await openInbox()

type Account = Awaited<ReturnType<typeof addAccount>>
type Filters = Omit<Input<'search_messages'>, 'query'>
const search = async (query: string, account: Pick<Account, 'act'> = { act }, filters: Filters = {}) =>
  (await account.act('search_messages', { query, ...filters })).items.map(({ content }) => content)

test('Other forms of a word are found in Spanish and English, ignoring accents', async () => {
  const other = await addAccount()
  const pairs = [
    ['¿Tienen camiones de carga?', 'camión', 'camion', 'CAMIONES'],
    ['Necesito la factura', 'facturas', 'FACTURA'],
    ['El café estaba frío', 'cafe', 'CAFÉ', 'cafés'],
    ['He was running late', 'runs', 'run', 'Running'],
    ['Two orders arrived', 'order', 'ordered', 'arrive'],
    ['Quiero cotización mañana', 'cotizaciones', 'manana', 'MAÑANA'],
    ['Straße und Müller', 'strasse', 'muller'],
  ] as const
  for (const [content] of pairs) await other.write({ content })
  for (const [content, ...queries] of pairs)
    for (const query of queries) assert.deepEqual(await search(query, other), [content], query)
})

test('Every word must be in the message, in any order, and similar words are not enough', async () => {
  const other = await addAccount()
  await other.write({ content: 'Enviamos su pedido de zapatos ayer' })
  await other.write({ content: 'Los zapatos son rojos' })
  assert.deepEqual(await search('zapato pedidos', other), ['Enviamos su pedido de zapatos ayer'])
  assert.deepEqual(await search('zapatos', other), ['Los zapatos son rojos', 'Enviamos su pedido de zapatos ayer'])
  assert.deepEqual(await search('zapatos azules', other), [])
  assert.deepEqual(await search('zapat', other), ['Los zapatos son rojos', 'Enviamos su pedido de zapatos ayer'])
  assert.deepEqual(await search('pato', other), [])
})

test('Every part of a term such as 12:30 must be in the message', async () => {
  const other = await addAccount()
  await other.write({ content: 'La cita es a las 12:30' })
  await other.write({ content: 'Son 30 personas, calle 12' })
  await other.write({ content: 'Somos 30' })
  assert.deepEqual(await search('12:30', other), ['Son 30 personas, calle 12', 'La cita es a las 12:30'])
  assert.deepEqual(await search('personas,calle', other), ['Son 30 personas, calle 12'])
})

test('Punctuation and operators are treated as plain text', async () => {
  const other = await addAccount()
  await other.write({ content: `Precio: 50% "hoy" & mañana | nunca ! (quizás) C:\\temp 'sí' <b> a* $1` })
  await other.write({ content: 'Otra cosa' })
  const one = [`Precio: 50% "hoy" & mañana | nunca ! (quizás) C:\\temp 'sí' <b> a* $1`]
  for (const query of [
    'precio:',
    '"hoy"',
    'hoy & nunca',
    '(quizás)',
    "'sí'",
    'precio & hoy',
    'hoy:*',
    'quizás\\',
    '$1',
  ])
    assert.deepEqual(await search(query, other), one, query)
  for (const query of ['otra | precio', '!precio otra', '!otra precio', 'precio <-> otra', "x' or '1'='1"])
    assert.deepEqual(await search(query, other), [], query)
})

test('A query without words finds nothing and does not fail', async () => {
  await act('receive_message', { inbox_id: inbox.id, source_id: 'x', content: 'no me a' })
  for (const query of ['&', '|', '!', '()', "'", '\\', ':', '<->', '***', 'no', 'me', 'a no me', '😀', '´', "';--"])
    assert.deepEqual(await search(query), [], query)
})

test('A query has 1 to 200 characters', async () => {
  for (const query of ['', '   ', 'x'.repeat(201), '\0', '\ud83d']) {
    const problem = await refusal(act('search_messages', { query }))
    assert.equal(problem.code, 'invalid_request', query)
    assert.equal(problem.extra.errors?.[0]?.field, 'query')
  }
})

test('Numbers, addresses and links are found as written', async () => {
  const other = await addAccount()
  await other.write({ content: 'Pedido 48213 a ines.munoz@example.com, ver https://tienda.example.com/p/9' })
  for (const query of ['48213', 'ines.munoz@example.com', 'INES.MUNOZ@EXAMPLE.COM', 'tienda.example.com'])
    assert.equal((await search(query, other)).length, 1, query)
  assert.deepEqual(await search('48214', other), [])
})

test('Each result shows its conversation, and notes and both sides are searched', async () => {
  const other = await addAccount()
  const { conversation } = await other.write({ content: 'ornitorrinco uno', contact: { name: 'Inés' } })
  await other.act('send_message', { conversation_id: conversation.id, content: 'ornitorrinco dos' })
  const note = await other.act('send_message', {
    conversation_id: conversation.id,
    content: 'ornitorrinco tres',
    private: true,
  })
  const { items, next_cursor } = await other.act('search_messages', { query: 'ornitorrincos' })
  assert.deepEqual(
    items.map(({ content }) => content),
    ['ornitorrinco tres', 'ornitorrinco dos', 'ornitorrinco uno'],
  )
  const contact = { id: conversation.contact.id, name: 'Inés' }
  assert.deepEqual(items[0], { ...note, contact, inbox: conversation.inbox, channel: conversation.channel })
  assert.equal(next_cursor, null)
})

test('A search can be limited to an inbox or a contact', async () => {
  const other = await addAccount()
  const support = await other.act('create_inbox', { name: 'Soporte', channel: 'api' })
  const here = await other.write({ content: 'garantía aquí' })
  await other.write({ content: 'garantía allá', inbox_id: support.id })
  assert.deepEqual(await search('garantia', other, { inbox: 'soporte' }), ['garantía allá'])
  assert.deepEqual(await search('garantia', other, { contact_id: here.conversation.contact.id }), ['garantía aquí'])
  const problem = await refusal(other.act('search_messages', { query: 'x', inbox: 'Nada' }))
  assert.equal(problem.code, 'not_found')
})

test('Resolved conversations are searched too, and pages hold each message once', async () => {
  const other = await addAccount()
  for (let i = 0; i < 7; i++) {
    const { conversation } = await other.write({ content: `reembolso ${i}` })
    if (i % 2) await other.act('resolve_conversation', { conversation_id: conversation.id })
  }
  const seen: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await other.act('search_messages', { query: 'reembolsos', limit: 3, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ content }) => content))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    seen,
    [6, 5, 4, 3, 2, 1, 0].map((i) => `reembolso ${i}`),
  )
})

test('The first 20,000 characters of a message are searched, and a longer one is saved in full', async () => {
  const other = await addAccount()
  const content = `inicio ${'relleno '.repeat(5000)} final`
  await other.write({ content })
  assert.deepEqual(await search('inicio', other), [content])
  assert.deepEqual(await search('final', other), [])
})

test('Messages of another workspace are never found, reading emits nothing, and permission is required', async () => {
  const other = await addAccount()
  await other.write({ content: 'secretísimo' })
  const known = await events()
  assert.deepEqual(await search('secretísimo'), [])
  assert.deepEqual(await events(), known)
  assert.equal((await sql`select from messages where account_id = ${actor.account.id}`).length > 0, true)
  const problem = await refusal(act('search_messages', { query: 'x' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
