import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#contract/records/conversation.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { note_campaign_replies } from '#subscribers/note_campaign_replies.ts'
import { openCampaigns } from '#test/campaigns.ts'

const { act, actor, draft, events, finish, get, inbox, meet, recipients, runtime, sent, sql } = await openCampaigns()
let labels = 0

/** A campaign sent to one contact, and the contact's source_id in the inbox. */
async function written(title?: string) {
  const label = title ?? (await act('create_label', { title: `etiqueta ${++labels}` })).title
  if (!title) await meet({ labels: [label] })
  const { id } = await draft(label)
  await act('start_campaign', { campaign_id: id })
  await finish()
  const [{ conversation_id }] = (await sent(id)) as [Awaited<ReturnType<typeof sent>>[number]]
  const { source_id } = await act('get_conversation_detail', { conversation_id })
  return { id, label, conversation_id, source_id: source_id! }
}

/** The customer writes; returns the event. */
async function answer(source_id: string, call: { now?: Date } = {}) {
  await act('receive_message', { inbox_id: inbox.id, source_id, content: 'Me interesa' }, call)
  const [event] = await sql<{ id: string; account_id: string; payload: { message: Message } }>`
    select * from events where name = 'message.received' order by sequence desc limit 1`
  return event!
}

const tell = (event: Awaited<ReturnType<typeof answer>>) =>
  note_campaign_replies.run(subscriberContext(runtime, registry, { ...event, actor }), event as never)

test('A reply is counted, and clients are notified', async () => {
  const { id, source_id } = await written()
  const event = await answer(source_id)
  await tell(event)
  const campaign = await get(id)
  assert.deepEqual(campaign.progress, {
    total: 1,
    queued: 0,
    sent: 1,
    delivered: 1,
    read: 1,
    failed: 0,
    replied: 1,
    opted_out: 0,
  })
  const [recipient] = await recipients(id)
  assert.deepEqual([recipient?.status, recipient?.replied_at], ['replied', event.payload.message.created_at])
  const last = (await events()).at(-1)
  assert.deepEqual([last?.name, last?.payload], ['campaign.updated', { campaign }])
})

test('Repeated deliveries and further messages count once', async () => {
  const { id, source_id } = await written()
  const event = await answer(source_id)
  const count = (await events()).length
  await Promise.all([tell(event), tell(event), tell(event)])
  const [before] = await recipients(id)
  await tell(await answer(source_id))
  assert.deepEqual((await recipients(id))[0], before)
  const updates = (await events()).slice(count).filter(({ name }) => name === 'campaign.updated')
  assert.equal(updates.length, 1)
})

test('Of two campaigns, the latest before the reply gets it, even when the queue is slow', async () => {
  const first = await written()
  const between = await answer(first.source_id)
  const second = await written(first.label)
  assert.equal(second.conversation_id, first.conversation_id)
  await tell(between)
  assert.deepEqual([(await get(first.id)).progress.replied, (await get(second.id)).progress.replied], [1, 0])
  await tell(await answer(first.source_id))
  assert.deepEqual([(await get(first.id)).progress.replied, (await get(second.id)).progress.replied], [1, 1])
})

test('A message a month later is not a reply', async () => {
  const { id, source_id } = await written()
  await tell(await answer(source_id, { now: new Date(Date.now() + 31 * 86_400_000) }))
  assert.equal((await get(id)).progress.replied, 0)
  await tell(await answer(source_id, { now: new Date(Date.now() + 29 * 86_400_000) }))
  assert.equal((await get(id)).progress.replied, 1)
})

test('A message from a contact who received no campaign is not a reply', async () => {
  const count = (await events()).length
  await tell(await answer('alguien'))
  assert.ok((await events()).slice(count).every(({ name }) => name !== 'campaign.updated'))
})
