import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'
import { deviceEn } from '#web/features/notifications/words.en.ts'
import { deviceEs } from '#web/features/notifications/words.es.ts'
import { notificationCentreEn } from '#web/shell/notifications/words.en.ts'
import { notificationCentreEs } from '#web/shell/notifications/words.es.ts'

const { url, account_id, key, rest, sql, enter, makeUser } = await openApp()
const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
  key,
  body: { name: 'Ventas', channel: 'api', auto_assign: false },
})

const unreadButton = (page: Page, words: typeof notificationCentreEs, unread: number) =>
  page.getByRole('button', { name: words.open(unread), exact: true })

/** A customer writes, and the conversation is given to the agent. */
async function giveConversation(name: string, agent_id: string): Promise<string> {
  const body = { source_id: name, content: 'Hola', contact: { name } }
  const received = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, { key, body })
  const { id } = received.body.conversation
  await rest('POST', `/conversations/${id}/assignee`, { key, body: { agent: agent_id } })
  return id
}

const write = (source_id: string, content: string) =>
  rest('POST', `/inboxes/${inbox.id}/messages`, { key, body: { source_id, content } })

test('An agent is notified at once, and a notification read on one device is read on the other', async () => {
  const agent = await makeUser('agent')
  const words = notificationCentreEs
  const [desk, phone] = [
    await enter(agent, 'contacts'),
    await enter(agent, 'contacts', { viewport: { width: 390, height: 844 } }),
  ]
  await Promise.all([desk, phone].map((page) => unreadButton(page, words, 0).waitFor()))
  const conversation_id = await giveConversation('Ida Rojas', agent.id)
  await unreadButton(desk, words, 1).waitFor()
  await until(async () => (await desk.title()).startsWith('(1) '), 'the tab shows the number')
  await write('Ida Rojas', '¿Sigue disponible?')
  await write('Ida Rojas', 'Me interesa')
  await unreadButton(desk, words, 2).waitFor()
  await unreadButton(phone, words, 2).click()
  await phone.getByText(words.kinds.customer_replied('', 'Ida Rojas')).waitFor()
  await phone.getByText(words.more(2)).waitFor()
  assert.deepEqual(await axeViolations(phone), [])
  assert.equal(await overflow(phone), 0)
  await phone.getByText(words.kinds.customer_replied('', 'Ida Rojas')).click()
  await phone.waitForURL(`**/conversations/${conversation_id}**`)
  await unreadButton(desk, words, 0).waitFor()
  // On a phone an open conversation has the whole screen.
  await phone.goBack()
  await unreadButton(phone, words, 0).waitFor()
  await until(async () => !(await desk.title()).startsWith('('), 'the tab shows no number')
  assert.deepEqual([desk.faults, phone.faults], [[], []])
})

test('A customer who waits without an assignee is announced to everybody, until somebody has the conversation', async () => {
  const [one, other] = [await makeUser('agent'), await makeUser('agent')]
  const words = notificationCentreEs
  const page = await enter(one, 'contacts')
  await unreadButton(page, words, 0).waitFor()
  const { body } = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, {
    key,
    body: { source_id: 'Eva', content: 'Buenas tardes', contact: { name: 'Eva Díaz' } },
  })
  await unreadButton(page, words, 1).click()
  await page.getByText(words.kinds.customer_waiting('', 'Eva Díaz')).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await rest('POST', `/conversations/${body.conversation.id}/assignee`, { key, body: { agent: other.id } })
  await unreadButton(page, words, 0).waitFor()
  assert.deepEqual(page.faults, [])
})

test('All notifications can be marked as read, and an empty centre explains its purpose', async () => {
  const agent = await makeUser('agent')
  const words = notificationCentreEn
  const page = await enter(agent, 'contacts', { language: 'en' })
  await unreadButton(page, words, 0).click()
  await page.getByText(words.empty).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await page.keyboard.press('Escape')
  for (const name of ['Uno', 'Dos']) await giveConversation(name, agent.id)
  await unreadButton(page, words, 2).click()
  await page.getByRole('button', { name: words.markAll }).click()
  await unreadButton(page, words, 0).waitFor()
  assert.deepEqual(page.faults, [])
})

for (const [language, words] of sample([
  ['es', notificationCentreEs],
  ['en', notificationCentreEn],
] as const))
  test(`Older notifications follow when the centre is scrolled (${language})`, async () => {
    const agent = await makeUser('agent')
    await sql`
      insert into notifications (account_id, user_id, kind, subject_type, subject_id, title, url, actor, event_id, created_at, read_at)
      select ${account_id}, ${agent.id}, 'sla_breached', 'conversation', n, 'Aviso ' || n, ${url}, '{"type":"system","id":null,"name":"Hilo"}',
             gen_random_uuid(), now() - make_interval(mins => n), now()
        from generate_series(1, 120) n`
    const page = await enter(agent, 'contacts', { language })
    await unreadButton(page, words, 0).click()
    const centre = page.getByRole('dialog', { name: words.title })
    const entry = (n: number) => centre.getByText(words.kinds.sla_breached('', `Aviso ${n}`), { exact: true })
    await entry(1).waitFor()
    await until(async () => {
      await centre.locator('ul').evaluate((list) => list.scrollTo(0, list.scrollHeight))
      return (await entry(120).count()) === 1
    }, 'the oldest')
    assert.equal(await entry(1).count(), 1)
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(page.faults, [])
  })

for (const language of sample(['es', 'en'] as const))
  test(`The navigation shows how many conversations and activities wait for a person (${language})`, async () => {
    const agent = await makeUser('agent')
    const { words } = locales[language]
    const page = await enter(agent, 'contacts', { language })
    const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    const waits = (name: 'inbox' | 'agenda', count: number) =>
      place(words.places[name]).getByText(words.shell.waiting[name](count)).waitFor({ state: 'attached' })
    const conversation_id = await giveConversation(`Sin leer ${language}`, agent.id)
    const contact = await rest<{ id: string }>('POST', '/contacts', {
      key,
      body: { name: 'Por llamar', phone_number: '+573005550101' },
    })
    const due_at = new Date(Date.now() - 60_000).toISOString()
    const plan = { type: 'call', body: 'Llamar', due_at, assigned_to: agent.id }
    const call = await rest<{ id: string }>('POST', '/activities', {
      key,
      body: { contact_id: contact.body.id, ...plan },
    })
    await waits('inbox', 1)
    await waits('agenda', 1)
    assert.deepEqual(await axeViolations(page), [])

    await rest('POST', `/activities/${call.body.id}/complete`, { key, body: {} })
    await page.getByText(words.shell.waiting.agenda(1)).waitFor({ state: 'detached' })
    await place(words.places.inbox).click()
    await page.locator(`a[href*="/conversations/${conversation_id}"]`).first().click()
    await page.getByText(words.shell.waiting.inbox(1)).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

/** A browser that is not in view. Its notices and sounds are written down, because headless browsers have neither. */
const outside = `
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  const notices = (window.notices = [])
  window.sounds = 0
  window.Notification = class {
    static get permission() {
      return sessionStorage.permission ?? 'default'
    }
    static requestPermission = async () => (sessionStorage.permission = 'granted')
    constructor(title, { body, tag }) {
      notices.push(Object.assign(this, { title, body, tag, isOpen: true }))
    }
    close() {
      this.isOpen = false
      this.onclose?.()
    }
  }
  const part = () => ({ connect: (next) => next, start() {}, stop() {}, frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } })
  window.AudioContext = class {
    state = 'running'
    currentTime = 0
    createGain = part
    createOscillator = () => (window.sounds++, part())
    async close() {}
  }`
type Announced = { title: string; body: string; isOpen: boolean }

for (const [language, words, device] of sample([
  ['es', notificationCentreEs, deviceEs],
  ['en', notificationCentreEn, deviceEn],
] as const))
  test(`A message is announced on the desktop, unless its kind, quiet hours or another device forbid it (${language})`, async () => {
    const agent = await makeUser('agent')
    const names = ['Ida', 'Eva', 'Leo', 'Sol', 'Mar'].map((name) => `${name} ${language}`)
    for (const name of names) await giveConversation(name, agent.id)
    const [ida, eva, leo, sol, mar] = names as [string, string, string, string, string]
    const title = (name: string) => words.kinds.customer_replied('', name)
    const { notifications } = locales[language].settings

    // A list that is read while `held` is set waits for it, so that another device is first.
    let held: Promise<void> | undefined
    const hold = async (route: Route) => {
      if (/list_notifications/.test(route.request().url() + (route.request().postData() ?? ''))) await held
      // A later read ends this one.
      await route.continue().catch(() => undefined)
    }
    const page = await enter(agent, 'settings/notifications', { language, routes: { '**/api/app': hold } })
    const unread = (count: number) => unreadButton(page, words, count).waitFor()
    await unread(names.length)
    await page.addInitScript(outside)
    await page.reload()
    await unread(names.length)
    const said = () => page.evaluate<Announced[]>('notices')
    const titles = async () => (await said()).map((notice) => notice.title)
    const sounds = () => page.evaluate<number>('sounds')
    const saving = async (change: () => Promise<unknown>) => {
      const saved = page.waitForResponse(/update_notification_preferences/)
      await change()
      assert.ok((await saved).ok())
    }
    const toggle = (channel: 'desktop' | 'sound') => {
      const [kind] = notifications.kinds.customer_replied
      return saving(() => page.getByRole('checkbox', { name: `${notifications.channels[channel]}: ${kind}` }).click())
    }
    const desktop = page.getByRole('switch', { name: device.desktop })
    await desktop.click()
    await desktop.and(page.locator('[aria-checked="true"]')).waitFor()

    await write(ida, '¿Sigue disponible?')
    await until(async () => (await said()).length === 1, 'the first notice')
    await until(async () => (await sounds()) === 2, 'its two tones')
    const [first] = await said()
    assert.deepEqual([first!.title, first!.body, first!.isOpen], [title(ida), '¿Sigue disponible?', true])

    await toggle('desktop')
    await toggle('sound')
    await write(eva, 'Hola')
    await unread(names.length + 2)
    await toggle('desktop')
    await toggle('sound')

    // It is read on a phone before this browser knows of it, which also closes the notice that is shown.
    const phone = await enter(agent, 'contacts', { language, viewport: { width: 390, height: 844 } })
    await unreadButton(phone, words, names.length + 2).waitFor()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    await write(sol, 'Hola')
    await unreadButton(phone, words, names.length + 3).click()
    await phone.getByRole('button', { name: words.markAll }).click()
    await unreadButton(phone, words, 0).waitFor()
    release()
    await unread(0)
    await until(async () => (await said()).every(({ isOpen }) => !isOpen), 'the notice to close')
    assert.deepEqual([await titles(), await sounds()], [[title(ida)], 2])

    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    const quiet_hours = { from: clock(-2), to: clock(2), time_zone: 'UTC' }
    const headers = { 'x-account-id': account_id }
    await page.request.post(`${url}/api/app/update_notification_preferences`, { headers, data: { quiet_hours } })
    await page.reload()
    const quiet = page.getByRole('switch', { name: notifications.quietOn, checked: true })
    await quiet.waitFor()
    await unread(0)
    await write(leo, 'Hola')
    await unread(1)
    await saving(() => quiet.click())
    await write(mar, 'Me interesa')
    await until(async () => (await said()).length > 0, 'the notice after the quiet hours')
    await until(async () => (await sounds()) > 0, 'its sound')
    assert.deepEqual([await titles(), await sounds()], [[title(mar)], 2])
    assert.deepEqual([page.faults, phone.faults], [[], []])
  })
