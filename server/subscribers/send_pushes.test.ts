import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventName } from '#contract/events.ts'
import { openOutbound } from '#gateways/outbound.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { notify_people } from '#subscribers/notify_people.ts'
import { push_notifications } from '#subscribers/push_notifications.ts'
import { send_pushes } from '#subscribers/send_pushes.ts'
import { openInbox } from '#test/inbox.ts'
import { startSession, openPerson } from '#test/personal.ts'
import { openPushService } from '#test/push.ts'

const { act, actor, talk, write, sql, runtime } = await openInbox()
const account_id = actor.account.id
const service = await openPushService()
const outbound = openOutbound({ outbound_allow: ['127.0.0.1'] })
// The push service of the test is on this machine.
runtime.checkUrl = outbound.checkUrl
const subscribers = {
  notify_people,
  push_notifications,
  send_pushes: send_pushes(outbound),
}

type Row = { id: string; name: EventName; sequence: string }

/** Delivers all events of this name since the last time, each twice, because deliveries can be repeated. */
const seen = new Set<string>()
async function deliver(subscriber: keyof typeof subscribers, name: EventName): Promise<void> {
  const rows =
    await sql<Row>`select * from events where account_id = ${account_id} and name = ${name} order by sequence`
  for (const row of rows.filter(({ id }) => !seen.has(`${subscriber} ${id}`))) {
    const delivery = { ...row, account_id }
    for (let i = 0; i < 2; i++)
      await subscribers[subscriber].run(subscriberContext(runtime, registry, delivery as never), delivery as never)
    seen.add(`${subscriber} ${row.id}`)
  }
}

/** Carries out the consequences of everything that happened. */
async function settle(): Promise<void> {
  await deliver('notify_people', 'message.received')
  await deliver('push_notifications', 'notification.created')
  await deliver('push_notifications', 'notification.read')
  await deliver('send_pushes', 'push.requested')
}

let made = 0
/** A person with a browser that receives push notifications and a conversation. */
async function openPushed(language: 'es' | 'en' = 'es') {
  const luz = await openPerson(sql, account_id)
  const browser = service.addBrowser()
  const subscribe = (as = luz, { endpoint, keys } = browser) =>
    act('subscribe_push', { endpoint, keys, language }, { as })
  await subscribe()
  const source_id = `push ${++made}`
  const { id: conversation_id } = await talk({ source_id, contact: { name: 'Ida' } })
  await act('assign_conversation', { conversation_id, agent: luz.user_id! })
  await settle()
  browser.received.length = 0
  await act('mark_notifications_read', {}, { as: luz })
  await settle()
  browser.received.length = 0
  return {
    luz,
    subscribe,
    conversation_id,
    received: browser.received,
    say: (content: string) => write({ source_id, content }),
  }
}

test('A message of a customer is shown once on each browser, and closed when it is read on one', async () => {
  const { luz, subscribe, conversation_id, received, say } = await openPushed()
  const phone = service.addBrowser()
  await subscribe({ ...(await startSession(sql, account_id, luz.user_id!)), email: luz.email }, phone)
  await say('¿Sigue ahí?')
  await settle()
  for (const messages of [received, phone.received]) {
    assert.equal(messages.length, 1)
    const [{ show, close, unread }] = messages as [(typeof messages)[0]]
    assert.deepEqual([show.length, close, unread], [1, [], 1])
    assert.deepEqual([show[0]!.title, show[0]!.body], ['Ida escribió', '¿Sigue ahí?'])
    assert.ok(show[0]!.url.endsWith(`/conversations/${conversation_id}`))
  }
  const { id } = received[0]!.show[0]!
  await act('mark_notifications_read', { subject: { type: 'conversation', id: conversation_id } }, { as: luz })
  await settle()
  for (const messages of [received, phone.received])
    assert.deepEqual(messages.slice(1), [{ show: [], close: [id], unread: 0 }])
})

test('Messages that come before the first was sent are one notice, and later ones announce themselves', async () => {
  const { received, say } = await openPushed('en')
  for (const content of ['Uno', 'Dos', 'Tres']) await say(content)
  await settle()
  assert.deepEqual(
    received.map(({ show }) => show.map(({ title, body }) => [title, body])),
    [[['Ida wrote to you', 'Tres']]],
  )
  await say('Cuatro')
  await settle()
  assert.deepEqual(
    received[1]!.show.map(({ id, body }) => [id, body]),
    [[received[0]!.show[0]!.id, 'Cuatro']],
  )
})

test('Nothing is sent that was read before, and nothing was shown that must be closed', async () => {
  const { luz, received, say } = await openPushed()
  await say('Hola')
  await deliver('notify_people', 'message.received')
  await deliver('push_notifications', 'notification.created')
  await act('mark_notifications_read', {}, { as: luz })
  await settle()
  assert.deepEqual(received, [])
})

test('A notification that is read while it is sent is closed at once', async () => {
  const { luz, received, say } = await openPushed()
  service.answers({
    status: 201,
    meanwhile: async () => {
      service.answers({ status: 201 })
      await act('mark_notifications_read', {}, { as: luz })
    },
  })
  await say('Hola')
  await deliver('notify_people', 'message.received')
  await deliver('push_notifications', 'notification.created')
  await deliver('send_pushes', 'push.requested')
  assert.deepEqual(
    received.map(({ show, close }) => [show.length, close.length]),
    [
      [1, 0],
      [0, 1],
    ],
  )
})

test('Switched off kinds, quiet hours, hidden texts and ended sessions are respected', async () => {
  const { luz, received, say } = await openPushed()
  const prefer = (changes: object) => act('update_notification_preferences', changes as never, { as: luz })
  await prefer({ show_text: false })
  await say('Secreto')
  await settle()
  assert.deepEqual(
    received.at(-1)!.show.map(({ body }) => body),
    [null],
  )
  await prefer({ kinds: { customer_replied: { push: false } } })
  await say('Nada')
  await settle()
  const now = new Date()
  const clock = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16)
  await prefer({
    kinds: { customer_replied: { push: true } },
    quiet_hours: { from: clock(-1), to: clock(1), time_zone: 'UTC' },
  })
  await say('Silencio')
  await settle()
  await prefer({ quiet_hours: null })
  await sql`delete from sessions where id = ${luz.session}`
  await say('Sin sesión')
  await settle()
  assert.equal(received.length, 1)
})

test('A failing push service is tried again, and an ended subscription is removed', async () => {
  const { luz, received, say } = await openPushed()
  service.answers({ status: 503 })
  await say('Hola')
  await assert.rejects(settle(), /The push service answered 503/)
  service.answers({ status: 201 })
  await settle()
  assert.equal(received.length, 1)
  service.answers({ status: 410 })
  await say('Otra')
  await settle()
  service.answers({ status: 201 })
  assert.deepEqual(await sql`select from push_subscriptions where user_id = ${luz.user_id}`, [])
})
