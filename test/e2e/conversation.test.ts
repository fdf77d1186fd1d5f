import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { conversationEn } from '#web/features/conversations/words.en.ts'
import { conversationEs } from '#web/features/conversations/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { key, user, makeUser, enter } = app
const colleague = await makeUser('agent')
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

type Message = { id: string; content: string | null; private: boolean; attachments: { file_name: string }[] }
type Conversation = { id: string; status: string; labels: string[]; assignee: { id: string } | null; unread: boolean }

/** Polling needs more calls than a key’s limit per minute. */
const rest: typeof app.rest = async (...call) => {
  await app.resetRateLimits()
  return app.rest(...call)
}

const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
  key,
  body: { name: 'Canal de prueba', channel: 'api', auto_assign: false },
})
await rest('POST', '/canned-responses', {
  key,
  body: {
    short_code: 'saludo',
    content: 'Hola {{contact.first_name}}, te habla {{agent.name}}. ¿En qué te ayudo?',
    inbox: inbox.id,
  },
})
await rest('POST', '/labels', { key, body: { title: 'vip', color: '#d97706' } })

let written = 0
async function write(content: string, source_id = `cliente-${++written}`, name = 'Íngrid Peña') {
  const body = { source_id, content, contact: { name } }
  const answer = await rest<{ conversation: Conversation }>('POST', `/inboxes/${inbox.id}/messages`, { key, body })
  return answer.body.conversation.id
}
const read = async (id: string) => (await rest<Conversation>('GET', `/conversations/${id}`, { key })).body
const messagesOf = async (id: string) =>
  (await rest<{ items: Message[] }>('GET', `/conversations/${id}/messages`, { key })).body.items

const shown = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

for (const [language, words, { statuses }, { words: common }, colorScheme] of sample([
  ['es', threadEs, conversationEs, locales.es, 'light'],
  ['en', threadEn, conversationEn, locales.en, 'dark'],
] as const)) {
  const options = { language, colorScheme } as const
  const place = (id: string) => `conversations/${id}`

  test(`An agent replies while a colleague is viewing (${language}, ${colorScheme})`, async () => {
    const id = await write('¿Sigue disponible? https://example.com/casa')
    const other = await enter(user, place(id), options)
    await shown(other, '¿Sigue disponible?').waitFor()
    const page = await enter(colleague, place(id), options)
    await shown(page, '¿Sigue disponible?').waitFor()
    assert.equal(
      await page.getByRole('link', { name: 'https://example.com/casa' }).getAttribute('rel'),
      'noopener noreferrer nofollow',
    )
    await until(async () => !(await read(id)).unread, 'the conversation to be read')

    // The first viewer sees the second one arrive.
    await other.getByText(words.header.viewing(colleague.name)).waitFor()
    await page.keyboard.press('r')
    await page.getByLabel(words.composer.replyField).pressSequentially('Sí, ven')
    await other.getByText(words.thread.typing(colleague.name, 1)).waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('cuando quieras')
    await page.keyboard.press('Enter')
    await shown(page, 'Sí, ven').waitFor()
    await shown(other, 'Sí, ven').waitFor()
    await other.getByText(words.thread.typing(colleague.name, 1)).waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel(words.composer.replyField).inputValue(), '')
    assert.deepEqual(
      (await messagesOf(id)).map(({ content }) => content),
      ['Sí, ven\ncuando quieras', '¿Sigue disponible? https://example.com/casa'],
    )
    assert.deepEqual(await axeViolations(page), [], 'the thread')

    // The customer's message arrives without a reload.
    await write('Perfecto, voy mañana', 'cliente-' + written)
    await shown(page, 'Perfecto, voy mañana').waitFor()
    await shown(other, 'Perfecto, voy mañana').waitFor()

    await page.getByRole('link', { name: common.places.contacts, exact: true }).click()
    await other.getByText(words.header.viewing(colleague.name)).waitFor({ state: 'detached' })
    assert.deepEqual([...page.faults, ...other.faults], [])
  })

  test(`Notes mention colleagues, a slash finds saved replies, and files can be attached (${language})`, async () => {
    const id = await write('Necesito el contrato')
    const page = await enter(colleague, place(id), options)
    await shown(page, 'Necesito el contrato').waitFor()

    await page.keyboard.press('n')
    const note = page.getByLabel(words.composer.noteField, { exact: true })
    await note.pressSequentially('Ojo @admin')
    await page.getByRole('option', { name: /administrator/ }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'people to mention')
    await page.keyboard.press('Enter')
    await note.pressSequentially('mira esto')
    await page.keyboard.press('Enter')
    await page.locator('[data-message] strong', { hasText: '@administrator' }).waitFor()
    await until(async () => (await messagesOf(id))[0]?.private === true, 'the note')
    const { body } = await rest<{ participants: { id: string }[] }>('GET', `/conversations/${id}/participants`, { key })
    assert.deepEqual(
      body.participants.map((each) => each.id),
      [user.id],
    )

    await button(page, words.composer.reply).click()
    const reply = page.getByLabel(words.composer.replyField)
    await reply.pressSequentially('/salu')
    await page.getByRole('option', { name: /saludo/ }).waitFor()
    await page.keyboard.press('Enter')
    await until(
      async () => (await reply.inputValue()) === `Hola Íngrid, te habla ${colleague.name}. ¿En qué te ayudo?`,
      'the saved reply, filled in',
    )

    const choosing = page.waitForEvent('filechooser')
    await button(page, words.composer.attach).click()
    await (
      await choosing
    ).setFiles({ name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await button(page, words.composer.remove('contrato.pdf')).waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    assert.deepEqual(await axeViolations(page), [], 'a file that will go along')
    await button(page, words.composer.send).click()
    await page.getByRole('link', { name: /contrato\.pdf/ }).waitFor()
    const [sent] = await messagesOf(id)
    assert.deepEqual([sent?.attachments.map(({ file_name }) => file_name), sent?.private], [['contrato.pdf'], false])
    assert.deepEqual(page.faults, [])
  })

  test(`Every action has a shortcut and can be undone (${language})`, async () => {
    const id = await write('Hola')
    const page = await enter(colleague, place(id), options)
    await page.addInitScript(`localStorage.setItem('hilo.after-done', 'stay')`)
    await page.reload()
    await shown(page, 'Hola').waitFor()
    const undo = page.getByRole('button', { name: common.common.undo }).last()

    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: words.snooze.tomorrow }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'when to come back')
    await page.getByRole('menuitem', { name: words.snooze.tomorrow }).click()
    await page.getByText(statuses.snoozed, { exact: true }).first().waitFor()
    await undo.waitFor()
    assert.equal((await read(id)).status, 'snoozed')
    await undo.click()
    await until(async () => (await read(id)).status === 'open', 'it to be open again')

    await page.keyboard.press('i')
    await until(async () => (await read(id)).assignee?.id === colleague.id, 'it to be theirs')
    await page.keyboard.press('l')
    await page.getByRole('option', { name: 'vip' }).click()
    await until(async () => (await read(id)).labels.includes('vip'), 'the label')
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: 'vip' }).waitFor({ state: 'detached' })

    await page.keyboard.press('e')
    await button(page, words.actions.reopen).first().waitFor()
    await until(async () => (await read(id)).status === 'resolved', 'it to be resolved')
    await page.keyboard.press('e')
    await until(async () => (await read(id)).status === 'open', 'it to be open')
    await page.keyboard.press('u')
    await until(async () => (await read(id)).unread, 'it to be unread, and to stay so')
    assert.deepEqual(page.faults, [])
  })
}

test('A draft is kept when the page is left', async () => {
  const id = await write('¿Qué horario tienen?')
  const page = await enter(colleague, `conversations/${id}`)
  await shown(page, '¿Qué horario tienen?').waitFor()
  await page.keyboard.press('r')
  await page.getByLabel(threadEs.composer.replyField).fill('Abrimos a las')
  await page.reload()
  await shown(page, '¿Qué horario tienen?').waitFor()
  assert.equal(await page.getByLabel(threadEs.composer.replyField).inputValue(), 'Abrimos a las')
  assert.deepEqual(page.faults, [])
})

test('A failed message shows an error and is sent once on retry', async () => {
  const id = await write('¿Hola?')
  let isBroken = true
  // The server does it, but the answer is lost on the way.
  const sendMessage = async (route: Route) => {
    const response = await route.fetch()
    return isBroken ? route.abort() : route.fulfill({ response })
  }
  const routes = { '**/api/app/send_message': sendMessage }
  const page = await enter(colleague, `conversations/${id}`, { routes })
  await shown(page, '¿Hola?').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('Ya te ayudo')
  await page.keyboard.press('Control+Enter')
  const retry = button(page, threadEs.thread.retry)
  await retry.waitFor()
  assert.deepEqual(await axeViolations(page), [], 'a message that was not sent')
  isBroken = false
  await retry.click()
  await retry.waitFor({ state: 'detached' })
  assert.equal((await messagesOf(id)).filter(({ content }) => content === 'Ya te ayudo').length, 1)
  await until(
    async () => (await page.locator('[data-message]', { hasText: 'Ya te ayudo' }).count()) === 1,
    'one message',
  )
})

test('A long thread opens at its end and loads older messages without moving', async () => {
  const source = 'cliente-largo'
  const id = await write('mensaje 1', source)
  for (let n = 2; n <= 80; n++) await write(`mensaje ${n}`, source)
  const page = await enter(colleague, `conversations/${id}`)
  await shown(page, 'mensaje 80').waitFor()
  const scroller = page.getByRole('region', { name: threadEs.thread.label })
  assert.equal(await page.getByText('mensaje 1', { exact: true }).count(), 0)
  await until(async () => {
    await scroller.press('Home')
    return (await page.getByText('mensaje 1', { exact: true }).count()) === 1
  }, 'the beginning')
  await page.getByText(threadEs.thread.beginning).waitFor()
  // A reader of older messages is notified of new ones, and the thread does not scroll.
  const first = page.getByText('mensaje 1', { exact: true })
  await first.scrollIntoViewIfNeeded()
  const before = await first.boundingBox()
  await write('mensaje 81', source)
  await button(page, threadEs.thread.newMessages(1)).waitFor()
  assert.equal((await first.boundingBox())?.y, before?.y)
  await button(page, threadEs.thread.newMessages(1)).click()
  await shown(page, 'mensaje 81').waitFor()
  await button(page, threadEs.thread.newMessages(1)).waitFor({ state: 'detached' })
})

test('Markup is plain text, a deleted message is gone, and a missing conversation is explained', async () => {
  const markup = '<img src=x onerror="document.title=\'owned\'"> javascript:alert(1)'
  const id = await write(markup)
  const page = await enter(colleague, `conversations/${id}`)
  await shown(page, markup).waitFor()
  assert.equal(await page.locator('[data-message] img, [data-message] a').count(), 0)
  await shown(page, markup).hover()
  await button(page, threadEs.thread.actions).first().click()
  await page.getByRole('menuitem', { name: threadEs.thread.delete }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: threadEs.thread.delete }).click()
  await shown(page, threadEs.thread.deleted).waitFor()
  assert.equal((await messagesOf(id))[0]?.content, null)
  assert.notEqual(await page.title(), 'owned')

  await page.goto(`${app.url}/app/${app.account_id}/conversations/999999`)
  await page.getByText(threadEs.gone).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'nothing there')
  assert.deepEqual(page.faults, [])
})

test('On a phone the conversation fills the screen and everything fits', async () => {
  const id = await write('unapalabramuylargasinespacios'.repeat(12))
  const page = await enter(colleague, `conversations/${id}`, phone)
  await shown(page, 'unapalabramuylarga').waitFor()
  assert.equal(await overflow(page), 0)
  assert.deepEqual(await axeViolations(page), [], 'on a phone')
  await page.getByRole('link', { name: threadEs.back }).click()
  await page.waitForURL(/conversations(\?.*)?$/)
  assert.deepEqual(page.faults, [])
})
