import { test } from 'node:test'
import { openAssistant } from '#test/assistant.ts'
const a = await openAssistant()
const { act, llm, makeInbox, ask, heard, addAgent, teach } = a
const texts = async (e: any) => (await heard(e)).map((m) => `${m.author.type}:${m.content}`)
test('person answered before', async () => {
  const inbox = await makeInbox()
  llm.answers('IA')
  const first = await ask(inbox.id, 'uno', { source_id: 's1' })
  const agent = await addAgent('Inés')
  await act('send_message', { conversation_id: first.payload.conversation.id, content: 'Soy Inés, yo sigo' }, { as: agent })
  const second = await ask(inbox.id, 'dos', { source_id: 's1' })
  console.log('ANSWERED BEFORE', await texts(second), (await a.detail(second)).status)
})
test('assigned before', async () => {
  const inbox = await makeInbox()
  llm.answers('IA')
  const first = await ask(inbox.id, 'uno', { source_id: 's2' })
  const agent = await addAgent('Olga')
  await act('assign_conversation', { conversation_id: first.payload.conversation.id, agent: agent.id! }, { as: agent })
  const second = await ask(inbox.id, 'dos', { source_id: 's2' })
  console.log('ASSIGNED BEFORE', await texts(second), (await a.detail(second)).status)
})
test('snoozed, resolved', async () => {
  const inbox = await makeInbox()
  const first = await ask(inbox.id, 'uno', { source_id: 's3' })
  await act('snooze_conversation', { conversation_id: first.payload.conversation.id })
  const second = await ask(inbox.id, 'dos', { source_id: 's3' })
  console.log('SNOOZED', await texts(second), (await a.detail(second)).status)
})
test('collections', async () => {
  const out = []
  for (const name of ['Envíos', 'Envios', 'ENVÍOS', 'envíos ', 'Envíos'.normalize('NFD')])
    out.push(await act('create_knowledge_collection', { name }).then((c) => c.id + c.name, (e) => e.code))
  console.log(out)
  console.log(await teach('x', 'hola mundo', 'Envíos').catch((e) => e.message))
  console.log(await teach('x', 'hola mundo', 'envios').catch((e) => e.message))
})
test('general deadlock', async () => {
  let bad: any = {}
  for (let i = 0; i < 15; i++) {
    const { collection } = await act('add_knowledge_document', { name: 'x', text: 'uno' })
    const r = await Promise.allSettled([
      act('add_knowledge_document', { name: 'a', text: 'dos' }), act('delete_knowledge_collection', { collection_id: collection.id }),
      act('add_knowledge_document', { name: 'b', text: 'dos' }), act('add_knowledge_document', { name: 'b', text: 'dos' })])
    for (const x of r) if (x.status === 'rejected') bad[x.reason.code + x.reason.message] = (bad[x.reason.code + x.reason.message] ?? 0) + 1
  }
  console.log('DEADLOCK', bad)
})
test('visibility', async () => {
  const inbox = await makeInbox()
  const e = await ask(inbox.id, 'uno secreto')
  const agent: any = await addAgent('Ana', { visibility: 'own' } as any)
  for (const op of ['suggest_reply', 'summarise_conversation'] as const)
    console.log(op, await act(op, { conversation_id: e.payload.conversation.id }, { as: { ...agent, visibility: 'own' } as any }).then((x) => x, (p) => p.code))
})
