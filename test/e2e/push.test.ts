import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openApp } from '#test/app.ts'
import { openPushService } from '#test/push.ts'
import { openPushWorker } from '#test/push-worker.ts'
import { until } from '#test/wait.ts'
import { deviceEn } from '#web/features/notifications/words.en.ts'
import { deviceEs } from '#web/features/notifications/words.es.ts'
import { notificationCentreEn } from '#web/shell/notifications/words.en.ts'
import { notificationCentreEs } from '#web/shell/notifications/words.es.ts'

/* Browsers of the test reach no push service of their vendor: they subscribe at a local one. Headless browsers can show no
 * notices, so its messages are handed to the service worker outside of them. */

const service = await openPushService()
const { key, rest, enter, makeUser, url } = await openApp({ HILO_OUTBOUND_ALLOW: '127.0.0.1' })
const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
  key,
  body: { name: 'Ventas', channel: 'api', auto_assign: false },
})

const unreadButton = (page: Page, unread: number, words = notificationCentreEs) =>
  page.getByRole('button', { name: words.open(unread), exact: true })

type Options = { language?: 'es' | 'en'; viewport?: { width: number; height: number } }

/** A signed-in browser that receives push notifications. */
async function openPushed(agent: { email: string }, options: Options = {}) {
  const [centre, device] =
    options.language === 'en' ? [notificationCentreEn, deviceEn] : [notificationCentreEs, deviceEs]
  const { endpoint, keys, received } = service.addBrowser()
  const page = await enter(agent, 'contacts', { permissions: ['notifications'], ...options })
  await page.addInitScript(`
    PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify({ endpoint, keys })}) })
    ServiceWorkerRegistration.prototype.getNotifications = async () => []`)
  await page.reload()
  await unreadButton(page, 0, centre).click()
  const saved = page.waitForResponse((response) => response.url().endsWith('subscribe_push'))
  await page.getByRole('switch', { name: device.push }).click()
  assert.ok((await saved).ok())
  await page.keyboard.press('Escape')
  return { page, received }
}

test('Two open browsers and a closed one get a notice once each, and reading it on one closes it on all', async () => {
  const agent = await makeUser('agent')
  const desk = await openPushed(agent)
  const phone = await openPushed(agent, { viewport: { width: 390, height: 844 } })
  const closed = await openPushed(agent, { language: 'en' })
  await closed.page.close()
  const written = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, {
    key,
    body: { source_id: 'ida', content: 'Hola', contact: { name: 'Ida Rojas' } },
  })
  const { id } = written.body.conversation
  await rest('POST', `/conversations/${id}/assignee`, { key, body: { agent: agent.id } })
  await Promise.all([unreadButton(desk.page, 1).waitFor(), unreadButton(phone.page, 1).waitFor()])
  const all = [desk, phone, closed]
  const workers = [
    openPushWorker({ visibilityState: 'visible' }),
    openPushWorker({ visibilityState: 'hidden' }),
    openPushWorker(),
  ]
  const handOver = async (count: number) => {
    await until(() => Promise.resolve(all.every(({ received }) => received.length === count)), `${count} messages each`)
    for (const [i, worker] of workers.entries()) await worker.receive(all[i]!.received[count - 1]!)
  }
  await handOver(1)
  assert.deepEqual(
    workers.map(({ announced }) => announced.length),
    [0, 1, 1],
    'the app in view shows it itself',
  )
  assert.match(workers[1]!.announced[0]!, / te asignó la conversación con Ida Rojas$/)
  assert.match(workers[2]!.announced[0]!, / assigned you the conversation with Ida Rojas$/)

  await unreadButton(desk.page, 1).click()
  await desk.page.getByText(notificationCentreEs.kinds.conversation_assigned('', 'Ida Rojas')).click()
  await Promise.all([unreadButton(desk.page, 0).waitFor(), unreadButton(phone.page, 0).waitFor()])
  await handOver(2)
  assert.deepEqual(
    workers.map((worker) => worker.shown()),
    [[], [], []],
  )
  assert.deepEqual([desk.page.faults, phone.page.faults], [[], []])
})

test('Push notifications are switched off for a browser', async () => {
  const agent = await makeUser('agent')
  const { page } = await openPushed(agent)
  await unreadButton(page, 0).click()
  const ended = page.waitForResponse((response) => response.url().endsWith('unsubscribe_push'))
  await page.getByRole('switch', { name: deviceEs.push }).click()
  assert.ok((await ended).ok())
  assert.equal(await page.getByRole('switch', { name: deviceEs.push }).isChecked(), false)
  assert.deepEqual(page.faults, [])
})

test('The app can be installed, and its service worker is never cached', async () => {
  const manifest = await fetch(`${url}/manifest.webmanifest`)
  assert.match(manifest.headers.get('content-type')!, /manifest\+json/)
  const { icons, start_url } = (await manifest.json()) as { icons: { src: string }[]; start_url: string }
  assert.equal(start_url, '/app')
  for (const { src } of icons) assert.equal((await fetch(url + src)).status, 200)
  const worker = await fetch(`${url}/push-worker.js`)
  assert.equal(worker.headers.get('cache-control'), 'no-cache')
  assert.doesNotMatch(await worker.text(), /: string/, 'types are removed')
})
