import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { contactEn } from '#web/features/contacts/words.en.ts'
import { contactEs } from '#web/features/contacts/words.es.ts'
import { dealEn } from '#web/features/deals/words.en.ts'
import { dealEs } from '#web/features/deals/words.es.ts'
import { drawerEn } from '#web/screens/pipeline/deal/words.en.ts'
import { drawerEs } from '#web/screens/pipeline/deal/words.es.ts'
import { inboxEn } from '#web/screens/inbox/words.en.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { locales, openApp, overflow } from '#test/app.ts'
import { findViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { sql, user, key, enter } = app
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

const make = async <T>(path: string, body: object) => {
  await app.resetRateLimits()
  return (await app.rest<T>('POST', path, { key, body })).body
}

let made = 0
/** A channel in which three customers have written. */
async function furnish() {
  const inbox = await make<{ id: string }>('/inboxes', { name: `Móvil ${++made}`, channel: 'api', auto_assign: false })
  const ids: Record<string, string> = {}
  for (const name of ['Ana Uno', 'Beto Dos', 'Cami Tres']) {
    const body = { source_id: name, content: `Hola, soy ${name}.`, contact: { name } }
    const { conversation } = await make<{ conversation: { id: string } }>(`/inboxes/${inbox.id}/messages`, body)
    ids[name] = conversation.id
  }
  return { place: `conversations?inbox=${inbox.id}`, ids }
}
/** A deal and its contact. */
async function sell() {
  const contact = await make<{ id: string }>('/contacts', { name: 'Dora', email: `dora${++made}@example.com` })
  const fields = { name: 'Lote', contact_id: contact.id, expected_close_date: '2030-01-01' }
  return { contact, deal: await make<{ id: string }>('/opportunities', fields) }
}
const statusOf = async (id: string | undefined) =>
  (await sql<{ status: string }>`select status from conversations where id = ${id!}`)[0]!.status
const hasStatus = (id: string | undefined, status: string) =>
  until(async () => (await statusOf(id)) === status, `the conversation to be ${status}`)

/** Moves one finger across the screen. */
async function swipe(page: Page, from: { x: number; y: number }, by: { x: number; y?: number }) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) => {
    const at = { x: from.x + by.x * share, y: from.y + (by.y ?? 0) * share }
    return session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] })
  }
  await touch('touchStart', 0)
  for (let step = 1; step <= 8; step++) await touch('touchMove', step / 8)
  // Rests before it leaves the screen: browsers ignore a tap right after a flick.
  await sleep(100)
  await touch('touchEnd', 1)
  await session.detach()
}
/** Swipes a row of the list once it has its place: a change of another row may still move it. */
async function swipeRow(page: Page, row: Locator, by: number) {
  const item = row.locator('xpath=ancestor::li')
  let middle = { x: 0, y: 0 }
  const isAtRest = async () => {
    const box = await item.boundingBox()
    if (!box) return false
    const before = middle
    middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const isUnder = (element: Element, { x, y }: typeof middle) => element.contains(document.elementFromPoint(x, y))
    return before.y === middle.y && (await item.evaluate(isUnder, middle))
  }
  await row.waitFor()
  await until(isAtRest, 'the row to be at rest')
  await swipe(page, { x: middle.x - by / 2, y: middle.y }, { x: by })
}

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const [language, words, inboxWords] of sample([
  ['es', threadEs, inboxEs],
  ['en', threadEn, inboxEn],
] as const)) {
  const { composer, thread } = words
  const { words: common } = locales[language]
  const undo = (page: Page) => page.locator('[data-toast]').getByRole('button', { name: common.common.undo }).first()

  test(`Three customers are answered on a phone (${language})`, async () => {
    const { place, ids } = await furnish()
    const page = await enter(user, place, { language, ...phone })
    const row = (name: string) => page.locator('[data-list] [data-row]', { hasText: name })
    const bar = page.getByRole('navigation', { name: common.shell.navigation })

    // The first gets a reply and a photo, in a conversation that has the whole screen.
    await bar.waitFor()
    await row('Ana Uno').tap()
    await page.locator('[data-message]', { hasText: 'soy Ana Uno' }).waitFor()
    await bar.waitFor({ state: 'hidden' })
    const messages = (await page.getByRole('region', { name: thread.label }).boundingBox())!
    assert.ok(messages.height > 844 * 0.75, `${messages.height} px of messages`)
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await findViolations(page), [], 'a conversation on a phone')
    await page.getByRole('button', { name: composer.voice.record }).waitFor()
    const camera = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: composer.camera }).tap()
    await (await camera).setFiles({ name: 'llaves.png', mimeType: 'image/png', buffer: photo })
    await page.getByLabel(composer.replyField).fill('Aquí están las llaves')
    const send = page.getByRole('button', { name: composer.send, exact: true })
    await until(() => send.isEnabled(), 'the photo to be uploaded')
    await send.tap()
    await page.locator('[data-message]', { hasText: 'Aquí están las llaves' }).getByRole('img').first().waitFor()

    // The properties open on demand.
    const properties = page.getByRole('button', { name: words.header.properties })
    await page.getByRole('group', { name: words.header.properties }).waitFor({ state: 'detached' })
    await properties.tap()
    await page.getByRole('combobox', { name: words.assign.change(words.assign.nobody) }).waitFor()
    assert.deepEqual(await findViolations(page), [], 'the properties on a phone')
    await properties.tap()

    // Back by a swipe from the edge; a vertical one and one from the middle stay.
    await swipe(page, { x: 12, y: 300 }, { x: 10, y: 200 })
    await swipe(page, { x: 200, y: 300 }, { x: 150 })
    assert.match(page.url(), /conversations\/\d+/)
    await swipe(page, { x: 12, y: 300 }, { x: 160 })
    await page.waitForURL(/conversations\?/)
    await bar.waitFor()

    // The second is resolved by a swipe to the right, undone, and resolved again.
    await swipeRow(page, row('Beto Dos'), 40)
    await swipeRow(page, row('Beto Dos'), 160)
    await page.getByText(inboxWords.bulk.resolved(1)).waitFor()
    await hasStatus(ids['Beto Dos'], 'resolved')
    // It arrives with an animation.
    await until(async () => {
      const [toast, list, tabs] = await Promise.all(
        [page.locator('[data-toast]').first(), page.locator('[data-list]'), bar].map((each) => each.boundingBox()),
      )
      return toast!.y >= list!.y + list!.height && toast!.y + toast!.height <= tabs!.y
    }, 'the toast covers nothing')
    await undo(page).tap()
    await hasStatus(ids['Beto Dos'], 'open')
    // A swipe reopens for as long as the row shows the conversation as resolved.
    const reopens = row('Beto Dos').locator('xpath=ancestor::li').getByText(inboxWords.swipe.reopen, { exact: true })
    await row('Beto Dos').waitFor()
    await reopens.waitFor({ state: 'detached' })
    await swipeRow(page, row('Beto Dos'), 160)
    await hasStatus(ids['Beto Dos'], 'resolved')
    await row('Beto Dos').waitFor({ state: 'detached' })

    // The third is snoozed by a swipe to the left.
    await swipeRow(page, row('Cami Tres'), -160)
    const dialog = page.getByRole('dialog', { name: words.snooze.open })
    await dialog.getByRole('button', { name: words.snooze.tomorrow }).waitFor()
    assert.deepEqual(await findViolations(page), [], 'choosing a time')
    await dialog.getByRole('button', { name: words.snooze.tomorrow }).tap()
    await hasStatus(ids['Cami Tres'], 'snoozed')
    await row('Cami Tres').waitFor({ state: 'detached' })
    await page.getByText(inboxWords.bulk.snoozed(1)).waitFor()
    await undo(page).tap()
    await hasStatus(ids['Cami Tres'], 'open')
    await row('Cami Tres').waitFor()
    assert.equal(await statusOf(ids['Ana Uno']), 'open')
    assert.deepEqual(page.faults, [])
  })

  test(`Going back leads from a conversation to the list and not to the conversation again (${language})`, async () => {
    const { place, ids } = await furnish()
    const page = await enter(user, 'contacts', { language, ...phone })
    await page.goto(`${app.url}/app/${app.account_id}/${place}`)
    await page.locator(`[data-row="${ids['Beto Dos']}"]`).tap()
    await page.waitForURL(/conversations\/\d+/)
    await page.getByRole('button', { name: words.actions.resolve, exact: true }).tap()
    await page.waitForURL(new RegExp(`conversations/${ids['Ana Uno']}`))
    await page.getByRole('link', { name: words.back }).tap()
    await page.waitForURL(/conversations\?/)
    await page.goBack()
    await page.waitForURL(/contacts/)
    // A conversation opened by its address has no list before it.
    await page.goto(`${app.url}/app/${app.account_id}/conversations/${ids['Ana Uno']}`)
    await page.getByRole('link', { name: words.back }).tap()
    await page.waitForURL(/conversations(\?|$)/)
    await page.goBack()
    await page.waitForURL(/contacts/)
    assert.deepEqual(page.faults, [])
  })

  test(`The composer stays above the keyboard (${language})`, async () => {
    const { ids } = await furnish()
    const page = await enter(user, `conversations/${ids['Ana Uno']}`, { language, ...phone })
    const send = page.getByRole('button', { name: composer.send, exact: true })
    await send.waitFor()
    const bottom = async () => {
      const box = (await send.boundingBox())!
      return box.y + box.height
    }
    await until(async () => (await bottom()) > 760, 'the composer at the bottom')
    await page.evaluate(`
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => 500 })
      visualViewport.dispatchEvent(new Event('resize'))`)
    await until(async () => (await bottom()) < 500, 'the composer above the keyboard')
    const header = (await page.getByRole('link', { name: words.back }).boundingBox())!
    assert.ok(header.y >= 0)
    await page.evaluate(`
      delete visualViewport.height
      visualViewport.dispatchEvent(new Event('resize'))`)
    await until(async () => (await bottom()) > 760, 'the composer at the bottom again')
    assert.deepEqual(page.faults, [])
  })
}

for (const [language, words, contacts, deals, drawer] of sample([
  ['es', threadEs, contactEs, dealEs, drawerEs],
  ['en', threadEn, contactEn, dealEn, drawerEn],
] as const)) {
  const top = async (part: Locator) => (await part.boundingBox())!.y

  test(`A deal comes of a conversation on a phone (${language})`, async () => {
    const { ids } = await furnish()
    const page = await enter(user, `conversations/${ids['Ana Uno']}`, { language, ...phone })
    const actions = page.getByRole('group', { name: words.header.actions })
    await actions.getByRole('button', { name: locales[language].words.common.more }).tap()
    await page.getByRole('menuitem', { name: contacts.actions.deal }).tap()
    const dialog = page.getByRole('dialog', { name: deals.create.open.opportunities })
    await dialog.getByRole('button', { name: deals.create.submit.opportunities }).tap()
    await dialog.waitFor({ state: 'detached' })
    const found = await sql`
      select from opportunities o join conversations c using (account_id, contact_id) where c.id = ${ids['Ana Uno']!}`
    assert.equal(found.length, 1)
    assert.deepEqual(page.faults, [])
  })

  test(`On a phone, the notes and history of a deal come before its details, a tap away each (${language})`, async () => {
    const { deal } = await sell()
    const page = await enter(user, `opportunities/${deal.id}`, { language, ...phone })
    const sheet = page.locator('[data-sheet]')
    const part = (name: string) => sheet.getByRole('heading', { name, exact: true })
    const note = sheet.getByRole('textbox', { name: drawer.notes.write })
    const bar = sheet.getByRole('navigation', { name: drawer.jump })
    const isInView = async (part: Locator) => {
      const [above, box] = await Promise.all([bar.boundingBox(), part.boundingBox()])
      return box!.y >= above!.y + above!.height && box!.y + box!.height <= 844
    }
    await part(drawer.sections.details).waitFor()
    const { planned, timeline, details } = drawer.sections
    const tops = [await top(part(planned)), await top(note), await top(part(details))]
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    )
    for (const [name, shown] of [
      [details, part(details)],
      [timeline, note],
      [planned, part(planned)],
    ] as const) {
      await bar.getByRole('button', { name, exact: true }).tap()
      await until(() => isInView(shown), `${name} to be in view`)
    }
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await findViolations(page), [], 'a deal on a phone')
    assert.deepEqual(page.faults, [])
  })

  test(`A deal, a contact and the details beside a conversation are left by a swipe from the edge (${language})`, async () => {
    const { ids } = await furnish()
    const { deal, contact } = await sell()
    const page = await enter(user, `opportunities/${deal.id}`, { language, ...phone })
    const sheet = page.locator('[data-sheet]')
    await sheet.getByRole('heading', { name: drawer.sections.details, exact: true }).waitFor()
    await swipe(page, { x: 200, y: 500 }, { x: 150 })
    assert.match(page.url(), /opportunities\/\d+/)
    await swipe(page, { x: 12, y: 500 }, { x: 160 })
    await page.waitForURL(/pipeline/)
    await sheet.waitFor({ state: 'detached' })

    await page.goto(`${app.url}/app/${app.account_id}/contacts/${contact.id}`)
    const pane = page.locator('#contact-pane')
    await pane.getByRole('heading', { name: 'Dora' }).waitFor()
    await swipe(page, { x: 12, y: 500 }, { x: 160 })
    await page.waitForURL(/contacts(\?|$)/)
    await pane.waitFor({ state: 'detached' })

    // The conversation under the details stays.
    await page.goto(`${app.url}/app/${app.account_id}/conversations/${ids['Ana Uno']}`)
    await page.getByRole('button', { name: words.header.panel }).tap()
    await sheet.getByRole('button', { name: contacts.actions.deal, exact: true }).waitFor()
    await until(async () => (await sheet.boundingBox())?.x === 0, 'the details to be in place')
    await swipe(page, { x: 12, y: 400 }, { x: 160 })
    await sheet.waitFor({ state: 'detached' })
    assert.match(page.url(), /conversations\/\d+/)
    assert.deepEqual(page.faults, [])
  })
}
