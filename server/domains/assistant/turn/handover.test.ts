import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { answer_customers } from '#subscribers/answer_customers.ts'
import { send_out_of_office } from '#subscribers/send_out_of_office.ts'
import { openAssistant } from '#test/assistant.ts'

const {
  act,
  actor,
  sql,
  runtime,
  events,
  since,
  addAgent,
  arrive,
  llm,
  makeInbox,
  say,
  ask,
  deliver,
  detail,
  repliesTo,
  turnOf,
  waitFor,
} = await openAssistant()

type Received = Awaited<ReturnType<typeof say>>
const OURS = 'Te paso con una persona de nuestro equipo; en breve te responde por aquí.'

/** Asserts that the conversation was handed over for this reason, with this message. */
async function handedOver(event: Received, reason: string, words: string = OURS): Promise<void> {
  const { status } = await detail(event)
  const turn = await turnOf(event)
  assert.deepEqual([status, turn?.outcome, turn?.reason], ['open', 'handed_over', reason])
  const last = (await repliesTo(event)).at(-1)
  assert.deepEqual([last?.content, last?.author.type], [words, 'ai_agent'])
}

test('A customer who asks for a person is informed and handed to the team in one step', async () => {
  const inbox = await makeInbox()
  const callsBefore = llm.requests.length
  const event = await say(inbox.id, 'Quiero hablar con una persona, por favor')
  const count = (await events()).length
  await deliver(event)
  await handedOver(event, 'requested')
  // The note for the team comes first.
  assert.deepEqual(await since(count), ['message.sent', 'message.sent', 'conversation.status_changed'])
  assert.deepEqual((await events()).at(-1)!.actor.type, 'ai_agent')
  assert.equal(llm.requests.length, callsBefore, 'the model is not called')
})

test('A handover keeps the customer’s waiting time, and the SLA counts from their message', async () => {
  const inbox = await makeInbox()
  const event = await ask(inbox.id, 'Quiero hablar con un asesor')
  const after = await detail(event)
  const { conversation } = event.payload
  assert.deepEqual([after.waiting_since, after.first_reply_at], [conversation.waiting_since, null])
  assert.deepEqual(after.sla, conversation.sla)
  const [row] = await sql`select awaiting_customer_since from conversations where id = ${conversation.id}`
  assert.equal(row!.awaiting_customer_since, null)
})

test('With handing over on request switched off, the model answers, and may have no handover tool', async () => {
  const handover = { on_request: false, on_low_confidence: false }
  const inbox = await makeInbox({ handover, enabled_tools: [] })
  llm.answers('Yo le ayudo.')
  const event = await ask(inbox.id, 'Quiero hablar con una persona')
  assert.equal((await repliesTo(event))[0]!.content, 'Yo le ayudo.')
  assert.equal(llm.requests.at(-1)!.tools, undefined)
  assert.match(llm.requests.at(-1)!.messages[0]!.content!, /say that you do not know/)
})

test('The model hands over with its tool when it cannot answer or the customer asks in other words', async () => {
  for (const reason of ['cannot_answer', 'requested']) {
    const inbox = await makeInbox()
    llm.answers({ text: 'Un momento', calls: [{ name: 'hand_over', input: { reason } }] })
    const event = await ask(inbox.id, '¿Cuál es la raíz cuadrada de mi factura?')
    await handedOver(event, reason)
    assert.equal((await repliesTo(event)).length, 1)
  }
})

test('A malformed handover call still hands over, so no customer is promised a person who never comes', async () => {
  const inbox = await makeInbox()
  for (const input of [{}, '', { reason: 'user_request' }, { reason: 'requested', message: 'Ya te paso' }]) {
    llm.answers(({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? 'Ya te paso con una persona.'
        : { calls: [{ name: 'hand_over', input }] },
    )
    const event = await ask(inbox.id, 'Tengo un reclamo')
    assert.equal((await detail(event)).status, 'open', JSON.stringify(input))
    assert.equal((await turnOf(event))!.outcome, 'handed_over')
  }
})

test('A person takes over after the maximum number of answers, and the count of a reopened conversation starts again', async () => {
  const inbox = await makeInbox({ handover: { after_messages: 2 } })
  const source_id = 'insistente'
  llm.answers('Sí')
  const [first, second, third] = [
    await ask(inbox.id, 'uno', { source_id }),
    await ask(inbox.id, 'dos', { source_id }),
    await ask(inbox.id, 'tres', { source_id }),
  ]
  assert.deepEqual([(await turnOf(first!))!.outcome, (await turnOf(second!))!.outcome], ['answered', 'answered'])
  await handedOver(third!, 'enough')
  const conversation_id = third!.payload.conversation.id
  await act('resolve_conversation', { conversation_id })
  await act('mark_conversation_pending', { conversation_id })
  const fourth = await ask(inbox.id, 'cuatro', { source_id })
  assert.equal((await turnOf(fourth))!.outcome, 'answered')
})

test('Any failure of the model hands the customer to a person, with the reason recorded', async () => {
  const failures: [string, Parameters<typeof llm.answers>[0], RegExp][] = [
    ['it is away', { status: 500, headers: { 'retry-after-ms': '1' } }, /Failed after 3 attempts|no/],
    ['it is busy', { status: 429, headers: { 'retry-after-ms': '1' } }, /Failed after 3 attempts|no/],
    ['it refuses the key', { status: 401 }, /no/],
    ['it talks garbage', { raw: (response) => void response.writeHead(200).end('<html>') }, /./],
    ['it says nothing', '', /returned no text|No output/],
    ['it only calls tools', { calls: [{ name: 'look_up_contact', input: {} }] }, /returned no text/],
  ]
  for (const [what, how, detail] of failures) {
    const inbox = await makeInbox()
    llm.answers(how)
    const before = llm.requests.length
    const event = await ask(inbox.id, '¿Tienen sillas?')
    await handedOver(event, 'failed')
    assert.match((await turnOf(event))!.detail ?? '', detail, what)
    assert.ok(llm.requests.length - before <= 8, what)
    // A success in between, so that the model is not paused.
    llm.answers('Sí')
    await ask(inbox.id, '¿Tienen mesas?')
  }
})

test('A model that does not answer in time hands the customer to a person', async () => {
  const inbox = await makeInbox()
  llm.answers({ raw: () => {} })
  waitFor(1_000)
  const event = await ask(inbox.id, '¿Tienen sillas?')
  waitFor(600_000)
  await handedOver(event, 'failed')
  assert.match((await turnOf(event))!.detail ?? '', /no answer within 1 seconds/)
  llm.answers('Sí')
  await ask(inbox.id, '¿Tienen mesas?')
})

test('When the model fails, a sure passage is quoted, and the reason is recorded', async () => {
  await act('add_knowledge_document', { name: 'Garantía', text: 'La garantía de los muebles es de dos años.' })
  const inbox = await makeInbox()
  llm.answers({ status: 401 })
  const event = await ask(inbox.id, '¿Cuánto dura la garantía de los muebles?')
  assert.match((await repliesTo(event))[0]!.content!, /dos años/)
  const turn = await turnOf(event)
  assert.equal(turn!.outcome, 'answered')
  assert.ok(turn!.detail)
  llm.answers('Sí')
  await ask(inbox.id, '¿Tienen mesas?')
})

test('An internal failure that retries cannot fix hands the customer to a person, once', async () => {
  const inbox = await makeInbox()
  llm.answers('Sí')
  const event = await say(inbox.id, '¿Tienen sillas?')
  const at = subscriberContext(runtime, registry, event)
  await answer_customers.giveUp!(at, event, new Error('down'))
  await handedOver(event, 'failed')
  await answer_customers.giveUp!(at, event, new Error('down'))
  assert.equal((await repliesTo(event)).length, 1)
})

test('The team is set before the conversation opens, so that a member is assigned, and the handover text can be customised', async () => {
  const inés = await addAgent('Inés')
  const pedro = await addAgent('Pedro')
  const team = await act('create_team', { name: 'Soporte', members: [inés.id!] })
  const inbox = await makeInbox({
    handover: { team: 'soporte', message: 'Ya viene alguien, {{contact.first_name}}.' },
  })
  await act('update_inbox_settings', { inbox: inbox.id, auto_assign: true })
  await act('set_inbox_members', { inbox_id: inbox.id, members: [inés.id!, pedro.id!] })
  for (const agent of [pedro, inés]) await arrive(agent)
  const count = (await events()).length
  const event = await ask(inbox.id, 'Pásame con un asesor')
  await handedOver(event, 'requested', 'Ya viene alguien, Íngrid.')
  const { team: has, assignee } = await detail(event)
  assert.deepEqual([has?.id, assignee?.id], [team.id, inés.id])
  assert.deepEqual((await since(count)).slice(-4), [
    'message.sent',
    'conversation.team_changed',
    'conversation.status_changed',
    'conversation.assigned',
  ])
})

test('A deleted team does not prevent a handover', async () => {
  const team = await act('create_team', { name: 'Efímero' })
  const inbox = await makeInbox({ handover: { team: team.id } })
  await act('delete_team', { team_id: team.id })
  const event = await ask(inbox.id, 'Necesito un humano')
  await handedOver(event, 'requested')
  assert.equal((await detail(event)).team, null)
  assert.equal((await act('get_ai_config', { inbox: inbox.id })).handover.team, null)
})

test('A label that excludes AI, on the contact or the conversation, opens it at once without a message', async () => {
  const label = await act('create_label', { title: 'Solo personas' })
  const inbox = await makeInbox({ bypass_labels: ['solo personas'] })
  const callsBefore = llm.requests.length
  const byConversation = await say(inbox.id, 'Hola')
  await act('tag_conversation', { conversation_id: byConversation.payload.conversation.id, label_id: label.id })
  const byContact = await say(inbox.id, 'Hola')
  await act('tag_contact', { contact_id: byContact.payload.conversation.contact.id, label_id: label.id })
  for (const event of [byConversation, byContact]) {
    await deliver(event)
    assert.deepEqual([await repliesTo(event), (await detail(event)).status], [[], 'open'])
    assert.equal((await turnOf(event))!.reason, 'bypassed')
  }
  assert.equal(llm.requests.length, callsBefore)
  llm.answers('Hola')
  const other = await ask(inbox.id, 'Hola')
  assert.equal((await repliesTo(other)).length, 1)
})

test('A handover is written in the customer’s language, and the agent’s name follows the workspace language', async () => {
  const inbox = await makeInbox()
  const event = await ask(inbox.id, 'I want to talk to a human please, the order is not here')
  const words = 'I’m handing you over to a colleague, who will reply here shortly.'
  await handedOver(event, 'requested', words)
  await sql`update accounts set locale = 'en' where id = ${actor.account.id}`
  const english = await ask(inbox.id, 'Human please')
  assert.deepEqual(
    (await repliesTo(english)).map(({ content, author }) => [content, author.name]),
    [[words, 'AI agent']],
  )
  await sql`update accounts set locale = 'es' where id = ${actor.account.id}`
})

test('Outside business hours the customer is informed once, instead of being promised a reply shortly', async () => {
  const hours = { time_zone: 'America/Bogota', intervals: [], holidays: [] }
  for (const [out_of_office_message, expected] of [
    ['Abrimos mañana a las ocho.', 'Abrimos mañana a las ocho.'],
    [null, 'Te responde una persona de nuestro equipo por aquí; ahora estamos fuera del horario de atención.'],
  ] as const) {
    const inbox = await makeInbox({ handover: { message: 'Ya te atienden.' } })
    await act('update_inbox', { inbox_id: inbox.id, business_hours: { ...hours, out_of_office_message } })
    const event = await ask(inbox.id, 'Quiero hablar con una persona')
    await send_out_of_office.run(subscriberContext(runtime, registry, event), event)
    assert.deepEqual(
      (await repliesTo(event)).map(({ content }) => content),
      [expected],
    )
  }
})
