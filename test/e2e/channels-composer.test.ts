import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import type { Message } from '#contract/records/conversation.ts'
import { emojiEn } from '#web/features/emoji/words.en.ts'
import { emojiEs } from '#web/features/emoji/words.es.ts'
import { optionsEn } from '#web/features/message-options/words.en.ts'
import { optionsEs } from '#web/features/message-options/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { key, user, enter } = app
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

const rest: typeof app.rest = async (...call) => {
  await app.resetRateLimits()
  return app.rest(...call)
}
const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
  key,
  body: { name: 'Canal de pruebas', channel: 'api', auto_assign: false },
})
let written = 0
async function write(content: string, more: object = {}) {
  const body = { source_id: `cliente-${++written}`, content, contact: { name: 'Íngrid Peña' }, ...more }
  const answer = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, { key, body })
  return answer.body.conversation.id
}
const messagesOf = async (id: string) =>
  (await rest<{ items: Message[] }>('GET', `/conversations/${id}/messages`, { key })).body.items
const sent = async (id: string, matches: (message: Message) => boolean) => {
  let found: Message | undefined
  await until(async () => (found = (await messagesOf(id)).find(matches)) !== undefined, 'the message')
  return found!
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const shown = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).first()

for (const [language, words, emoji, options] of sample([
  ['es', threadEs, emojiEs, optionsEs],
  ['en', threadEn, emojiEn, optionsEn],
] as const)) {
  const { composer, thread } = words

  test(`An agent schedules a message and cancels it before it is sent (${language})`, async () => {
    const id = await write('¿Me recuerdan mañana?')
    const page = await enter(user, `conversations/${id}`, { language, ...phone })
    await page.getByLabel(composer.replyField).fill('Te escribo mañana temprano')
    await page.getByRole('button', { name: composer.sendOptions }).click()
    assert.deepEqual(await axeViolations(page), [], 'the menu')
    await page.getByRole('menuitem', { name: new RegExp(composer.schedule.tomorrow) }).click()
    const message = await sent(id, ({ status }) => status === 'scheduled')
    assert.ok(Date.parse(message.scheduled_at!) > Date.now())
    const bubble = shown(page, 'Te escribo mañana temprano')
    await bubble.getByRole('button', { name: thread.cancelSchedule }).click()
    await bubble.waitFor({ state: 'detached' })
    assert.equal((await sent(id, (each) => each.id === message.id)).deleted, true)
    assert.equal(await overflow(page), 0)
    assert.deepEqual(page.faults, [])
  })

  test(`An agent moves a scheduled message, and sends it at once (${language})`, async () => {
    const id = await write('¿Me avisan?')
    const scheduled_at = new Date(Date.now() + 86_400_000 * 3).toISOString()
    await rest('POST', `/conversations/${id}/messages`, { key, body: { content: 'Ya llegó', scheduled_at } })
    const page = await enter(user, `conversations/${id}`, { language, ...phone })
    const bubble = shown(page, 'Ya llegó')
    await bubble.getByRole('button', { name: thread.moveSchedule }).click()
    const dialog = page.getByRole('dialog')
    assert.deepEqual(await axeViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: composer.schedule.submit }).click()
    const moved = await sent(id, (each) => each.status === 'scheduled' && each.scheduled_at !== scheduled_at)
    await page.locator('[role=dialog]:not([data-toast])').waitFor({ state: 'detached' })
    assert.equal(await overflow(page), 0)
    await bubble.getByRole('button', { name: thread.sendScheduled }).click()
    await sent(id, (each) => each.id === moved.id && each.status === 'sent')
    await bubble.getByRole('button', { name: thread.sendScheduled }).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test(`An agent inserts emoji, and corrects the last message with the arrow up (${language})`, async () => {
    const id = await write('¿Abren hoy?')
    const page = await enter(user, `conversations/${id}`, { language })
    const field = page.getByLabel(composer.replyField)
    await field.fill('Sí ')
    await page.getByRole('button', { name: emoji.label, exact: true }).click()
    await page.getByLabel(emoji.search).fill('gracias')
    await page.keyboard.press('Enter')
    await until(async () => (await field.inputValue()) === 'Sí 🙏', 'the emoji in the text')
    await page.keyboard.press('Enter')
    await sent(id, ({ content }) => content === 'Sí 🙏')
    await shown(page, 'Sí 🙏').getByRole('button', { name: thread.actions }).waitFor({ state: 'attached' })

    await field.press('ArrowUp')
    await page.getByText(composer.editing).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(composer.editing).waitFor({ state: 'detached' })
    await field.press('ArrowUp')
    await page.getByText(composer.editing).waitFor()
    await until(async () => (await field.inputValue()) === 'Sí 🙏', 'the message in the field')
    await field.fill('Sí, hasta las 8')
    await page.keyboard.press('Enter')
    await sent(id, ({ content, edited_at }) => content === 'Sí, hasta las 8' && edited_at !== null)
    await shown(page, 'Sí, hasta las 8').getByText(thread.edited).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`An agent sends buttons and a list to choose from (${language})`, async () => {
    const id = await write('¿Qué horarios hay?')
    const page = await enter(user, `conversations/${id}`, { language, ...phone })
    await page.getByLabel(composer.replyField).fill('¿Cuándo te queda bien?')
    const open = async () => {
      await page.getByRole('button', { name: composer.more }).click()
      await page.getByRole('menuitem', { name: composer.options.open }).click()
    }
    await open()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: composer.send }).click()
    await dialog.getByText(options.optionMissing).waitFor()
    await dialog.getByLabel(options.option(1), { exact: true }).fill('Mañana')
    await dialog.getByLabel(options.option(2), { exact: true }).fill('Tarde')
    assert.deepEqual(await axeViolations(page), [], 'the dialog')
    assert.equal(await overflow(page), 0)
    await dialog.getByRole('button', { name: composer.send }).click()
    const buttons = await sent(id, ({ content_type }) => content_type === 'buttons')
    assert.deepEqual(buttons.content_attributes['items'], [
      { id: '1', title: 'Mañana' },
      { id: '2', title: 'Tarde' },
    ])
    await open()
    await dialog.getByRole('button', { name: composer.options.list, exact: true }).click()
    await dialog.getByLabel(composer.options.text, { exact: true }).fill('Elige una sucursal')
    await dialog.getByLabel(composer.options.button).fill('Ver')
    await dialog.getByLabel(options.option(1), { exact: true }).fill('Centro')
    await dialog.getByLabel(options.description(1), { exact: true }).fill('Calle 8')
    await dialog.getByRole('button', { name: composer.send }).click()
    await shown(page, 'Calle 8').waitFor()
    await sent(id, ({ content_type }) => content_type === 'list')
    assert.deepEqual(page.faults, [])
  })

  test(`An e-mail shows its subject and new text; the whole of it opens without remote images (${language})`, async () => {
    const email = {
      subject: 'Pedido 7',
      from: 'Íngrid <ingrid@example.com>',
      to: ['ventas@example.com'],
      cc: ['socia@example.com'],
      text: 'Quiero cambiarlo.',
      html: '<p style="color: red">Quiero cambiarlo.</p><blockquote>Hola</blockquote><img alt="logo" data-remote="0"><script>top.hacked = 1</script>',
      remote_images: ['https://tracker.example/logo.png'],
    }
    const id = await write('Quiero cambiarlo.', { content_type: 'email', content_attributes: { email } })
    const asked: string[] = []
    const showPicture = async (route: Route) => {
      asked.push(route.request().url())
      await route.fulfill({ contentType: 'image/png', body: pixel })
    }
    const routes = { 'https://tracker.example/**': showPicture }
    const page = await enter(user, `conversations/${id}`, { language, ...phone, routes })
    const bubble = shown(page, 'Pedido 7')
    await bubble.getByText('socia@example.com').waitFor()
    await bubble.getByRole('button', { name: words.mail.showWhole }).click()
    const frame = page.frameLocator(`iframe[title="${words.mail.whole}"]`)
    await frame.getByText('Hola').waitFor()
    assert.equal(await page.evaluate(`'hacked' in window`), false)
    assert.deepEqual(asked, [])
    await bubble.getByRole('button', { name: words.mail.showImages(1) }).click()
    await until(() => asked.length > 0, 'the remote image')
    assert.equal(await overflow(page), 0)
    assert.deepEqual(page.faults, [])
  })

  test(`The pictures of a message are a grid, and arrow keys move through them in a viewer (${language})`, async () => {
    const id = await write('¿Tienen fotos?')
    const form = new FormData()
    for (const name of ['uno.png', 'dos.png', 'tres.png'])
      form.append('attachments', new File([pixel], name, { type: 'image/png' }))
    const headers = { authorization: `Bearer ${key}` }
    await fetch(`${app.url}/api/v1/conversations/${id}/messages`, { method: 'POST', headers, body: form })
    const page = await enter(user, `conversations/${id}`, { language, ...phone })
    await page.getByRole('list', { name: thread.pictures(3) }).waitFor()
    assert.equal(await overflow(page), 0)
    await page.getByRole('button', { name: thread.open('dos.png') }).click()
    const viewer = page.getByRole('dialog')
    await viewer.getByText(thread.position(2, 3)).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the viewer')
    await page.keyboard.press('ArrowRight')
    await viewer.getByText(thread.position(3, 3)).waitFor()
    assert.equal(await viewer.getByRole('link', { name: thread.download }).getAttribute('download'), 'tres.png')
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test(`An agent records a voice note, which plays with its duration (${language})`, async () => {
    const id = await write('¿Me lo explicas?')
    const page = await enter(user, `conversations/${id}`, { language })
    await page.evaluate(useTone)
    await page.getByRole('button', { name: composer.voice.record }).click()
    await page.getByText(composer.voice.recording).waitFor()
    await page.getByRole('timer').getByText('0:01').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the recorder')
    await page.getByRole('button', { name: composer.send, exact: true }).click()
    const message = await sent(id, ({ attachments }) => attachments.length > 0)
    const [file] = message.attachments
    assert.deepEqual([file!.file_type, file!.content_type, file!.voice], ['audio', 'audio/ogg', true])
    const player = page.getByRole('group', { name: thread.voiceNote })
    await player.getByText(/0:0[1-9]/).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the player')

    await page.getByRole('button', { name: composer.voice.record }).click()
    await page.getByText(composer.voice.recording).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel(composer.replyField).waitFor()
    assert.equal((await messagesOf(id)).length, 2)
    assert.deepEqual(page.faults, [])
  })
}

/** A tone instead of a microphone, which this machine does not have. */
const useTone = `navigator.mediaDevices.getUserMedia = async () => {
  const context = new AudioContext()
  const tone = context.createOscillator()
  const target = context.createMediaStreamDestination()
  tone.connect(target)
  tone.start()
  return target.stream
}`
