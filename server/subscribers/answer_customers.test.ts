import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '#registry'
import { openAssistant } from '#test/assistant.ts'

const { act, actor, sql, addAgent, events, llm, makeInbox, say, ask, deliver, detail, heard, turnOf, teach, since } =
  await openAssistant()

const texts = async (event: Parameters<typeof heard>[0]) => (await heard(event)).map(({ content }) => content)

test('what a customer writes is answered by the AI agent, once, and they wait no more', async () => {
  const inbox = await makeInbox()
  llm.answers('Abrimos a las ocho.')
  const event = await say(inbox.id, '¿A qué hora abren?')
  assert.equal(event.payload.conversation.status, 'pending')
  const count = (await events()).length
  await deliver(event)
  const [reply, ...others] = await heard(event)
  assert.deepEqual(others, [])
  assert.equal(reply!.content, 'Abrimos a las ocho.')
  assert.deepEqual(reply!.author, { type: 'ai_agent', id: null, name: 'Asistente' })
  assert.deepEqual(await since(count), ['message.sent'])
  const after = await detail(event)
  assert.deepEqual([after.status, after.waiting_since, after.first_reply_at], ['pending', null, null])
  assert.deepEqual(await turnOf(event), { outcome: 'answered', reason: null, detail: null, reply_id: reply!.id })
})

test('an event that is delivered again, also twice at once, is answered once', async () => {
  const inbox = await makeInbox()
  llm.answers('Hola')
  const event = await say(inbox.id, 'Hola')
  await Promise.all([deliver(event), deliver(event), deliver(event)])
  await deliver(event)
  assert.equal((await heard(event)).length, 1)
})

test('what fails while it is written is undone with its turn, and said when it is tried again', async () => {
  const inbox = await makeInbox()
  llm.answers('Hola')
  const event = await say(inbox.id, 'Hola')
  const broken = {
    ...registry,
    send_message: { ...registry.send_message, run: () => Promise.reject(new Error('down')) },
  }
  await assert.rejects(deliver(event, broken))
  assert.deepEqual([await heard(event), await turnOf(event)], [[], undefined])
  await deliver(event)
  assert.equal((await heard(event)).length, 1)
})

test('where the AI agent is switched off, or people have the conversation, it says nothing', async () => {
  const asked = llm.asked.length
  const off = await makeInbox({ enabled: false })
  const open = await ask(off.id, '¿Hola?')
  const on = await makeInbox()
  const taken = await say(on.id, '¿Hola?')
  await act('reopen_conversation', { conversation_id: taken.payload.conversation.id })
  await deliver(taken)
  const switched = await say(on.id, '¿Hola?')
  await act('update_inbox_settings', { inbox: on.id, ai_agent_enabled: false })
  await deliver(switched)
  for (const event of [open, taken, switched]) assert.deepEqual(await heard(event), [])
  assert.equal(llm.asked.length, asked)
})

test('several messages in a row get one answer, which knows them all', async () => {
  const inbox = await makeInbox()
  llm.answers('Todo claro')
  const source_id = 'de corrido'
  const first = await say(inbox.id, 'Una pregunta', { source_id })
  const second = await say(inbox.id, '¿hacen envíos?', { source_id })
  const third = await say(inbox.id, '¿a Cali?', { source_id })
  for (const event of [first, second, third]) await deliver(event)
  assert.deepEqual(await texts(third), ['Todo claro'])
  assert.deepEqual(
    llm.asked
      .at(-1)!
      .messages.slice(2)
      .map(({ content }) => content),
    ['Una pregunta', '¿hacen envíos?', '¿a Cali?'],
  )
})

test('while it thinks the customer writes anew: it does not answer the old question, but the new one', async () => {
  const inbox = await makeInbox()
  const source_id = 'impaciente'
  const first = await say(inbox.id, '¿Tienen sillas?', { source_id })
  let second: typeof first | undefined
  llm.answers(async () => {
    second ??= await say(inbox.id, 'Mejor mesas', { source_id })
    return llm.told().includes('Mejor mesas') ? 'Sí, mesas' : 'Sí, sillas'
  })
  await deliver(first)
  assert.deepEqual(await texts(first), [])
  assert.equal((await turnOf(first))!.outcome, 'passed')
  await deliver(second!)
  assert.deepEqual(await texts(first), ['Sí, mesas'])
})

test('while it thinks a person answers, opens or takes the conversation: it says nothing', async () => {
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

test('whom a person has answered is theirs: it opens for people, until they leave it to the AI agent again', async () => {
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

test('what a person took is theirs as well; what a program or a rule gave them is still answered', async () => {
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

test('a note of the team meanwhile changes nothing: it is no answer', async () => {
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

test('a conversation or message that is gone meanwhile needs nothing more', async () => {
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
  assert.deepEqual(await heard(erased), [])
})

test('it reads as many messages as it is to remember, and no notes of the team', async () => {
  const inbox = await makeInbox({ memory: { messages: 3 } })
  const source_id = 'memoria'
  llm.answers((_, nth) => `Respuesta ${nth}`)
  for (const content of ['uno', 'dos', 'tres']) {
    const event = await ask(inbox.id, content, { source_id })
    const conversation_id = event.payload.conversation.id
    await act('send_message', { conversation_id, content: 'ojo: paga mal', private: true })
  }
  const [, , ...lines] = llm.asked.at(-1)!.messages
  assert.deepEqual(
    lines.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  )
  assert.equal(lines.at(-1)!.content, 'tres')
  assert.ok(!llm.told().includes('paga mal'))
})

test('what it no longer reads it keeps in a summary, where it is to', async () => {
  const inbox = await makeInbox({ memory: { messages: 2, summary: true } })
  const source_id = 'larga'
  llm.answers(({ messages }) => (messages[0]!.content!.startsWith('Summarise') ? 'Pidió uno y dos.' : 'Vale'))
  for (const content of ['uno', 'dos', 'tres']) await ask(inbox.id, content, { source_id })
  const [row] = await sql<{ summary: string }>`select summary from ai_summaries where account_id = ${actor.account.id}`
  assert.equal(row?.summary, 'Pidió uno y dos.')
  await ask(inbox.id, 'cuatro', { source_id })
  const told = llm.asked.findLast(({ messages }) => !messages[0]!.content!.startsWith('Summarise'))
  assert.match(told!.messages[1]!.content!, /Pidió uno y dos\./)
})

test('it is given what the business knows, as data with its source, and the answer says where it is from', async () => {
  await teach('Envíos', 'Enviamos a todo el país en tres días hábiles. El envío a Cali cuesta 12.000 pesos.')
  const inbox = await makeInbox({}, 'Habla de usted.')
  llm.answers('El envío a Cali cuesta 12.000 pesos.')
  const event = await ask(inbox.id, '¿Cuánto cuesta el envío a Cali?')
  const [system, data, said] = llm.asked.at(-1)!.messages
  assert.match(system!.content!, /Habla de usted\.$/)
  assert.ok(!system!.content!.includes('12.000'))
  const { passages, customer_name } = JSON.parse(data!.content!.replace(/^DATA /, ''))
  assert.deepEqual([passages[0].source, customer_name], ['Envíos', 'Íngrid Peña'])
  assert.deepEqual([data!.role, said], ['user', { role: 'user', content: '¿Cuánto cuesta el envío a Cali?' }])
  const [reply] = await heard(event)
  assert.deepEqual(
    (reply!.content_attributes.sources as { title: string }[]).map(({ title }) => title),
    ['Envíos'],
  )
})

test('without the knowledge base, or with other collections only, it is given nothing of it', async () => {
  await act('create_knowledge_collection', { name: 'Vacía' })
  for (const config of [{ rag_enabled: false }, { rag: { collections: ['Vacía'] } }]) {
    const inbox = await makeInbox(config)
    await ask(inbox.id, '¿Cuánto cuesta el envío a Cali?')
    assert.ok(!llm.told().includes('tres días hábiles'))
  }
})

test('while the model thinks, no transaction waits for it', async () => {
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

test('temperature and the name of the model go with every question', async () => {
  const inbox = await makeInbox({ temperature: 1.3 })
  await ask(inbox.id, 'Hola')
  assert.deepEqual([llm.asked.at(-1)!.temperature, llm.asked.at(-1)!.model], [1.3, 'prueba-1'])
})
