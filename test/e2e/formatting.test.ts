import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { es } from '#web/app/words.es.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { openFakeTwilio } from '#test/channels/fakes/twilio.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const [whatsapp, twilio] = await Promise.all([openFakeWhatsApp(), openFakeTwilio()])
after(() => [whatsapp, twilio].forEach((fake) => fake.close()))
const app = await openApp({
  HILO_GRAPH_URL: whatsapp.url,
  HILO_TWILIO_URL: twilio.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const { key, user, enter, rest } = app
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
  key,
  body: { name: 'Canal de formatos', channel: 'api', auto_assign: false },
})
let written = 0
async function write(content: string) {
  const body = { source_id: `cliente-${++written}`, content, contact: { name: 'Íngrid Peña' } }
  const answer = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, { key, body })
  return answer.body.conversation.id
}
const connect = async (channel: 'whatsapp' | 'sms', credentials: object) =>
  (await rest<InboxDetail>('POST', '/inboxes', { key, body: { name: channel, channel, credentials } })).body
/** The conversation that a message of a provider has begun. */
async function begun({ id }: InboxDetail) {
  let items: { id: string }[] = []
  await until(async () => {
    items = (await rest<{ items: { id: string }[] }>('GET', `/conversations?inbox_id=${id}`, { key })).body.items
    return items.length > 0
  }, 'the conversation')
  return items[0]!.id
}
const newest = async (id: string) => {
  const { body } = await rest<{ items: { content: string }[] }>('GET', `/conversations/${id}/messages`, { key })
  return body.items[0]?.content
}
const shown = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).first()

for (const [language, words] of sample([
  ['es', threadEs],
  ['en', threadEn],
] as const)) {
  const { composer } = words
  const { formatting } = composer
  const tools = (page: Page) => page.getByRole('group', { name: formatting.label })

  test(`An agent formats a reply by key and by button, and the thread shows it so (${language})`, async () => {
    const id = await write('¿Cuándo abren?')
    const page = await enter(user, `conversations/${id}`, { language })
    await shown(page, '¿Cuándo abren?').waitFor()
    const field = page.getByLabel(composer.replyField)
    await field.click()
    await page.keyboard.type('Abrimos ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('mañana')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(', ')
    await page.keyboard.press('Control+i')
    await page.keyboard.type('temprano')
    assert.equal(await field.inputValue(), 'Abrimos **mañana**, _temprano_')
    await page.keyboard.press('Enter')
    const bubble = shown(page, 'Abrimos mañana, temprano')
    await bubble.locator('strong', { hasText: 'mañana' }).waitFor()
    await bubble.locator('em', { hasText: 'temprano' }).waitFor()
    await until(async () => (await newest(id)) === 'Abrimos **mañana**, _temprano_', 'the message')

    // The buttons format the selection, and take the format away again.
    await field.fill('cédula\nrecibo')
    await field.press('Control+a')
    await tools(page).getByRole('button', { name: formatting.bullets }).click()
    assert.equal(await field.inputValue(), '- cédula\n- recibo')
    await tools(page).getByRole('button', { name: formatting.strike }).click()
    assert.equal(await field.inputValue(), '- ~~cédula~~\n- ~~recibo~~')
    await tools(page).getByRole('button', { name: formatting.strike }).click()
    await tools(page).getByRole('button', { name: formatting.numbers }).click()
    assert.equal(await field.inputValue(), '1. cédula\n2. recibo')
    assert.deepEqual(await axeViolations(page), [], 'the composer')
    await field.press('Enter')
    const list = page.locator('[data-message] ol')
    await list.waitFor()
    assert.deepEqual(await list.locator('li').allInnerTexts(), ['cédula', 'recibo'])
    assert.deepEqual(await axeViolations(page), [], 'the thread')
    assert.deepEqual(page.faults, [])
  })

  test(`The help names the keys that format (${language})`, async () => {
    const id = await write('Hola')
    const page = await enter(user, `conversations/${id}`, { language })
    await shown(page, 'Hola').waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: locales[language].words.shell.shortcuts })
    await dialog.locator('[data-shortcut="Ctrl B"]', { hasText: formatting.bold }).waitFor()
    await dialog.locator('[data-shortcut="Ctrl I"]', { hasText: formatting.italic }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`On a phone the formats wait in the menu and fit (${language})`, async () => {
    const id = await write('¿Qué llevo?')
    const page = await enter(user, `conversations/${id}`, { language, ...phone })
    const field = page.getByLabel(composer.replyField)
    await field.fill('cédula')
    assert.equal(await tools(page).count(), 0)
    await page.getByRole('button', { name: composer.more }).click()
    await page.getByRole('menuitem', { name: formatting.label }).click()
    await field.press('Control+a')
    await tools(page).getByRole('button', { name: formatting.bold }).tap()
    assert.equal(await field.inputValue(), '**cédula**')
    assert.equal(await field.evaluate((each) => each.matches(':focus')), true)
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [], 'the formats')
    assert.deepEqual(page.faults, [])
  })
}

test('Markup within formatted text stays text, for customers and colleagues', async () => {
  const attack = `**<img src=x onerror="document.title='owned'">** _<script>document.title='owned'</script>_ \`<b onclick=alert(1)>\``
  const id = await write(attack)
  const page = await enter(user, `conversations/${id}`)
  const bubble = shown(page, 'onerror')
  await bubble.locator('strong', { hasText: `<img src=x onerror="document.title='owned'">` }).waitFor()
  await bubble.locator('em', { hasText: '<script>' }).waitFor()
  await bubble.locator('code', { hasText: '<b onclick=alert(1)>' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type(attack)
  await page.keyboard.press('Enter')
  await until(async () => (await page.locator('[data-message] code').count()) === 2, 'the note')
  assert.equal(await page.locator('[data-message] :is(img, script, b)').count(), 0)
  assert.notEqual(await page.title(), 'owned')
  assert.deepEqual(page.faults, [])
})

test('WhatsApp has its own signs, an SMS has none, and a note of either is formatted', async () => {
  const { composer } = threadEs
  const { formatting } = composer
  const chat = await connect('whatsapp', whatsapp.credentials)
  const ana = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }
  const message = whatsapp.receive(ana, { type: 'text', text: { body: '*Urgente*: 2*3 `código`' } })
  await whatsapp.deliver(chat.connection!.webhook_url!, [message])
  const page = await enter(user, `conversations/${await begun(chat)}`)
  await page.locator('[data-message] strong', { hasText: 'Urgente' }).waitFor()
  const field = page.getByLabel(composer.replyField)
  await field.fill('hoy')
  await field.press('Control+a')
  await field.press('Control+b')
  assert.equal(await field.inputValue(), '*hoy*')

  const { account_sid, auth_token, numbers } = twilio.account
  const texts = await connect('sms', { provider: 'twilio', account_sid, auth_token, from: numbers[0] })
  await twilio.deliver(texts.connection!.webhook_url!, twilio.messageFrom('+525512345678', { Body: '*sin* _marcas_' }))
  await page.goto(`${app.url}/app/${app.account_id}/conversations/${await begun(texts)}`)
  await shown(page, '*sin* _marcas_').waitFor()
  await page.getByRole('button', { name: composer.send, exact: true }).waitFor()
  assert.equal(await page.getByRole('group', { name: formatting.label }).count(), 0)
  await field.fill('hoy')
  await field.press('Control+a')
  await field.press('Control+b')
  assert.equal(await field.inputValue(), 'hoy')
  await page.getByRole('button', { name: composer.note, exact: true }).click()
  await page.getByRole('group', { name: formatting.label }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('The list, the search and the command bar show a formatted message without the signs', async () => {
  await write('Necesito el **kilometraje** _exacto_')
  const plain = /Necesito el kilometraje exacto/
  const page = await enter(user, 'conversations')
  await page.getByText(plain).first().waitFor()
  await page.getByLabel(inboxEs.search.label).fill('kilometraje')
  await page.locator('mark', { hasText: 'kilometraje' }).first().waitFor()
  await page.locator('li', { hasText: plain }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: es.commands.placeholder }).fill('kilometraje')
  await page.getByRole('option', { name: plain }).waitFor()
  assert.deepEqual(page.faults, [])
})
