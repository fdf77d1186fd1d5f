import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hands } from '#kernel/worker.ts'
import { registry } from '#registry'
import { answer_customers } from '#subscribers/answer_customers.ts'
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
  heard,
  turnOf,
} = await openAssistant({ patience: 1_000 })

type Received = Awaited<ReturnType<typeof say>>
const OURS = 'Te paso con una persona de nuestro equipo; en breve te responde por aquí.'

/** It was handed over for this reason, with these words. */
async function handedOver(event: Received, reason: string, words: string = OURS): Promise<void> {
  const { status } = await detail(event)
  const turn = await turnOf(event)
  assert.deepEqual([status, turn?.outcome, turn?.reason], ['open', 'handed_over', reason])
  const last = (await heard(event)).at(-1)
  assert.deepEqual([last?.content, last?.author.type], [words, 'ai_agent'])
}

test('who asks for a person gets one: they are told, and it is open for the team, in one go', async () => {
  const inbox = await makeInbox()
  const asked = llm.asked.length
  const event = await say(inbox.id, 'Quiero hablar con una persona, por favor')
  const count = (await events()).length
  await deliver(event)
  await handedOver(event, 'requested')
  assert.deepEqual(await since(count), ['message.sent', 'conversation.status_changed'])
  assert.deepEqual((await events()).at(-1)!.actor.type, 'ai_agent')
  assert.equal(llm.asked.length, asked, 'the model need not be asked for that')
})

test('who is handed over goes on waiting since they wrote, and the promise to answer counts from then', async () => {
  const inbox = await makeInbox()
  const event = await ask(inbox.id, 'Quiero hablar con un asesor')
  const after = await detail(event)
  const { conversation } = event.payload
  assert.deepEqual([after.waiting_since, after.first_reply_at], [conversation.waiting_since, null])
  assert.deepEqual(after.sla, conversation.sla)
  const [row] = await sql`select awaiting_customer_since from conversations where id = ${conversation.id}`
  assert.equal(row!.awaiting_customer_since, null)
})

test('where asking is not to be enough, the model decides, and may be without the tool', async () => {
  const handover = { on_request: false, on_low_confidence: false }
  const inbox = await makeInbox({ handover, enabled_tools: [] })
  llm.answers('Yo le ayudo.')
  const event = await ask(inbox.id, 'Quiero hablar con una persona')
  assert.equal((await heard(event))[0]!.content, 'Yo le ayudo.')
  assert.equal(llm.asked.at(-1)!.tools, undefined)
  assert.match(llm.asked.at(-1)!.messages[0]!.content!, /say that you do not know/)
})

test('what the model cannot answer, or was asked for in other words, it hands over by its tool', async () => {
  for (const reason of ['cannot_answer', 'requested']) {
    const inbox = await makeInbox()
    llm.answers({ text: 'Un momento', calls: [{ name: 'hand_over', input: { reason } }] })
    const event = await ask(inbox.id, '¿Cuál es la raíz cuadrada de mi factura?')
    await handedOver(event, reason)
    assert.equal((await heard(event)).length, 1)
  }
})

test('a model that calls the tool in its own way has called it: nobody is promised a person who never comes', async () => {
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

test('after so many answers the next is a person’s; a conversation that begins anew is counted anew', async () => {
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

test('a model that fails, in whichever way, leaves the customer to a person, and it is known why', async () => {
  const failures: [string, Parameters<typeof llm.answers>[0], RegExp][] = [
    ['it is away', { status: 500, headers: { 'retry-after-ms': '1' } }, /Failed after 3 attempts|no/],
    ['it is busy', { status: 429, headers: { 'retry-after-ms': '1' } }, /Failed after 3 attempts|no/],
    ['it refuses the key', { status: 401 }, /no/],
    ['it does not answer', { raw: () => {} }, /no answer within 1 seconds/],
    ['it talks garbage', { raw: (response) => void response.writeHead(200).end('<html>') }, /./],
    ['it says nothing', '', /said nothing|No output/],
    ['it only calls tools', { calls: [{ name: 'look_up_contact', input: {} }] }, /said nothing/],
  ]
  for (const [what, how, detail] of failures) {
    const inbox = await makeInbox()
    llm.answers(how)
    const before = llm.asked.length
    const event = await ask(inbox.id, '¿Tienen sillas?')
    await handedOver(event, 'failed')
    assert.match((await turnOf(event))!.detail ?? '', detail, what)
    assert.ok(llm.asked.length - before <= 8, what)
  }
})

test('what could not be done for want of our own house is tried again, and given up to a person', async () => {
  const inbox = await makeInbox()
  llm.answers('Sí')
  const event = await say(inbox.id, '¿Tienen sillas?')
  const at = hands(runtime, registry, event)
  await answer_customers.giveUp!(at, event, new Error('down'))
  await handedOver(event, 'failed')
  await answer_customers.giveUp!(at, event, new Error('down'))
  assert.equal((await heard(event)).length, 1)
})

test('the team gets it before it is open, so that one of them is given it; the business has words of its own', async () => {
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

test('a team that is gone keeps nobody from being handed over', async () => {
  const team = await act('create_team', { name: 'Efímero' })
  const inbox = await makeInbox({ handover: { team: team.id } })
  await act('delete_team', { team_id: team.id })
  const event = await ask(inbox.id, 'Necesito un humano')
  await handedOver(event, 'requested')
  assert.equal((await detail(event)).team, null)
  assert.equal((await act('get_ai_config', { inbox: inbox.id })).handover.team, null)
})

test('who has a label that leaves them to people is told nothing and is open at once, by contact or by conversation', async () => {
  const label = await act('create_label', { title: 'Solo personas' })
  const inbox = await makeInbox({ bypass_labels: ['solo personas'] })
  const asked = llm.asked.length
  const byConversation = await say(inbox.id, 'Hola')
  await act('tag_conversation', { conversation_id: byConversation.payload.conversation.id, label_id: label.id })
  const byContact = await say(inbox.id, 'Hola')
  await act('tag_contact', { contact_id: byContact.payload.conversation.contact.id, label_id: label.id })
  for (const event of [byConversation, byContact]) {
    await deliver(event)
    assert.deepEqual([await heard(event), (await detail(event)).status], [[], 'open'])
    assert.equal((await turnOf(event))!.reason, 'bypassed')
  }
  assert.equal(llm.asked.length, asked)
  llm.answers('Hola')
  const other = await ask(inbox.id, 'Hola')
  assert.equal((await heard(other)).length, 1)
})

test('it speaks the language of the customer, and is called by the name of the workspace’s', async () => {
  const inbox = await makeInbox()
  const event = await ask(inbox.id, 'I want to talk to a human please, the order is not here')
  const words = 'I am passing you on to a person of our team; they will answer you here shortly.'
  await handedOver(event, 'requested', words)
  await sql`update accounts set locale = 'en' where id = ${actor.account.id}`
  const english = await ask(inbox.id, 'Human please')
  assert.deepEqual(
    (await heard(english)).map(({ content, author }) => [content, author.name]),
    [[words, 'Assistant']],
  )
  await sql`update accounts set locale = 'es' where id = ${actor.account.id}`
})
