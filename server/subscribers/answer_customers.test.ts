import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { answer_customers } from '#subscribers/answer_customers.ts'
import { openAssistant } from '#test/assistant.ts'

const {
  act,
  actor,
  sql,
  addAgent,
  events,
  llm,
  makeInbox,
  say,
  ask,
  deliver,
  detail,
  repliesTo,
  turnOf,
  teach,
  since,
  runtime,
} = await openAssistant()

const texts = async (event: Parameters<typeof repliesTo>[0]) => (await repliesTo(event)).map(({ content }) => content)

test('The AI agent answers a customer once, and they no longer wait', async () => {
  const inbox = await makeInbox()
  llm.answers('Abrimos a las ocho.')
  const event = await say(inbox.id, '¿A qué hora abren?')
  assert.equal(event.payload.conversation.status, 'pending')
  const count = (await events()).length
  await deliver(event)
  const [reply, ...others] = await repliesTo(event)
  assert.deepEqual(others, [])
  assert.equal(reply!.content, 'Abrimos a las ocho.')
  assert.deepEqual(reply!.author, { type: 'ai_agent', id: null, name: 'Agente de IA' })
  assert.deepEqual(await since(count), ['message.sent'])
  const after = await detail(event)
  assert.deepEqual([after.status, after.waiting_since, after.first_reply_at], ['pending', null, null])
  assert.deepEqual(await turnOf(event), { outcome: 'answered', reason: null, detail: null, reply_id: reply!.id })
})

test('An event delivered again, even twice at once, is answered once', async () => {
  const inbox = await makeInbox()
  llm.answers('Hola')
  const event = await say(inbox.id, 'Hola')
  await Promise.all([deliver(event), deliver(event), deliver(event)])
  await deliver(event)
  assert.equal((await repliesTo(event)).length, 1)
})

test('An answer that fails to save is rolled back and sent on retry', async () => {
  const inbox = await makeInbox()
  llm.answers('Hola')
  const event = await say(inbox.id, 'Hola')
  const broken = {
    ...registry,
    send_message: { ...registry.send_message, run: () => Promise.reject(new Error('down')) },
  }
  await assert.rejects(deliver(event, broken))
  assert.deepEqual([await repliesTo(event), await turnOf(event)], [[], undefined])
  await deliver(event)
  assert.equal((await repliesTo(event)).length, 1)
})

test('The AI agent stays silent when switched off or when an agent has the conversation', async () => {
  const requestsBefore = llm.requests.length
  const off = await makeInbox({ enabled: false })
  const open = await ask(off.id, '¿Hola?')
  const on = await makeInbox()
  const taken = await say(on.id, '¿Hola?')
  await act('reopen_conversation', { conversation_id: taken.payload.conversation.id })
  await deliver(taken)
  const switched = await say(on.id, '¿Hola?')
  await act('update_inbox_settings', { inbox: on.id, ai_agent_enabled: false })
  await deliver(switched)
  for (const event of [open, taken, switched]) assert.deepEqual(await repliesTo(event), [])
  assert.equal(llm.requests.length, requestsBefore)
})

test('Several messages in a row get one answer that considers them all', async () => {
  const inbox = await makeInbox()
  llm.answers('Todo claro')
  const source_id = 'de corrido'
  const first = await say(inbox.id, 'Una pregunta', { source_id })
  const second = await say(inbox.id, '¿hacen envíos?', { source_id })
  const third = await say(inbox.id, '¿a Cali?', { source_id })
  for (const event of [first, second, third]) await deliver(event)
  assert.deepEqual(await texts(third), ['Todo claro'])
  assert.deepEqual(
    llm.requests
      .at(-1)!
      .messages.slice(2)
      .map(({ content }) => content),
    ['Una pregunta', '¿hacen envíos?', '¿a Cali?'],
  )
})

test('If the customer writes again meanwhile, only the new question is answered', async () => {
  const inbox = await makeInbox()
  const source_id = 'impaciente'
  const first = await say(inbox.id, '¿Tienen sillas?', { source_id })
  let second: typeof first | undefined
  llm.answers(async () => {
    second ??= await say(inbox.id, 'Mejor mesas', { source_id })
    return llm.latestRequest().includes('Mejor mesas') ? 'Sí, mesas' : 'Sí, sillas'
  })
  await deliver(first)
  assert.deepEqual(await texts(first), [])
  assert.equal((await turnOf(first))!.outcome, 'passed')
  await deliver(second!)
  assert.deepEqual(await texts(first), ['Sí, mesas'])
})

test('If an agent answers, opens or takes the conversation meanwhile, the AI agent stays silent', async () => {
  const agent = await addAgent('Inés')
  const doings = [
    (conversation_id: string) => act('send_message', { conversation_id, content: 'Yo me encargo' }, { as: agent }),
    (conversation_id: string) => act('reopen_conversation', { conversation_id }, { as: agent }),
    (conversation_id: string) => act('assign_conversation', { conversation_id, agent: agent.id! }, { as: agent }),
    (conversation_id: string) => act('resolve_conversation', { conversation_id }, { as: agent }),
  ]
  for (const doing of doings) {
    const inbox = await makeInbox()
    const event = await say(inbox.id, '¿Tienen sillas?')
    llm.answers(async () => {
      await doing(event.payload.conversation.id)
      return 'Sí, tenemos'
    })
    await deliver(event)
    assert.ok(!(await texts(event)).includes('Sí, tenemos'))
    assert.equal((await turnOf(event))!.outcome, 'passed')
  }
})

test('After an agent has answered, the conversation stays with agents until they return it to the AI agent', async () => {
  const agent = await addAgent('Olga')
  const inbox = await makeInbox()
  const source_id = 'de Olga'
  llm.answers('Sí, tenemos')
  const first = await ask(inbox.id, '¿Tienen sillas?', { source_id })
  const conversation_id = first.payload.conversation.id
  await act('send_message', { conversation_id, content: 'Soy Olga, yo sigo con usted' }, { as: agent })
  const second = await ask(inbox.id, '¿Y mesas?', { source_id })
  assert.deepEqual(await texts(second), ['Sí, tenemos', 'Soy Olga, yo sigo con usted'])
  assert.equal((await detail(second)).status, 'open')
  await act('mark_conversation_pending', { conversation_id }, { as: agent })
  const third = await ask(inbox.id, '¿Y lámparas?', { source_id })
  assert.equal((await texts(third)).at(-1), 'Sí, tenemos')
})

test('A conversation an agent took stays theirs; one assigned by a program or rule is still answered', async () => {
  const agent = await addAgent('Rita')
  const inbox = await makeInbox()
  llm.answers('Sí, tenemos')
  for (const [by, status] of [
    [agent, 'open'],
    [{ ...actor, type: 'automation', id: null, name: 'Regla', user_id: null } as const, 'pending'],
  ] as const) {
    const source_id = `de Rita ${status}`
    const first = await ask(inbox.id, '¿Tienen sillas?', { source_id })
    const conversation_id = first.payload.conversation.id
    await act('assign_conversation', { conversation_id, agent: agent.id! }, { as: by })
    const second = await ask(inbox.id, '¿Y mesas?', { source_id })
    assert.deepEqual([(await detail(second)).status, (await texts(second)).length], [status, status === 'open' ? 1 : 2])
    await act('mark_conversation_pending', { conversation_id })
    assert.equal((await texts(await ask(inbox.id, '¿Y lámparas?', { source_id }))).at(-1), 'Sí, tenemos')
  }
})

test('An internal note meanwhile does not count as an answer', async () => {
  const inbox = await makeInbox()
  const event = await say(inbox.id, '¿Tienen sillas?')
  llm.answers(async () => {
    const conversation_id = event.payload.conversation.id
    await act('send_message', { conversation_id, content: 'cliente nuevo', private: true })
    return 'Sí'
  })
  await deliver(event)
  assert.deepEqual(await texts(event), ['Sí'])
})

test('A conversation or message deleted meanwhile is ignored', async () => {
  const inbox = await makeInbox()
  const gone = await say(inbox.id, 'Hola')
  llm.answers(async () => {
    await act('delete_contact', { contact_id: gone.payload.conversation.contact.id })
    return 'Hola'
  })
  await deliver(gone)
  llm.answers('Hola')
  await deliver(gone)
  const erased = await say(inbox.id, 'Hola')
  await act('delete_message', { message_id: erased.payload.message.id })
  await deliver(erased)
  assert.deepEqual(await repliesTo(erased), [])
})

test('The AI agent reads the configured number of messages and no internal notes', async () => {
  const inbox = await makeInbox({ memory: { messages: 3 } })
  const source_id = 'memoria'
  llm.answers((_, nth) => `Respuesta ${nth}`)
  for (const content of ['uno', 'dos', 'tres']) {
    const event = await ask(inbox.id, content, { source_id })
    const conversation_id = event.payload.conversation.id
    await act('send_message', { conversation_id, content: 'ojo: paga mal', private: true })
  }
  const [, , ...lines] = llm.requests.at(-1)!.messages
  assert.deepEqual(
    lines.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  )
  assert.equal(lines.at(-1)!.content, 'tres')
  assert.ok(!llm.latestRequest().includes('paga mal'))
})

test('Earlier messages are kept in a summary, if configured', async () => {
  const inbox = await makeInbox({ memory: { messages: 2, summary: true } })
  const source_id = 'larga'
  llm.answers(({ messages }) => (messages[0]!.content!.startsWith('Summarise') ? 'Pidió uno y dos.' : 'Vale'))
  for (const content of ['uno', 'dos', 'tres']) await ask(inbox.id, content, { source_id })
  const [row] = await sql<{ summary: string }>`select summary from ai_summaries where account_id = ${actor.account.id}`
  assert.equal(row?.summary, 'Pidió uno y dos.')
  await ask(inbox.id, 'cuatro', { source_id })
  const request = llm.requests.findLast(({ messages }) => !messages[0]!.content!.startsWith('Summarise'))
  assert.match(request!.messages[1]!.content!, /Pidió uno y dos\./)
})

test('The AI agent receives passages with their source, and the answer names it', async () => {
  await teach('Envíos', 'Enviamos a todo el país en tres días hábiles. El envío a Cali cuesta 12.000 pesos.')
  const inbox = await makeInbox({}, 'Habla de usted.')
  llm.answers('El envío a Cali cuesta 12.000 pesos.')
  const event = await ask(inbox.id, '¿Cuánto cuesta el envío a Cali?')
  const [system, data, question] = llm.requests.at(-1)!.messages
  assert.match(system!.content!, /Habla de usted\.$/)
  assert.ok(!system!.content!.includes('12.000'))
  const { passages, customer_name } = JSON.parse(data!.content!.replace(/^DATA /, ''))
  assert.deepEqual([passages[0].source, customer_name], ['Envíos', 'Íngrid Peña'])
  assert.deepEqual([data!.role, question], ['user', { role: 'user', content: '¿Cuánto cuesta el envío a Cali?' }])
  const [reply] = await repliesTo(event)
  assert.deepEqual(
    (reply!.content_attributes.sources as { title: string }[]).map(({ title }) => title),
    ['Envíos'],
  )
})

test('Without the knowledge base, or with other collections, the AI agent receives no passages', async () => {
  await act('create_knowledge_collection', { name: 'Vacía' })
  for (const config of [{ rag_enabled: false }, { rag: { collections: ['Vacía'] } }]) {
    const inbox = await makeInbox(config)
    await ask(inbox.id, '¿Cuánto cuesta el envío a Cali?')
    assert.ok(!llm.latestRequest().includes('tres días hábiles'))
  }
})

test('No transaction stays open while the model works', async () => {
  const inbox = await makeInbox()
  let open: unknown[] = [0]
  llm.answers(async () => {
    open = await sql`
      select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    return 'Hola'
  })
  await ask(inbox.id, 'Hola')
  assert.deepEqual(open, [])
  open = [0]
  await act('test_ai_agent', { inbox_id: inbox.id, message: 'Hola' })
  assert.deepEqual(open, [])
})

test('Temperature and model name are sent with every request', async () => {
  const inbox = await makeInbox({ temperature: 1.3 })
  await ask(inbox.id, 'Hola')
  assert.deepEqual([llm.requests.at(-1)!.temperature, llm.requests.at(-1)!.model], [1.3, 'prueba-1'])
})

test('A person who leaves an open conversation to the AI agent gets the waiting customer answered', async () => {
  const inbox = await makeInbox()
  await act('update_ai_config', { inbox: inbox.id, config: { enabled: false } })
  const event = await say(inbox.id, '¿Tienen sillas?')
  await act('update_ai_config', { inbox: inbox.id, config: { enabled: true } })
  const conversation_id = event.payload.conversation.id
  await act('mark_conversation_pending', { conversation_id })
  const [changed] = await sql<Event<'conversation.status_changed'>>`
    select account_id, id, sequence, name, actor, payload, occurred_at from events
     where account_id = ${actor.account.id} and name = 'conversation.status_changed'
       and payload -> 'conversation' ->> 'id' = ${conversation_id} order by sequence desc limit 1`
  llm.answers('Sí, de madera.')
  const context = subscriberContext(runtime, registry, changed!)
  await answer_customers.run(context, changed!)
  await answer_customers.run(context, changed!)
  assert.deepEqual(await texts(event), ['Sí, de madera.'])
})
