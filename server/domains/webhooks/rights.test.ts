import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { events } from '#contract/events.ts'
import { available } from '#contract/webhook-bodies.ts'
import { enqueueEvent } from '#domains/webhooks/deliveries/enqueue.ts'
import { claim } from '#domains/webhooks/deliveries/queue.ts'
import { replay } from '#domains/webhooks/deliveries/replay.ts'
import { send } from '#domains/webhooks/deliveries/sender.ts'
import { classicWebhook } from '#doors/classic/shapes/webhook.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { openInbox } from '#test/inbox.ts'
import { addKey } from '#test/keys.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, runtime, inbox, talk, write, addAgent } = await openInbox()
const since = new Date(Date.now() - 60_000).toISOString()
let made = 0

const create = async (as: Actor, more: Partial<Input<'create_webhook'>> = {}) =>
  (await act('create_webhook', { url: `https://example.com/${++made}`, events: ['*'], ...more }, { as })).id
const denied = async (call: Promise<unknown>) => {
  const problem = await refusal(call)
  assert.equal(problem.code, 'permission_denied')
  return problem
}
/** The names of the events queued for an endpoint. */
const queued = async (webhook_id: string) => {
  const rows = await sql<{ event: string }>`
    select distinct event from webhook_deliveries where webhook_id = ${webhook_id} order by event`
  return rows.map(({ event }) => event)
}
let delivered = '0'
/** Delivers all new events to the endpoints, as the worker does. */
const work = async () => {
  const rows = await sql<Event>`select * from events where sequence > ${delivered} order by sequence`
  for (const event of rows) await enqueueEvent(subscriberContext(runtime, registry, event), event, classicWebhook)
  delivered = rows.at(-1)?.sequence ?? delivered
}
const runReplay = async () => {
  const [event] = await sql<Event<'webhook.replay_requested'>>`
    select * from events where name = 'webhook.replay_requested' order by sequence desc limit 1`
  await replay(subscriberContext(runtime, registry, event!), event!, classicWebhook, () => {})
}
/** Everything an attacker would like to read: a message, an internal note, a contact and a lead. */
const live = async () => {
  const { id: conversation_id, contact } = await talk({
    contact: { name: 'Inés', email: `ines.${++made}@example.com` },
  })
  await act('send_message', { conversation_id, content: 'Solo para el equipo', private: true })
  await act('add_contact_note', { contact_id: contact.id, body: 'Paga tarde' })
  await act('crm_create_lead', { name: 'Lead secreto' })
  return { conversation_id, contact_id: contact.id }
}

test('A webhook made with webhooks:write alone receives nothing, now or by a replay', async () => {
  const as = await addKey(sql, actor, 'webhooks:write', 'webhooks:read')
  const webhook_id = await create(as)
  await live()
  await work()
  await act('replay_webhook', { webhook_id, since, status: 'all' }, { as })
  await runReplay()
  assert.deepEqual(await queued(webhook_id), [])
  const { id } = await act('test_webhook', { webhook_id }, { as })
  assert.match((await act('get_webhook_delivery', { webhook_id, delivery_id: id }, { as })).body!, /webhook\.test/)
})

test('A webhook receives the events its key may read, and an administrator’s receives all', async () => {
  const key = await addKey(sql, actor, 'webhooks:write', 'contacts:read')
  const [narrow, wide] = [await create(key), await create(actor)]
  const classic = await create(actor, { kind: 'classic', events: ['message_created', 'contact_created'] })
  await live()
  await work()
  assert.deepEqual(await queued(narrow), ['contact.created', 'contact.note_created'])
  assert.deepEqual(await queued(classic), ['contact_created', 'message_created'])
  for (const name of ['message.received', 'message.sent', 'contact.note_created', 'lead.created'])
    assert.ok((await queued(wide)).includes(name), name)
})

test('Events beyond the rights of a key are refused by name', async () => {
  const as = await addKey(sql, actor, 'webhooks:write', 'contacts:read')
  const problem = await denied(create(as, { events: ['contact.created', 'message.sent'] }))
  assert.match(problem.message, /message\.sent requires the permission conversations:read/)
  assert.equal(problem.extra.errors?.[0]?.field, 'events/1')
  await denied(create(as, { events: ['lead.*'] }))
  await denied(create(as, { kind: 'classic', events: ['message_created'] }))
  await denied(create(as, { kind: 'inbox', inbox_id: inbox.id, events: undefined }))
  const webhook_id = await create(as, { events: ['contact.*'] })
  await denied(act('update_webhook', { webhook_id, events: ['contact.*', 'conversation.created'] }, { as }))
})

test('The list of events says which permission each needs', async () => {
  const { items } = await act('list_webhook_events', {})
  for (const name of available)
    assert.equal(items.find(({ type }) => type === name)?.permission, events[name].reader, name)
})

test('A key cannot redirect, rotate, enable or replay a webhook that receives more than it may read', async () => {
  const webhook_id = await create(actor)
  const as = await addKey(sql, actor, 'webhooks:write', 'webhooks:read', 'contacts:read')
  for (const patch of [
    { url: 'https://attacker.example.com/' },
    { events: ['contact.*'] },
    { enabled: false },
    { description: 'x' },
  ])
    await denied(act('update_webhook', { webhook_id, ...patch }, { as }))
  await denied(act('rotate_webhook_secret', { webhook_id }, { as }))
  await denied(act('replay_webhook', { webhook_id, since }, { as }))
  assert.match((await act('get_webhook', { webhook_id })).url, /^https:\/\/example/)
})

test('The body of a delivery is shown, and sent again, only to those who may read it', async () => {
  const webhook_id = await create(actor)
  await live()
  await work()
  const as = await addKey(sql, actor, 'webhooks:write', 'webhooks:read', 'contacts:read')
  const deliveryOf = async (event: string) =>
    (await act('list_webhook_deliveries', { webhook_id, event }, { as })).items[0]!.id
  const [message, contact] = [await deliveryOf('message.sent'), await deliveryOf('contact.created')]
  await sql`
    insert into webhook_attempts (account_id, delivery_id, number, request_headers, response_body, milliseconds, created_at)
    values (${actor.account.id}, ${message}, 1, '{}', 'echo', 1, now())`
  const hidden = await act('get_webhook_delivery', { webhook_id, delivery_id: message }, { as })
  assert.deepEqual([hidden.body, hidden.log[0]?.response_body], [null, null])
  await denied(act('redeliver_webhook', { webhook_id, delivery_id: message }, { as }))
  assert.match((await act('get_webhook_delivery', { webhook_id, delivery_id: contact }, { as })).body!, /Inés/)
  await act('redeliver_webhook', { webhook_id, delivery_id: contact }, { as })
})

test('The visibility of its maker limits what a webhook receives, and what they see of others’ deliveries', async () => {
  const eva = await addAgent('Eva', { role: 'administrator', visibility: 'own' })
  const [hers, all] = [await create(eva), await create(actor)]
  await talk({ source_id: 'de-nadie' })
  const { id } = await talk({ source_id: 'de-eva' })
  await act('assign_conversation', { conversation_id: id, agent: eva.id! })
  await write({ source_id: 'de-eva', content: 'Para Eva' })
  await write({ source_id: 'de-nadie', content: 'Para nadie' })
  await work()
  const bodies = await sql<{ body: string }>`
    select body from webhook_deliveries where webhook_id = ${hers} and event = 'message.received'`
  assert.deepEqual(
    bodies.map(({ body }) => JSON.parse(body).data.object.content),
    ['Para Eva'],
  )
  const [delivery] = (await act('list_webhook_deliveries', { webhook_id: all, event: 'message.received' })).items
  const shown = await act('get_webhook_delivery', { webhook_id: all, delivery_id: delivery!.id }, { as: eva })
  assert.equal(shown.body, null)
  await denied(act('update_webhook', { webhook_id: all, url: 'https://attacker.example.com/' }, { as: eva }))
  await act('replay_webhook', { webhook_id: hers, since, status: 'all' }, { as: eva })
  await runReplay()
  const after = await sql`select from webhook_deliveries where webhook_id = ${hers} and body like '%Para nadie%'`
  assert.equal(after.length, 0)
})

test('A webhook is switched off when its key is revoked; administrators are notified and can take it over', async () => {
  const as = await addKey(sql, actor, 'webhooks:write', 'contacts:read')
  const webhook_id = await create(as, { url: 'https://revocada.example.com/' })
  await live()
  await work()
  assert.ok((await queued(webhook_id)).includes('contact.created'))
  await sql`update api_keys set revoked_at = now() where id = ${as.id}`

  const posted: string[] = []
  for (const delivery of await claim(runtime, randomUUID(), 1000))
    await send(runtime, async (url) => ({ status: posted.push(url) && 200, headers: {}, body: '' }), [], delivery)
  assert.ok(!posted.includes('https://revocada.example.com/'), 'what was queued before is not sent any more')

  await live()
  await work()
  const off = await act('get_webhook', { webhook_id })
  assert.deepEqual([off.enabled, off.disabled_reason, off.banner], [false, 'maker', 'disabled'])
  assert.match(off.last_error!, /La clave de API Programa fue revocada/)
  const letters = await sql`select from emails where subject like '%revocada.example.com%'`
  assert.equal(letters.length, 2, 'one to each administrator')

  const on = await act('update_webhook', { webhook_id, enabled: true })
  assert.deepEqual([on.enabled, on.maker?.id, on.last_error], [true, actor.id, null])
  await live()
  await work()
  assert.ok((await queued(webhook_id)).includes('message.received'))
})

test('Describing a webhook does not widen it to the rights of the person who did', async () => {
  const as = await addKey(sql, actor, 'webhooks:write', 'contacts:read')
  const webhook_id = await create(as)
  const { url, events } = await act('get_webhook', { webhook_id })
  const saved = await act('update_webhook', { webhook_id, url, events, description: 'Contabilidad' })
  assert.deepEqual(saved.maker, { type: 'api_key', id: as.id, name: 'Programa' })
})

test('Webhooks from before makers were recorded receive everything', async () => {
  const webhook_id = await create(actor)
  await sql`update webhooks set maker = null where id = ${webhook_id}`
  await live()
  await work()
  assert.ok((await queued(webhook_id)).includes('lead.created'))
})
