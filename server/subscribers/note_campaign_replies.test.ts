import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#contract/records/conversation.ts'
import { hands } from '#kernel/worker.ts'
import { registry } from '#registry'
import { note_campaign_replies } from '#subscribers/note_campaign_replies.ts'
import { openCampaigns } from '#test/campaigns.ts'

const { act, actor, draft, events, finish, get, inbox, meet, recipients, runtime, sent, sql } = await openCampaigns()
let labels = 0

/** A campaign that has written to one contact, and how they are known in the inbox. */
async function written(title?: string) {
  const label = title ?? (await act('create_label', { title: `etiqueta ${++labels}` })).title
  if (!title) await meet({ labels: [label] })
  const { id } = await draft(label)
  await act('start_campaign', { campaign_id: id })
  await finish()
  const [{ conversation_id }] = (await sent(id)) as [Awaited<ReturnType<typeof sent>>[number]]
  const { source_id } = await act('get_conversation_detail', { conversation_id })
  return { id, label, conversation_id, source_id }
}

/** The customer writes; what the queue will tell of it. */
async function answer(source_id: string, call: { now?: Date } = {}) {
  await act('receive_message', { inbox_id: inbox.id, source_id, content: 'Me interesa' }, call)
  const [event] = await sql<{ id: string; account_id: string; payload: { message: Message } }>`
    select * from events where name = 'message.received' order by sequence desc limit 1`
  return event!
}

const tell = (event: Awaited<ReturnType<typeof answer>>) =>
  note_campaign_replies.run(hands(runtime, registry, { ...event, actor }), event as never)

test('who answers is counted, and those who watch are told', async () => {
  const { id, source_id } = await written()
  const event = await answer(source_id)
  await tell(event)
  const campaign = await get(id)
  assert.deepEqual(campaign.progress, { total: 1, queued: 0, sent: 1, failed: 0, replied: 1 })
  const [recipient] = await recipients(id)
  assert.deepEqual([recipient?.status, recipient?.replied_at], ['replied', event.payload.message.created_at])
  const last = (await events()).at(-1)
  assert.deepEqual([last?.name, last?.payload], ['campaign.updated', { campaign }])
})

test('told again, also at the same moment, and by a second message, it is noted once', async () => {
  const { id, source_id } = await written()
  const event = await answer(source_id)
  const count = (await events()).length
  await Promise.all([tell(event), tell(event), tell(event)])
  const [before] = await recipients(id)
  await tell(await answer(source_id))
  assert.deepEqual((await recipients(id))[0], before)
  const told = (await events()).slice(count).filter(({ name }) => name === 'campaign.updated')
  assert.equal(told.length, 1)
})

test('of two campaigns the later one before the answer is answered, also when the queue is slow', async () => {
  const first = await written()
  const between = await answer(first.source_id)
  const second = await written(first.label)
  assert.equal(second.conversation_id, first.conversation_id)
  await tell(between)
  assert.deepEqual([(await get(first.id)).progress.replied, (await get(second.id)).progress.replied], [1, 0])
  await tell(await answer(first.source_id))
  assert.deepEqual([(await get(first.id)).progress.replied, (await get(second.id)).progress.replied], [1, 1])
})

test('what comes a month later answers nothing any more', async () => {
  const { id, source_id } = await written()
  await tell(await answer(source_id, { now: new Date(Date.now() + 31 * 86_400_000) }))
  assert.equal((await get(id)).progress.replied, 0)
  await tell(await answer(source_id, { now: new Date(Date.now() + 29 * 86_400_000) }))
  assert.equal((await get(id)).progress.replied, 1)
})

test('who writes without having been written to answers nothing', async () => {
  const count = (await events()).length
  await tell(await answer('alguien'))
  assert.ok((await events()).slice(count).every(({ name }) => name !== 'campaign.updated'))
})
