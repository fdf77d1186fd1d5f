import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { open_left_conversations } from '#subscribers/open_left_conversations.ts'
import { openAssistant } from '#test/assistant.ts'

const { act, actor, sql, runtime, makeInbox, say, detail } = await openAssistant()

type Stopped = Event<'inbox.ai_agent_stopped'>

const stops = () => sql<Stopped>`
  select account_id, id, sequence, name, actor, payload, occurred_at from events
   where account_id = ${actor.account.id} and name = 'inbox.ai_agent_stopped' order by sequence`
const deliver = (event: Stopped) => open_left_conversations.run(subscriberContext(runtime, registry, event), event)

test('Pending conversations of a disabled AI agent open for agents, waiting since the customer wrote', async () => {
  const [inbox, other] = [await makeInbox(), await makeInbox()]
  const left = []
  for (let i = 0; i < 103; i++) left.push(await say(inbox.id, '¿Hola?'))
  const resolved = await say(inbox.id, 'Gracias')
  await act('resolve_conversation', { conversation_id: resolved.payload.conversation.id })
  const elsewhere = await say(other.id, '¿Hola?')
  await act('update_ai_config', { inbox: inbox.id, config: { enabled: false } })
  const [event, ...more] = await stops()
  assert.deepEqual([event!.payload.inbox.id, more], [inbox.id, []])
  await deliver(event!)
  await deliver(event!)
  for (const each of left) {
    const { status, waiting_since } = await detail(each)
    assert.deepEqual([status, waiting_since], ['open', each.payload.conversation.waiting_since])
  }
  assert.deepEqual([(await detail(resolved)).status, (await detail(elsewhere)).status], ['resolved', 'pending'])
})

test('An AI agent switched on again keeps its conversations; other inboxes are not affected', async () => {
  const inbox = await makeInbox()
  const event = await say(inbox.id, '¿Hola?')
  const count = (await stops()).length
  await act('update_inbox_settings', { inbox: inbox.id, ai_agent_enabled: false })
  await act('update_inbox_settings', { inbox: inbox.id, ai_agent_enabled: true })
  await deliver((await stops()).at(-1)!)
  assert.equal((await detail(event)).status, 'pending')
  const { id } = await act('create_inbox', { name: 'Sin agente', channel: 'api' })
  await act('update_inbox_settings', { inbox: id, ai_agent_enabled: false })
  assert.equal((await stops()).length, count + 1)
})
