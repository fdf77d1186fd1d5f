import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Frame, Page, Route } from 'playwright-core'
import { en, enBubble } from '#widget/words.en.ts'
import { es, esBubble } from '#widget/words.es.ts'
import { words as pageWords } from '#doors/survey/words.ts'
import { axeViolations, openBrowser, type PageOptions } from '#test/browser.ts'
import { openSharedNode } from '#test/node.ts'
import { sample } from '#test/runs.ts'
import { openShop } from '#test/shop.ts'
import { until } from '#test/wait.ts'

const openPage = await openBrowser()
const { url, rest, key, sql } = await openSharedNode()
const shop = await openShop(url)

type Inbox = { id: string; token: string }
type Response = { rating: number | null; comment: string | null }

async function makeInbox(channel: 'web_widget' | 'api', settings: object = {}): Promise<Inbox> {
  const csat = { enabled: true, message: null }
  const body = { name: 'Casa Hebra', channel, settings, csat }
  return (await rest<Inbox>('POST', '/inboxes', { key, body })).body
}

/** The answer of the only customer of the inbox. */
async function responseIn({ id }: Inbox): Promise<Response | undefined> {
  return (await rest<{ items: Response[] }>('GET', `/csat-responses?inbox_id=${id}`, { key })).body.items[0]
}

async function conversationIn({ id }: Inbox): Promise<string> {
  let found: { id: string }[] = []
  await until(async () => {
    found = (await rest<{ items: { id: string }[] }>('GET', `/conversations?inbox=${id}&status=all`, { key })).body
      .items
    return found.length > 0
  }, 'a conversation')
  return found[0]!.id
}

async function resolve(conversation_id: string) {
  await rest('POST', `/conversations/${conversation_id}/messages`, { key, body: { content: 'Con gusto' } })
  await rest('POST', `/conversations/${conversation_id}/resolve`, { key })
}

/** A visitor of the site who has written, and whose conversation was then answered and resolved. */
async function openSurvey(inbox: Inbox, options: PageOptions = {}) {
  const page = await openPage({ locale: 'es-CO', ...options })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(shop(inbox.token))
  const words = options.locale?.startsWith('en') ? { ...en, bubble: enBubble } : { ...es, bubble: esBubble }
  const panel = page.frameLocator('iframe')
  const open = () => page.getByRole('button', { name: words.bubble.open }).click()
  await open()
  const field = panel.getByRole('textbox', { name: words.message })
  await field.fill('Hola')
  await field.press('Enter')
  await panel.getByText(words.statuses.sent).waitFor()
  await resolve(await conversationIn(inbox))
  const frame = (): Frame => page.frames().find((each) => each.url().includes('/widget/panel'))!
  const stars = (count: number) => panel.getByRole('radio', { name: words.survey.stars(count) })
  const send = panel.getByRole('button', { name: words.survey.send })
  return { page, faults, words, panel, open, frame, stars, send }
}

for (const [language, locale, width] of sample([
  ['es', 'es-CO', 1280],
  ['en', 'en-US', 390],
] as const)) {
  test(`A visitor answers the survey in the chat and changes the answer (${language}, ${width} wide)`, async () => {
    const inbox = await makeInbox('web_widget', { locale: 'auto' })
    const viewport = { width, height: 844 }
    const { page, panel, words, stars, send, frame, faults, open } = await openSurvey(inbox, { locale, viewport })
    const inside = () => axeViolations(frame() as unknown as Page)
    await stars(1).waitFor()
    assert.deepEqual(await inside(), [], 'the question')
    await send.click()
    await panel.getByRole('alert').getByText(words.survey.choose).waitFor()
    assert.equal((await responseIn(inbox))?.rating, null)
    await stars(4).check()
    await panel.getByLabel(words.survey.comment).fill('Muy amables')
    await picture(page, `survey-${language}`)
    assert.deepEqual(await inside(), [], 'with stars')
    await send.click()
    await panel.getByText(words.survey.thanks).waitFor()
    assert.deepEqual(await inside(), [], 'the thanks')
    await picture(page, `survey-${language}-thanks`)
    const { rating, comment } = (await responseIn(inbox))!
    assert.deepEqual([rating, comment], [4, 'Muy amables'])

    // Another page of the site: what was answered is still there.
    await page.reload()
    await open()
    await panel.getByRole('img', { name: words.survey.stars(4) }).waitFor()
    await panel.getByText('Muy amables').waitFor()
    await panel.getByRole('button', { name: words.survey.change }).click()
    await stars(2).check()
    await send.click()
    await panel.getByRole('img', { name: words.survey.stars(2) }).waitFor()
    const changed = (await responseIn(inbox))!
    assert.deepEqual([changed.rating, changed.comment], [2, 'Muy amables'])
    assert.deepEqual(faults, [])
  })
}

test('The stars work by keyboard, and the focus moves on', async () => {
  const inbox = await makeInbox('web_widget')
  const { page, panel, words, stars, send, frame } = await openSurvey(inbox)
  await stars(1).focus()
  await page.keyboard.press('Space')
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight')
  assert.equal(await stars(5).isChecked(), true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Con el teclado')
  await page.keyboard.press('Tab')
  assert.equal(await send.evaluate((at) => at.matches(':focus')), true)
  await page.keyboard.press('Enter')
  const change = panel.getByRole('button', { name: words.survey.change })
  await change.waitFor()
  await until(() => change.evaluate((at) => at.matches(':focus')), 'the focus on what comes next')
  const { rating, comment } = (await responseIn(inbox))!
  assert.deepEqual([rating, comment], [5, 'Con el teclado'])
  assert.ok(frame())
})

test('An answer that cannot be saved shows an error and can be sent again', async () => {
  const inbox = await makeInbox('web_widget')
  let tries = 0
  const routes = { '**/api/v1/widget/survey': (route: Route) => (tries++ === 0 ? route.abort() : route.continue()) }
  const { panel, words, stars, send } = await openSurvey(inbox, { routes })
  await stars(3).check()
  await send.click()
  await panel.getByText(words.survey.failed).waitFor()
  await send.click()
  await panel.getByText(words.survey.thanks).waitFor()
  assert.equal((await responseIn(inbox))?.rating, 3)
})

test('An answer on one page of the site shows on the other', async () => {
  const inbox = await makeInbox('web_widget')
  const { page, panel, words, stars, send } = await openSurvey(inbox)
  const other = await page.context().newPage()
  await other.goto(shop(inbox.token))
  await other.getByRole('button', { name: words.bubble.open }).click()
  await other.frameLocator('iframe').getByRole('radio').first().waitFor()
  await stars(5).check()
  await send.click()
  await panel.getByText(words.survey.thanks).waitFor()
  await other
    .frameLocator('iframe')
    .getByRole('img', { name: words.survey.stars(5) })
    .waitFor()
})

/** The link somebody was sent by a program. */
async function link(inbox: Inbox): Promise<string> {
  const message = { source_id: `cliente-${Math.random()}`, content: 'Hola' }
  const { body } = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, {
    key,
    body: message,
  })
  await resolve(body.conversation.id)
  let found: { token: string } | undefined
  await until(async () => {
    ;[found] = await sql<{ token: string }>`
      select token from csat_surveys where conversation_id = ${body.conversation.id}`
    return found !== undefined
  }, 'the survey is sent')
  return `${url}/survey/${found!.token}`
}

test('The survey page works without scripts, at any width', async () => {
  const inbox = await makeInbox('api')
  const say = pageWords.es
  for (const width of [360, 1280]) {
    const page = await openPage({ javaScriptEnabled: false, bypassCSP: false, viewport: { width, height: 800 } })
    await page.goto(await link(inbox))
    await page.getByRole('button', { name: say.send }).click()
    await page.getByRole('alert').getByText(say.choose).waitFor()
    await page.getByRole('radio', { name: say.stars(4) }).focus()
    await page.keyboard.press('Space')
    await page.getByLabel(say.comment).fill('Todo bien')
    await picture(page, `survey-page-${width}`)
    await page.getByRole('button', { name: say.send }).click()
    await page.getByText(say.thanks).waitFor()
    assert.equal(await page.getByRole('radio', { name: say.stars(4) }).isChecked(), true)
    await picture(page, `survey-page-${width}-thanks`)
    assert.deepEqual(await responseIn(inbox).then((given) => [given?.rating, given?.comment]), [4, 'Todo bien'])
  }
})

test('The survey page has no accessibility violations in any state and colour scheme', async () => {
  const inbox = await makeInbox('api')
  const say = pageWords.es
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage({ colorScheme, locale: 'es-CO' })
    const address = await link(inbox)
    await page.goto(address)
    assert.deepEqual(await axeViolations(page), [], 'the question')
    await page.getByRole('button', { name: say.send }).click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'nothing chosen')
    await page.getByRole('radio', { name: say.stars(2) }).check()
    await page.getByRole('button', { name: say.send }).click()
    await page.getByText(say.thanks).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the thanks')
    await picture(page, `survey-page-${colorScheme}`)
    await page.goto(`${address.slice(0, -4)}0000`)
    await page.getByText(say.missing).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'not found')
  }
})

/** Saves a screenshot in the folder that HILO_PICTURES names. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HILO_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
