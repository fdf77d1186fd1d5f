import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import { until } from '#test/wait.ts'

const { act, actor, events, sql, inbox, write, addAgent, arrive, visit, runtime } = await openInbox()
const account_id = actor.account.id

const rowsOf = async (source_id: string) => {
  const [row] = await sql<{ identities: number; conversations: number; messages: number; contacts: number }>`
    select count(distinct d.id)::int as identities, count(distinct d.contact_id)::int as contacts,
           count(distinct c.id)::int as conversations, count(distinct m.id)::int as messages
      from contact_identities d left join conversations c on c.identity_id = d.id
      left join messages m on m.conversation_id = c.id
     where d.account_id = ${account_id} and d.source_id = ${source_id}`
  return row!
}
const one = { identities: 1, contacts: 1, conversations: 1, messages: 1 }

test('A message delivered fifty times at once is saved once, and every delivery succeeds', async () => {
  const count = (await events()).length
  const delivery = { source_id: 'cincuenta', external_id: 'wamid.50', content: 'Una sola vez' }
  const answers = await Promise.all(Array.from({ length: 50 }, () => write(delivery)))
  assert.equal(new Set(answers.map(({ message }) => message.id)).size, 1)
  assert.equal(new Set(answers.map(({ conversation }) => conversation.id)).size, 1)
  assert.deepEqual(await rowsOf('cincuenta'), one)
  const eventNames = (await events()).slice(count).map(({ name }) => name)
  assert.deepEqual(eventNames, ['contact.created', 'conversation.created', 'message.received'])
})

test('Two simultaneous first messages of a visitor share one conversation', async () => {
  for (let i = 0; i < 10; i++) {
    const source_id = `primera-${i}`
    const [a, b] = await Promise.all([write({ source_id, content: 'Uno' }), write({ source_id, content: 'Dos' })])
    assert.equal(a.conversation.id, b.conversation.id)
    assert.deepEqual(await rowsOf(source_id), { ...one, messages: 2 })
    assert.equal(a.conversation.unread_count + b.conversation.unread_count, 1 + 2)
  }
})

test('Many customers writing at once each get their own conversation, with every message counted', async () => {
  const sources = Array.from({ length: 12 }, (_, i) => `muchos-${i}`)
  const sent = sources.flatMap((source_id) =>
    ['a', 'b', 'c'].map((each) => ({ source_id, external_id: `${source_id}-${each}` })),
  )
  await Promise.all(sent.map((each) => write(each)))
  for (const source_id of sources) assert.deepEqual(await rowsOf(source_id), { ...one, messages: 3 })
  const { items } = await act('list_conversations', { source_id: 'muchos-3' })
  assert.equal(items[0]?.unread_count, 3)
})

test('A customer’s messages keep the order in which they arrived', async () => {
  const contents = Array.from({ length: 20 }, (_, i) => `Línea ${i}`)
  for (const content of contents) await write({ source_id: 'orden', content })
  const { items } = await act('list_conversations', { source_id: 'orden' })
  const { messages } = await act('get_conversation_detail', { conversation_id: items[0]!.id })
  assert.deepEqual(
    messages.map(({ content }) => content),
    contents.toReversed(),
  )
})

test('A message with an older timestamp does not become the latest, and activity does not move back', async () => {
  const now = new Date()
  const first = await write({ source_id: 'tarde', content: 'Nuevo' }, { now })
  const late = await write({ source_id: 'tarde', content: 'Viejo' }, { now: new Date(now.getTime() - 60_000) })
  assert.equal(late.conversation.last_activity_at, first.conversation.last_activity_at)
  assert.equal(late.conversation.last_message?.preview, 'Nuevo')
})

test('A message that cannot be saved leaves neither a contact nor a conversation behind', async () => {
  const count = (await events()).length
  await refusal(write({ source_id: 'entero', attachments: ['no-es-un-archivo'] }))
  assert.deepEqual(await sql`select from contact_identities where source_id = 'entero'`, [])
  assert.equal((await events()).length, count)
})

test('A blocked contact cannot write under any of their channel identities', async () => {
  const phone_number = '+573001230001'
  const { conversation } = await write({ source_id: 'bloqueada', contact: { phone_number } })
  await act('update_contact', { contact_id: conversation.contact.id, blocked: true })
  const known = await events()
  for (const source_id of ['bloqueada', 'bloqueada-2']) {
    const problem = await refusal(write({ source_id, contact: { phone_number } }))
    assert.equal(problem.code, 'permission_denied')
  }
  assert.deepEqual(await events(), known)
  assert.deepEqual(await sql`select from contact_identities where source_id = 'bloqueada-2'`, [])
  await act('update_contact', { contact_id: conversation.contact.id, blocked: false })
  assert.equal((await write({ source_id: 'bloqueada' })).conversation.id, conversation.id)
})

test('A repeated delivery from before the contact was blocked still returns the same message', async () => {
  const sent = { source_id: 'antes', external_id: 'antes-1' }
  const first = await write(sent)
  await act('update_contact', { contact_id: first.conversation.contact.id, blocked: true })
  assert.equal((await write(sent)).message.id, first.message.id)
})

test('A contact is recognised by identifier, then phone number, then e-mail', async () => {
  const byEmail = await act('create_contact', { name: 'Correo', email: 'igual@example.com' })
  const byPhone = await act('create_contact', { name: 'Teléfono', phone_number: '+573007770001' })
  const byName = await act('create_contact', { name: 'Código', email: 'codigo@example.com', identifier: 'ID-1' })
  const cases = [
    [{ email: 'IGUAL@example.com' }, byEmail.id],
    [{ phone_number: '300 777 0001' }, byPhone.id],
    [{ identifier: 'ID-1' }, byName.id],
    [{ phone_number: '3007770001', email: 'igual@example.com' }, byPhone.id],
    [{ identifier: 'ID-1', phone_number: '3007770001', email: 'igual@example.com' }, byName.id],
    [{ identifier: 'ID-2', email: 'igual@example.com' }, byEmail.id],
  ] as const
  for (const [i, [contact, expected]] of cases.entries()) {
    const { conversation } = await write({ source_id: `enlace-${i}`, contact: { name: 'Otro', ...contact } })
    assert.equal(conversation.contact.id, expected, JSON.stringify(contact))
  }
  const unchanged = await act('get_contact', { contact_id: byEmail.id })
  assert.deepEqual([unchanged.name, unchanged.identifier], ['Correo', null])
})

test('A person who first writes in several inboxes at once becomes one contact', async () => {
  const inboxes = [inbox]
  for (const name of ['Dos', 'Tres', 'Cuatro']) inboxes.push(await act('create_inbox', { name, channel: 'api' }))
  for (let i = 0; i < 5; i++) {
    const contact = {
      name: 'Inés',
      phone_number: `+5730088800${i}0`,
      email: `varios${i}@example.com`,
      identifier: `varios-${i}`,
    }
    const known = [
      contact,
      { phone_number: contact.phone_number },
      { email: contact.email },
      { identifier: contact.identifier },
    ]
    const answers = await Promise.all(
      inboxes.map(({ id }, j) =>
        write({ inbox_id: id, source_id: `varios-${i}-${j}`, contact: { ...contact, ...known[j] } }),
      ),
    )
    assert.equal(new Set(answers.map(({ conversation }) => conversation.contact.id)).size, 1)
  }
})

test('A visitor who types a customer’s e-mail is a separate contact and sees none of the customer’s messages', async () => {
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
  const customer = await act('create_contact', { name: 'Clienta', email: 'clienta@example.com' })
  await act('create_conversation', {
    contact_id: customer.id,
    inbox_id: site.id,
    message: { content: 'Su clave es 1234' },
  })
  const { chat, source_id } = visit(site)
  await chat('update_chat_contact', { email: 'clienta@example.com' })
  await chat('post_chat_message', { client_id: '1', content: 'Soy la clienta' })
  const { messages } = await chat('get_chat', {})
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['Soy la clienta'],
  )
  const { items } = await act('list_conversations', { source_id })
  assert.notEqual(items[0]?.contact.id, customer.id)
})

test('Messages that arrive during a contact merge join the existing conversation', async () => {
  for (let i = 0; i < 12; i++) {
    const [a, b] = await Promise.all([write({ source_id: `une-a-${i}` }), write({ source_id: `une-b-${i}` })])
    const [kept, gone] = [a.conversation.contact.id, b.conversation.contact.id]
    const writing = ['a', 'b'].flatMap((side) =>
      Array.from({ length: 4 }, (_, n) => write({ source_id: `une-${side}-${i}`, content: `${side} ${n}` })),
    )
    const merging = act('merge_contacts', { contact_id: kept, duplicate_contact_id: gone })
    const [, ...answers] = await Promise.all([merging, ...writing])
    assert.equal(answers.length, 8)
    const rows = await sql<{ contact_id: string; unread_count: number }>`
      select contact_id, unread_count from conversations where id = any(${[a.conversation.id, b.conversation.id]}) order by id`
    assert.deepEqual(rows, [
      { contact_id: kept, unread_count: 5 },
      { contact_id: kept, unread_count: 5 },
    ])
    const { messages } = await act('get_conversation_detail', { conversation_id: b.conversation.id })
    assert.equal(messages.length, 5)
  }
})

test('A message that waited for a merge belongs to the remaining contact', async () => {
  const [a, b] = [await write({ source_id: 'espera-a' }), await write({ source_id: 'espera-b' })]
  const [kept, gone] = [a.conversation.contact.id, b.conversation.contact.id]
  const merging = await runtime.database.work.connect()
  await merging.query('begin')
  await merging.query('select from contacts where id = any($1) order by id for update', [[kept, gone]])
  const writing = write({ source_id: 'espera-b', content: 'Mientras' })
  const waiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length > 0
  await until(waiting, 'the message waits for the merge')
  await merging.query('update contact_identities set contact_id = $1 where contact_id = $2', [kept, gone])
  await merging.query('update conversations set contact_id = $1 where contact_id = $2', [kept, gone])
  await merging.query('delete from contacts where id = $1', [gone])
  await merging.query('commit')
  merging.release()
  const { message, conversation } = await writing
  assert.equal(conversation.id, b.conversation.id)
  assert.deepEqual([conversation.contact.id, message.author.id], [kept, kept])
  assert.equal((await act('get_contact', { contact_id: kept })).last_activity_at, message.created_at)
})

test('A reply and a message that cross are both saved, and the counters follow the later one', async () => {
  for (let i = 0; i < 8; i++) {
    const { conversation } = await write({ source_id: `cruce-${i}` })
    const conversation_id = conversation.id
    await Promise.all([
      write({ source_id: `cruce-${i}`, content: 'Pregunta' }),
      act('send_message', { conversation_id, content: 'Respuesta' }),
    ])
    const messageEvents = (await events()).filter(({ name }) => name === 'message.received' || name === 'message.sent')
    const after = await act('get_conversation_detail', { conversation_id })
    assert.equal(after.messages.length, 3)
    const answeredLast = messageEvents.at(-1)?.name === 'message.sent'
    assert.equal(after.unread_count, answeredLast ? 0 : 1)
    assert.equal(after.waiting_since === null, answeredLast)
    assert.notEqual(after.first_reply_at, null)
  }
})

test('A message that arrives while the conversation is resolved is never hidden', async () => {
  for (let i = 0; i < 8; i++) {
    const { conversation } = await write({ source_id: `cierra-${i}` })
    const conversation_id = conversation.id
    await Promise.all([write({ source_id: `cierra-${i}` }), act('resolve_conversation', { conversation_id })])
    const { status, unread_count, resolved_at } = await act('get_conversation_detail', { conversation_id })
    const eventNames = (await events()).map(({ name }) => name)
    const last = eventNames.findLast((name) => name === 'conversation.resolved' || name === 'message.received')
    assert.equal(status, last === 'conversation.resolved' ? 'resolved' : 'open')
    assert.equal(resolved_at === null, status === 'open')
    assert.equal(unread_count, 2)
  }
})

test('A first message is assigned to an available agent in the same transaction', async () => {
  const ana = await addAgent('Ana')
  const quick = await act('create_inbox', { name: 'Rápido', channel: 'api', members: [ana.id!] })
  await arrive(ana)
  const count = (await events()).length
  const { conversation } = await write({ inbox_id: quick.id })
  assert.equal(conversation.assignee?.id, ana.id)
  const eventNames = (await events()).slice(count).map(({ name }) => name)
  assert.deepEqual(eventNames, ['contact.created', 'conversation.created', 'message.received', 'conversation.assigned'])
})
