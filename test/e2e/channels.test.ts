import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { templateEn } from '#web/features/channel-templates/words.en.ts'
import { templateEs } from '#web/features/channel-templates/words.es.ts'
import { optionsEn } from '#web/features/message-options/words.en.ts'
import { optionsEs } from '#web/features/message-options/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { automationsEn } from '#web/screens/settings/automations/words.en.ts'
import { automationsEs } from '#web/screens/settings/automations/words.es.ts'
import { guideEn } from '#web/screens/settings/inboxes/connection/guide/words.en.ts'
import { guideEs } from '#web/screens/settings/inboxes/connection/guide/words.es.ts'
import { inboxesEn } from '#web/screens/settings/inboxes/words.en.ts'
import { inboxesEs } from '#web/screens/settings/inboxes/words.es.ts'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
after(() => whatsapp.close())
whatsapp.templates.push({
  id: '7001',
  name: 'recordatorio_visita',
  language: 'es',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Hola {{1}}, te esperamos el {{2}}.' }],
})
const { url, key, user, enter, rest, sql, resetRateLimits } = await openApp({
  HILO_GRAPH_URL: whatsapp.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const ana = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const message = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).first()

const find = async <T>(path: string) => {
  await resetRateLimits()
  return (await rest<{ items: T[] }>('GET', path, { key })).body.items
}

test('An administrator connects WhatsApp; refused credentials are explained in the form', async () => {
  const words = inboxesEs
  const page = await enter(user, 'settings/inboxes', { language: 'es' })
  await page.getByRole('button', { name: words.create }).click()
  await page.getByRole('radio', { name: new RegExp(words.channels.whatsapp) }).click()
  await page.getByRole('button', { name: words.creating.next }).click()
  await page.getByRole('heading', { name: guideEs.title('WhatsApp') }).waitFor()
  await page.getByLabel(words.creating.name).fill('Panadería')
  const { credentials } = whatsapp
  for (const field of ['phone_number_id', 'business_account_id', 'access_token', 'app_secret'] as const) {
    const value = field === 'access_token' ? 'wrong' : credentials[field]
    await page.getByLabel(words.connection.fields[field], { exact: true }).fill(value)
  }
  assert.deepEqual(await axeViolations(page), [], 'the form')
  await page.getByRole('button', { name: guideEs.submit }).click()
  await page
    .getByText(/Invalid OAuth|refused|access token/i)
    .first()
    .waitFor()
  assert.deepEqual(await find('/inboxes'), [])

  await page.getByLabel(words.connection.fields.access_token, { exact: true }).fill(credentials.access_token)
  await page.getByRole('button', { name: guideEs.submit }).click()
  await page.getByText(words.connection.states.connected).waitFor()
  await page.getByText(whatsapp.number.verified_name).first().waitFor()
  await page.getByLabel(words.connection.webhookUrl, { exact: true }).waitFor()
  await page.getByText(guideEs.test.waiting(whatsapp.number.verified_name)).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the connection')
  await page.getByRole('tab', { name: words.tabNames.templates }).click()
  await page.getByRole('button', { name: words.templates.sync }).click()
  await page.getByText('recordatorio_visita').waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the templates')

  await page.getByRole('link', { name: words.templates.create }).click()
  await page.getByLabel(words.templates.name, { exact: true }).fill('aviso_de_entrega')
  await page.getByLabel(words.templates.body, { exact: true }).fill('Hola {{1}}, tu pan va en camino.')
  await page.getByRole('button', { name: words.templates.submit }).click()
  await page.getByText(words.templates.exampleMissing).waitFor()
  await page.getByLabel(words.templates.example('{{1}}')).fill('Ana')
  await page.getByText('Hola Ana, tu pan va en camino.').waitFor()
  assert.deepEqual(await axeViolations(page), [], 'a new template')
  await page.getByRole('button', { name: words.templates.submit }).click()
  await page.getByText('aviso_de_entrega').waitFor()
  await page.getByText(words.templates.statuses.PENDING, { exact: true }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('Every channel has a guide that fits a phone', async () => {
  const page = await enter(user, 'settings/inboxes/connect?channel=email', { language: 'en', ...phone })
  for (const channel of ['email', 'instagram', 'messenger', 'telegram', 'sms'] as const) {
    if (channel !== 'email') await page.goto(page.url().replace(/channel=\w+/, `channel=${channel}`))
    await page.getByRole('heading', { name: guideEn.title(inboxesEn.channels[channel]) }).waitFor()
    await page.getByRole('heading', { name: guideEn.steps[channel][0]!.title }).waitFor()
    assert.equal(await overflow(page), 0, channel)
    if (channel === 'email' || channel === 'instagram') assert.deepEqual(await axeViolations(page), [], channel)
  }
  assert.deepEqual(page.faults, [])
})

test('An agent quotes, reacts and, once the window is closed, sends a template', async () => {
  const [inbox] = await find<InboxDetail>('/inboxes')
  const webhook_url = `${url}/channels/whatsapp/${inbox!.token}`
  await whatsapp.deliver(webhook_url, [
    whatsapp.receive(ana, { type: 'text', text: { body: '¿Tienen pan de muerto?' } }),
    whatsapp.receive(ana, {
      type: 'location',
      location: { latitude: 19.43, longitude: -99.13, name: 'Zócalo', address: 'Centro, CDMX' },
    }),
  ])
  let conversation: Conversation | undefined
  await until(async () => {
    conversation = (await find<Conversation>('/conversations'))[0]
    return conversation?.last_message !== undefined
  }, 'the conversation')

  const page = await enter(user, `conversations/${conversation!.id}`, { language: 'es' })
  await message(page, '¿Tienen pan de muerto?').waitFor()
  await page.getByRole('link', { name: threadEs.special.openMap }).waitFor()
  const asked = message(page, '¿Tienen pan de muerto?')
  await asked.getByRole('button', { name: threadEs.thread.react, exact: true }).click()
  await page.getByRole('button', { name: threadEs.thread.reactWith('👍') }).click()
  await asked.getByRole('button', { name: threadEs.thread.reaction('👍', user.name) }).waitFor()

  await asked.getByRole('button', { name: threadEs.thread.actions }).click()
  await page.getByRole('menuitem', { name: threadEs.thread.reply }).click()
  await page.getByText(threadEs.composer.replyingTo(ana.name)).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(threadEs.composer.replyingTo(ana.name)).waitFor({ state: 'detached' })
  await asked.getByRole('button', { name: threadEs.thread.actions }).click()
  await page.getByRole('menuitem', { name: threadEs.thread.reply }).click()
  await page.getByLabel(threadEs.composer.replyField).fill('Sí, recién horneado')
  await page.keyboard.press('Enter')
  await until(() => whatsapp.messages().some(({ context }) => context?.message_id), 'the quoting reply at the provider')
  await message(page, 'Sí, recién horneado')
    .getByRole('button', { name: threadEs.thread.quoted('¿Tienen pan de muerto?') })
    .waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the thread')
  assert.deepEqual(page.faults, [])

  await sql`update conversations set reply_window_opened_at = now() - interval '3 days', reply_window_closes_at = now() - interval '2 days'`
  const later = await enter(user, `conversations/${conversation!.id}`, { language: 'en', ...phone })
  await later.getByRole('button', { name: threadEn.composer.template.open }).click()
  await later.getByLabel(threadEn.composer.template.body('1')).fill('Ana')
  await later.getByLabel(threadEn.composer.template.body('2')).fill('lunes')
  await later.getByText('Hola Ana, te esperamos el lunes.').waitFor()
  assert.deepEqual(await axeViolations(later), [], 'the template')
  await later.getByRole('dialog').getByRole('button', { name: threadEn.composer.send }).click()
  await message(later, 'Hola Ana, te esperamos el lunes.').waitFor()
  assert.equal(await overflow(later), 0)
  assert.deepEqual(later.faults, [])
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const [language, { thread, composer }, customer] of sample([
  ['es', threadEs, { name: 'Luz Paz', phone: '5215598765432', user_id: 'MX.1002' }],
  ['en', threadEn, { name: 'Eva Paz', phone: '5215598765433', user_id: 'MX.1003' }],
] as const))
  test(`Four photos sent at once are one grid, and the viewer moves through all of the thread (${language})`, async () => {
    const [inbox] = await find<InboxDetail>('/inboxes')
    const photo = (more: object = {}) =>
      whatsapp.receive(customer, { type: 'image', image: { ...whatsapp.addMedia(pixel, 'image/png'), ...more } })
    await whatsapp.deliver(`${url}/channels/whatsapp/${inbox!.token}`, [
      photo({ caption: 'La fachada' }),
      ...Array.from({ length: 4 }, () => photo()),
    ])
    let id: string | undefined
    await until(async () => {
      id = (await find<Conversation>('/conversations')).find(({ contact }) => contact.name === customer.name)?.id
      const files = id ? (await find<Message>(`/conversations/${id}/messages`)).flatMap((each) => each.attachments) : []
      return files.length === 5 && files.every(({ state }) => state === 'stored')
    }, 'the photos')

    const page = await enter(user, `conversations/${id}`, { language, ...phone })
    const grid = page.getByRole('list', { name: thread.pictures(4) })
    await grid.waitFor()
    const tops = await grid
      .getByRole('listitem')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top))
    assert.deepEqual([tops.length, new Set(tops).size], [4, 2], 'two rows of two')
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [], 'the grid')

    // Each is a message of its own.
    const second = grid.getByRole('listitem').nth(1)
    await second.getByRole('button', { name: thread.react, exact: true }).click()
    await page.getByRole('button', { name: thread.reactWith('👍') }).click()
    await second.getByRole('button', { name: thread.reaction('👍', user.name) }).waitFor()
    await second.getByRole('button', { name: thread.actions }).click()
    await page.getByRole('menuitem', { name: thread.delete }).waitFor()
    await page.getByRole('menuitem', { name: thread.reply }).click()
    await page.getByText(composer.replyingTo(customer.name)).waitFor()

    await second.locator('img').click()
    const viewer = page.getByRole('dialog')
    const isAt = (at: number) => viewer.getByText(thread.position(at, 5)).waitFor()
    await isAt(3)
    assert.deepEqual(await axeViolations(page), [], 'the viewer')
    for (const at of [2, 1]) {
      await page.keyboard.press('ArrowLeft')
      await isAt(at)
    }
    for (const at of [2, 3, 4, 5]) {
      await viewer.getByRole('button', { name: thread.nextPicture }).click()
      await isAt(at)
    }
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

test('Rules send messages with buttons and templates with data of the contact', async () => {
  for (const [language, rules, options, template, common, sizes] of [
    ['es', automationsEs, optionsEs, templateEs, locales.es.words.common, {}],
    ['en', automationsEn, optionsEn, templateEn, locales.en.words.common, phone],
  ] as const) {
    const page = await enter(user, 'settings/automations/new', { language, ...sizes, reducedMotion: 'reduce' })
    const { actions } = rules
    const name = `Bienvenida ${language}`
    await page.getByLabel(rules.fields.name, { exact: true }).fill(name)
    for (const _ of [1, 2]) {
      await page.getByRole('button', { name: actions.add, exact: true }).click()
      await page.getByRole('menuitem', { name: actions.names.send_message }).click()
    }
    const first = page.getByRole('group', { name: actions.number(1) })
    const second = page.getByRole('group', { name: actions.number(2) })
    await first.getByRole('button', { name: actions.messageKinds.buttons, exact: true }).click()
    await first.getByLabel(actions.content, { exact: true }).fill('¿Te interesa?')
    await second.getByRole('button', { name: actions.messageKinds.template, exact: true }).click()
    await page.getByRole('button', { name: common.save, exact: true }).click()
    await first.getByText(options.optionMissing).waitFor()
    await first.getByLabel(options.option(1), { exact: true }).fill('Sí')
    await page.getByRole('button', { name: common.save, exact: true }).click()
    await second.getByText(actions.needed).waitFor()
    await second.getByRole('combobox', { name: template.choose }).click()
    await page.getByRole('option', { name: /recordatorio_visita/ }).click()
    await second.getByLabel(template.body('1')).fill('{{contact.first_name}}')
    await second.getByLabel(template.body('2')).fill('lunes')
    assert.deepEqual(await axeViolations(page), [], 'the actions')
    assert.equal(await overflow(page), 0)
    await page.getByRole('button', { name: common.save, exact: true }).click()
    await page.getByText(rules.saved).waitFor()
    const rule = (await find<{ name: string; actions: object[] }>('/automation-rules')).find(
      (each) => each.name === name,
    )
    assert.deepEqual(rule?.actions, [
      { type: 'send_message', content: '¿Te interesa?', buttons: [{ id: '1', title: 'Sí' }] },
      {
        type: 'send_message',
        content: '',
        template: {
          name: 'recordatorio_visita',
          language: 'es',
          parameters: { body: ['{{contact.first_name}}', 'lunes'] },
        },
      },
    ])
    assert.deepEqual(page.faults, [])
  }
})

test('A bar on every screen shows administrators that a channel needs attention', async () => {
  const [inbox] = await find<InboxDetail>('/inboxes')
  const page = await enter(user, 'contacts', { language: 'es', ...phone })
  const { shell } = locales.es.words
  const bar = page.getByText(shell.brokenChannels(inbox!.name, 0))
  whatsapp.setToken('another')
  await rest('POST', `/inboxes/${inbox!.id}/connection/check`, { key })
  await bar.waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the bar')
  assert.equal(await overflow(page), 0)
  await page.getByRole('link', { name: shell.reviewConnection }).click()
  await page.getByText(inboxesEs.connection.states.needs_attention, { exact: true }).waitFor()
  whatsapp.setToken(whatsapp.credentials.access_token)
  await page.getByRole('button', { name: inboxesEs.connection.check }).click()
  await bar.waitFor({ state: 'detached' })
  assert.deepEqual(page.faults, [])
})

test('The events of the provider can be read and processed again', async () => {
  const [inbox] = await find<InboxDetail>('/inboxes')
  const page = await enter(user, `settings/inboxes/${inbox!.id}?tab=events`, { language: 'en', ...phone })
  const { events: words } = inboxesEn
  await page.getByText(words.outcomes.processed).first().waitFor()
  await page.getByRole('button', { name: words.show }).first().click()
  await page.getByText('whatsapp_business_account').first().waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the events')
  await page.getByRole('button', { name: words.replay }).first().click()
  await page.getByText(words.replayed).waitFor()
  assert.equal(await overflow(page), 0)
  assert.deepEqual(page.faults, [])
})

test('A test message goes to a number as a template, once the account has one without values', async () => {
  const [inbox] = await find<InboxDetail>('/inboxes')
  const page = await enter(user, `settings/inboxes/${inbox!.id}?tab=connection`, { language: 'es', ...phone })
  await page.getByText(guideEs.test.noTemplate).waitFor()
  whatsapp.templates.push({
    id: '7002',
    name: 'hello_world',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Welcome and congratulations!' }],
  })
  await rest('POST', `/inboxes/${inbox!.id}/templates/sync`, { key })
  await page.reload()
  await page.getByLabel(guideEs.test.to.phone_number).fill('+52 55 8765 4321')
  await page.getByRole('button', { name: guideEs.test.send }).click()
  await page.getByText(guideEs.test.statuses.sent).waitFor()
  const sent = whatsapp.messages().find(({ template }) => template?.name === 'hello_world')
  assert.match(sent.to, /5587654321$/)
  assert.deepEqual(await axeViolations(page), [], 'the test message')
  assert.equal(await overflow(page), 0)
  assert.deepEqual(page.faults, [])
})
