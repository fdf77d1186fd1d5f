import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { en, enBubble } from '#widget/words.en.ts'
import { es, esBubble } from '#widget/words.es.ts'
import { axeViolations, openBrowser } from '#test/browser.ts'
import { openNode } from '#test/node.ts'
import { sample } from '#test/runs.ts'
import { openShop } from '#test/shop.ts'
import { until } from '#test/wait.ts'

const openPage = await openBrowser()
const { url, rest, key } = await openNode({ HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000' })
const shop = await openShop(url)

type Message = {
  id: string
  content: string | null
  content_type: string
  content_attributes: Record<string, unknown>
  reply_to: { id: string } | null
  reactions: { emoji: string; author: { type: string } }[]
}

/** A visitor who has written, in a chat that is open; `say` is the agent's. */
async function openChat(locale: string, viewport: { width: number; height: number }) {
  const body = { name: 'Casa Hebra', channel: 'web_widget', settings: { locale: 'auto' } }
  const inbox = (await rest<{ id: string; token: string }>('POST', '/inboxes', { key, body })).body
  const page = await openPage({ locale, viewport })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(shop(inbox.token))
  const isEnglish = locale.startsWith('en')
  const words = isEnglish ? en : es
  await page.getByRole('button', { name: (isEnglish ? enBubble : esBubble).open }).click()
  const panel = page.frameLocator('iframe')
  const field = panel.getByRole('textbox', { name: words.message })
  const log = panel.getByRole('log')
  await field.fill('Hola')
  await field.press('Enter')
  await log.getByText(words.statuses.sent).waitFor()
  const found = await rest<{ items: { id: string }[] }>('GET', `/conversations?inbox=${inbox.id}`, { key })
  const path = `/conversations/${found.body.items[0]!.id}/messages`
  const say = async (message: object) => (await rest<Message>('POST', path, { key, body: message })).body
  /** The messages, newest first. */
  const stored = async () => (await rest<{ items: Message[] }>('GET', path, { key })).body.items
  const inside = () =>
    axeViolations(page.frames().find((each) => each.url().includes('/widget/panel')) as unknown as Page)
  const at = ({ id }: Message) => panel.locator(`[data-message="${id}"]`)
  return { page, panel, field, log, words, say, stored, inside, at, faults }
}

for (const [locale, width] of sample([
  ['es-CO', 1280],
  ['en-US', 390],
] as const)) {
  test(`A visitor quotes, reacts and chooses (${locale}, ${width} wide)`, async () => {
    const chat = await openChat(locale, { width, height: width === 390 ? 844 : 800 })
    const { page, panel, field, log, words, say, stored, inside, at } = chat
    const question = await say({ content: '¿Lo quieres en gris?' })
    const actions = at(question).getByRole('button', { name: words.actions })
    await at(question).hover()
    await actions.click()
    assert.deepEqual(await inside(), [], 'the picker')
    await picture(page, `parts-${locale}-picker`)
    await at(question)
      .getByRole('button', { name: words.react('❤️') })
      .click()
    await at(question)
      .getByRole('button', { name: words.reaction('❤️', words.you) })
      .waitFor()
    assert.deepEqual((await stored())[0]!.reactions[0]!.author.type, 'contact')

    await at(question).hover()
    await actions.click()
    await at(question).getByRole('button', { name: words.answer, exact: true }).click()
    await until(() => field.evaluate((each) => each.matches(':focus')), 'the focus in the field')
    await picture(page, `parts-${locale}-quoting`)
    await field.fill('Sí, por favor')
    await field.press('Enter')
    const quote = log.getByRole('button', { name: words.quoted('¿Lo quieres en gris?') })
    await quote.waitFor()
    assert.equal((await stored())[0]!.reply_to?.id, question.id)
    await quote.click()
    await until(() => at(question).evaluate((each) => each.matches(':focus')), 'the quoted message in focus')

    const buttons = [
      { id: 's', title: 'Talla S' },
      { id: 'l', title: 'Talla L' },
    ]
    const sizes = await say({ content: '¿Qué talla?', buttons })
    const rows = [
      { id: 'am', title: 'Mañana', description: '8 a 12' },
      { id: 'pm', title: 'Tarde' },
    ]
    await say({ content: '¿Cuándo?', list: { button: 'Horarios', sections: [{ title: 'Hoy', rows }] } })
    await log.getByText('¿Cuándo?').waitFor()
    assert.deepEqual(await inside(), [], 'the options')
    await picture(page, `parts-${locale}-options`)
    await at(sizes).getByRole('button', { name: 'Talla L' }).click()
    await at(sizes).getByRole('button', { name: 'Talla L', pressed: true }).waitFor()
    assert.equal(await at(sizes).getByRole('button', { name: 'Talla S' }).getAttribute('aria-disabled'), 'true')
    await until(async () => (await stored())[0]!.content_type === 'choice', 'the choice')
    const [choice] = await stored()
    assert.deepEqual([choice!.content, choice!.content_attributes], ['Talla L', { id: 'l', title: 'Talla L' }])
    await panel.getByRole('button', { name: 'Tarde' }).click()
    await until(async () => (await stored())[0]!.content === 'Tarde', 'the second choice')

    const place = { latitude: 4.6, longitude: -74.08, name: 'Taller', address: 'Calle 12 # 3-45' }
    await say({ content_type: 'location', content: '📍', content_attributes: place })
    const contacts = [{ name: 'Rosa', phones: ['+573001112233'], emails: ['rosa@example.com'] }]
    await say({ content_type: 'contacts', content: 'Rosa', content_attributes: { contacts } })
    await log.getByRole('link', { name: words.openMap }).waitFor()
    await log.getByRole('link', { name: 'rosa@example.com' }).waitFor()
    await rest('PATCH', `/messages/${question.id}`, { key, body: { content: '¿Lo quieres en ocre?' } })
    await log.getByText(words.edited).waitFor()
    await rest('DELETE', `/messages/${sizes.id}`, { key })
    await log.getByText(words.deleted).first().waitFor()
    assert.equal(await at(sizes).getByRole('button').count(), 0)
    assert.deepEqual(await inside(), [], 'everything')
    await picture(page, `parts-${locale}-all`)
    assert.deepEqual(chat.faults, [])
  })
}

test('A visitor sees formatting in an answer, and markup as text', async () => {
  const { page, panel, log, say, at, inside, faults } = await openChat('es-CO', { width: 1280, height: 800 })
  const answer = await say({
    content: `**Sí**, trae:\n- cédula\n- <img src=x onerror="document.title='owned'">\n\n_Gracias_ \`a<b>\``,
  })
  await log.getByText('Gracias').waitFor()
  const message = at(answer)
  assert.equal(await message.locator('strong').innerText(), 'Sí')
  assert.equal(await message.locator('em').innerText(), 'Gracias')
  assert.deepEqual(await message.locator('li').allInnerTexts(), [
    'cédula',
    `<img src=x onerror="document.title='owned'">`,
  ])
  assert.equal(await message.locator('code').innerText(), 'a<b>')
  assert.equal(await panel.locator('.bubble img').count(), 0)
  assert.notEqual(await page.title(), 'owned')
  assert.deepEqual(await inside(), [], 'the formatting')
  assert.deepEqual(faults, [])
})

test('Reactions and answers work by keyboard, and Escape closes only the picker', async () => {
  const { page, field, log, words, say, at, stored } = await openChat('es-CO', { width: 1280, height: 800 })
  const first = await say({ content: 'Uno' })
  const second = await say({ content: 'Dos' })
  await log.getByText('Dos').waitFor()
  const trigger = (message: Message) => at(message).getByRole('button', { name: words.actions })
  await trigger(second).focus()
  await page.keyboard.press('ArrowUp')
  assert.equal(await trigger(first).evaluate((each) => each.matches(':focus')), true)
  await page.keyboard.press('Enter')
  const thumb = at(first).getByRole('button', { name: words.react('👍') })
  await until(() => thumb.evaluate((each) => each.matches(':focus')), 'the first emoji in focus')
  await page.keyboard.press('Escape')
  await thumb.waitFor({ state: 'detached' })
  assert.equal(await trigger(first).evaluate((each) => each.matches(':focus')), true)
  await page.keyboard.press('Enter')
  await until(() => thumb.evaluate((each) => each.matches(':focus')), 'the first emoji in focus again')
  await page.keyboard.press('Enter')
  const own = at(first).getByRole('button', { name: words.reaction('👍', words.you) })
  await own.press('Enter')
  await own.waitFor({ state: 'detached' })
  assert.deepEqual((await stored()).find(({ id }) => id === first.id)?.reactions, [])
  assert.equal(await field.isVisible(), true)
})

test('A quote leads to a message that was not loaded yet', async () => {
  const { page, field, log, words, say, at } = await openChat('es-CO', { width: 1280, height: 800 })
  const first = await say({ content: 'La primera pregunta' })
  for (let i = 1; i <= 35; i++) await say({ content: `respuesta ${i}` })
  await say({ content: '¿Y de esto?', reply_to: first.id })
  await page.reload()
  await page.getByRole('button', { name: esBubble.open }).click()
  await field.waitFor()
  assert.equal(await at(first).count(), 0)
  await log.getByRole('button', { name: words.quoted('La primera pregunta') }).click()
  await until(async () => (await at(first).count()) === 1, 'the earlier messages')
  await until(() => at(first).evaluate((each) => each.matches(':focus')), 'the quoted message in focus')
})

/** Keeps a picture for a person to look at: HILO_PICTURES names the folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HILO_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
