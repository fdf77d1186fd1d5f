import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Frame, Locator, Page, Route } from 'playwright-core'
import { en, enBubble } from '#widget/words.en.ts'
import { es, esBubble } from '#widget/words.es.ts'
import { readEvents } from '#widget/panel/events.ts'
import { freePort } from '#test/address.ts'
import { axeViolations, openBrowser, type PageOptions } from '#test/browser.ts'
import { openNode } from '#test/node.ts'
import { sample } from '#test/runs.ts'
import { spawnNode } from '#test/server-process.ts'
import { openShop } from '#test/shop.ts'
import { PIXEL } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

const data = await mkdtemp(join(tmpdir(), 'hilo-test-'))
after(() => rm(data, { recursive: true, force: true }))
const openPage = await openBrowser()
const { url, rest, key, connection } = await openNode({
  HILO_DATA: data,
  HILO_KEY_LIMIT: '100000',
  HILO_ACCOUNT_LIMIT: '100000',
})
const shop = await openShop(url)

type Inbox = { id: string; token: string }
type Conversation = { id: string; contact: { id: string; name: string; email: string | null }; unread_count: number }
type Message = {
  id: string
  content: string | null
  direction: string
  status: string
  attachments: { file_name: string }[]
}

async function makeInbox(settings: object = {}): Promise<Inbox> {
  const body = { name: 'Casa Hebra', channel: 'web_widget', settings }
  return (await rest<Inbox>('POST', '/inboxes', { key, body })).body
}

/** The only conversation of the inbox, once there is one. */
async function conversationIn({ id }: Inbox): Promise<Conversation> {
  let found: Conversation[] = []
  await until(async () => {
    found = (await rest<{ items: Conversation[] }>('GET', `/conversations?inbox=${id}`, { key })).body.items
    return found.length > 0
  }, 'a conversation')
  assert.equal(found.length, 1)
  return found[0]!
}

/** Its messages, oldest first. */
async function messagesOf(conversation_id: string): Promise<Message[]> {
  const { body } = await rest<{ items: Message[] }>('GET', `/conversations/${conversation_id}/messages?limit=100`, {
    key,
  })
  return body.items.toReversed()
}

const agentSays = (conversation_id: string, content: string, more: object = {}) =>
  rest('POST', `/conversations/${conversation_id}/messages`, { key, body: { content, ...more } })

/** A visitor of the site; `panel` is the chat's frame, once it is open. */
async function visit(address: string, options: PageOptions = {}) {
  const page = await openPage({ locale: 'es-CO', ...options })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(address)
  const words = options.locale?.startsWith('en') ? { ...en, bubble: enBubble } : { ...es, bubble: esBubble }
  const bubble = page.getByRole('button', { name: words.bubble.open })
  const panel = page.frameLocator('iframe')
  const field = panel.getByRole('textbox', { name: words.message })
  const log = panel.getByRole('log')
  const open = async () => {
    await bubble.click()
    await field.waitFor()
  }
  const say = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  const frame = (): Frame => page.frames().find((each) => each.url().includes('/widget/panel'))!
  return { page, faults, words, bubble, panel, field, log, open, say, frame }
}

/** The texts of the bubbles. */
const bubbles = (page: Awaited<ReturnType<typeof visit>>) => page.panel.locator('.bubble').allTextContents()

test('A visitor and an agent chat without reloading', async () => {
  const inbox = await makeInbox({ locale: 'auto' })
  const visitor = await visit(shop(inbox.token))
  const { page, panel, log, words, faults } = visitor
  await visitor.open()
  // Other scripts of the site send messages to all frames.
  await visitor.frame().evaluate(() => {
    const origin = new URLSearchParams(location.search).get('origin')!
    for (const data of ['shown', null, { type: 'hide' }, { page_url: 1 }])
      dispatchEvent(new MessageEvent('message', { source: parent, origin, data }))
  })
  await visitor.say('Hola, ¿tienen ruanas talla L?')
  await log.getByText('Hola, ¿tienen ruanas talla L?').waitFor()
  await log.getByText(words.statuses.sent).waitFor()

  const { id, contact } = await conversationIn(inbox)
  assert.equal((await messagesOf(id))[0]!.content, 'Hola, ¿tienen ruanas talla L?')
  await agentSays(id, 'Esto es solo nuestro', { private: true })
  await agentSays(id, 'Sí, en gris y en ocre.')
  await log.getByText('Sí, en gris y en ocre.').waitFor()
  await log.getByText('full', { exact: true }).waitFor() // Answers by an API key show the key's name.
  // The visitor is looking, so the answer is read.
  await until(async () => (await messagesOf(id)).at(-1)!.status === 'read', 'the answer to be read')
  await rest('POST', `/conversations/${id}/read`, { key })
  await log.getByText(words.statuses.read).waitFor()
  assert.deepEqual(await bubbles(visitor), ['Hola, ¿tienen ruanas talla L?', 'Sí, en gris y en ocre.'])

  await panel.getByRole('button', { name: words.close }).click()
  await agentSays(id, '¿Te aparto una?')
  const waiting = page.getByRole('button', { name: `${words.bubble.open}, ${words.bubble.unread(1)}` })
  await waiting.waitFor()
  assert.equal((await messagesOf(id)).at(-1)!.status, 'sent')
  // Another page of the site: the chat is remembered, and so is what waits.
  await page.reload()
  await waiting.waitFor()
  await waiting.click()
  await log.getByText('¿Te aparto una?').waitFor()
  await until(async () => (await messagesOf(id)).at(-1)!.status === 'read', 'the question to be read')
  assert.match(contact.name, /\S/)
  assert.deepEqual(faults, [])
})

test('No message is lost or duplicated when the server is killed and restarts', async () => {
  const env = { PORT: String(await freePort()), HILO_DATA: data }
  const first = await spawnNode(connection, env)
  const inbox = await makeInbox()
  const site = (await openShop(first.url))(inbox.token)
  const visitor = await visit(site)
  const { panel, log, words, page } = visitor
  await visitor.open()
  await visitor.say('antes')
  await log.getByText(words.statuses.sent).waitFor()
  const { id } = await conversationIn(inbox)

  await visitor.say('en medio')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  await visitor.say('mientras no está')
  await panel.locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PIXEL })
  await visitor.say('con una foto')
  await panel.getByText(words.offline).waitFor()
  await agentSays(id, 'respuesta entretanto')
  await picture(page, 'offline')

  const second = await spawnNode(connection, env)
  await log.getByText('respuesta entretanto').waitFor()
  await log.getByText(words.statuses.sending).first().waitFor({ state: 'detached' })
  await panel.getByText(words.offline).waitFor({ state: 'detached' })
  const all = ['antes', 'con una foto', 'en medio', 'mientras no está', 'respuesta entretanto']
  assert.deepEqual((await bubbles(visitor)).toSorted(), all)

  // Once more, and this time the visitor leaves before it is back.
  second.child.kill('SIGKILL')
  await once(second.child, 'exit')
  await visitor.say('ya me voy')
  await log.getByText('ya me voy').waitFor()
  await page.close()
  await spawnNode(connection, env)
  const later = await page.context().newPage()
  await later.goto(site)
  await until(async () => (await messagesOf(id)).some(({ content }) => content === 'ya me voy'), 'what was left unsent')
  const kept = await messagesOf(id)
  assert.deepEqual(kept.map(({ content }) => String(content)).toSorted(), [...all, 'ya me voy'].toSorted())
  assert.deepEqual(
    kept.filter(({ direction }) => direction === 'incoming').map(({ content }) => content),
    ['antes', 'en medio', 'mientras no está', 'con una foto', 'ya me voy'],
  )
  assert.deepEqual(
    kept.find(({ content }) => content === 'con una foto')!.attachments.map((file) => file.file_name),
    ['foto.png'],
  )
})

test('The chat works without streaming and with lost responses, and duplicates nothing', async () => {
  const inbox = await makeInbox()
  const tries: unknown[] = []
  const loseTwice = async (route: Route) => {
    tries.push(route.request().postDataJSON().client_id)
    const response = await route.fetch()
    return tries.length < 3 ? route.abort() : route.fulfill({ response })
  }
  const routes = {
    '**/api/v1/widget/live': (route: Route) => route.abort(),
    '**/api/v1/widget/messages': loseTwice,
  }
  const visitor = await visit(shop(inbox.token), { routes })
  const { log, words } = visitor
  await visitor.open()
  await visitor.say('una sola vez')
  await log.getByText(words.statuses.sent).waitFor()
  assert.ok(tries.every((client_id) => client_id === tries[0]))
  assert.deepEqual(await bubbles(visitor), ['una sola vez'])
  const { id } = await conversationIn(inbox)
  await agentSays(id, 'recibido')
  await log.getByText('recibido').waitFor()
  assert.deepEqual(
    (await messagesOf(id)).map(({ content }) => content),
    ['una sola vez', 'recibido'],
  )
})

test('A visitor gives name and e-mail first when the site requires it', async () => {
  const inbox = await makeInbox({ pre_chat: true })
  const { page, panel, bubble, field, words, say, log, frame } = await visit(shop(inbox.token))
  await bubble.click()
  await panel.getByRole('button', { name: words.preChat.start }).click()
  await panel.getByText(words.preChat.nameMissing).waitFor()
  await panel.getByText(words.preChat.emailWrong).waitFor()
  assert.deepEqual(await axeViolations(frame() as unknown as Page), [])
  await picture(page, 'pre-chat')
  await panel.getByLabel(words.preChat.name).fill('Ana María Ñáñez')
  await panel.getByLabel(words.preChat.email).fill('ana@correo.example')
  await panel.getByLabel(words.preChat.email).press('Enter')
  await field.waitFor()
  await say('Hola')
  await log.getByText(words.statuses.sent).waitFor()
  const { contact } = await conversationIn(inbox)
  assert.deepEqual([contact.name, contact.email], ['Ana María Ñáñez', 'ana@correo.example'])
})

test('Files are sent both ways by button, paste and drop, and images are shown', async () => {
  const inbox = await makeInbox()
  const visitor = await visit(shop(inbox.token))
  const { panel, log, words, field, frame } = visitor
  await visitor.open()
  await panel.locator('input[type=file]').setInputFiles([
    { name: 'foto <b>.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') },
    { name: 'sobra.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  ])
  await panel.getByRole('button', { name: words.remove('sobra.txt') }).click()
  // The data of a paste or drop can only be created inside the page.
  await frame().evaluate(`{
    const carry = (name) => { const data = new DataTransfer(); data.items.add(new File(['x'], name, { type: 'text/plain' })); return data }
    document.querySelector('textarea').dispatchEvent(new ClipboardEvent('paste', { clipboardData: carry('pegado.txt'), bubbles: true, cancelable: true }))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: carry('soltado.txt'), bubbles: true, cancelable: true }))
  }`)
  await panel.getByText('soltado.txt').waitFor()
  await field.press('Enter')
  const image = log.getByRole('img', { name: words.openFile('foto <b>.png') })
  await image.waitFor()
  await until(() => image.evaluate((shown) => (shown as { naturalWidth?: number }).naturalWidth! > 0), 'the picture')
  await log.getByRole('link', { name: words.openFile('nota.txt') }).waitFor()
  const { id } = await conversationIn(inbox)
  const [message] = await messagesOf(id)
  assert.deepEqual(
    message!.attachments.map(({ file_name }) => file_name),
    ['foto <b>.png', 'nota.txt', 'pegado.txt', 'soltado.txt'],
  )

  const form = new FormData()
  form.append('content', 'Aquí está')
  form.append('attachments', new Blob([PIXEL], { type: 'image/png' }), 'ruana.png')
  await fetch(`${url}/api/v1/conversations/${id}/messages`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${key}` },
  })
  await log.getByRole('img', { name: words.openFile('ruana.png') }).waitFor()
  await picture(visitor.page, 'files')
})

test('Each side sees when the other is typing', async () => {
  const inbox = await makeInbox()
  const visitor = await visit(shop(inbox.token))
  const { log, words, field } = visitor
  await visitor.open()
  await visitor.say('Hola')
  await log.getByText(words.statuses.sent).waitFor()
  const { id } = await conversationIn(inbox)

  await rest('POST', `/conversations/${id}/typing`, { key, body: { typing: true, private: true } })
  await rest('POST', `/conversations/${id}/typing`, { key, body: { typing: true } })
  await log.getByText(words.typing('full')).waitFor()
  await agentSays(id, 'Buenas')
  await log.getByText(words.typing('full')).waitFor({ state: 'detached' })

  const received = listenAsAgent()
  await until(() => received.ready, 'the agent to listen')
  await field.pressSequentially('¿Y cuánto…')
  const listTyping = () =>
    received.events.filter(({ name }) => name === 'conversation.typing').map(({ data }) => data.payload)
  await until(
    () => listTyping().some(({ typing, author }) => typing && author.type === 'contact'),
    'the visitor to be writing',
  )
  // Once for many keys.
  assert.equal(listTyping().length, 1)
  await field.fill('')
  await until(() => listTyping().some(({ typing }) => !typing), 'the visitor to have stopped')
})

test('A verified visitor has one chat on every device, and an impostor does not see it', async () => {
  const inbox = await makeInbox({ identity_verification: 'required' })
  const { identity_secret } = (
    await rest<{ identity_secret: string }>('GET', `/inboxes/${inbox.id}/identity-secret`, { key })
  ).body
  const identifier_hash = createHmac('sha256', identity_secret).update('cliente-7').digest('hex')
  const identify = (page: Page, details: object) =>
    page.evaluate<{ type: string; verified?: boolean }>(
      `new Promise((resolve) => { for (const event of ['identified', 'refused']) hilo.on(event, resolve); hilo.setUser('cliente-7', ${JSON.stringify(details)}); hilo.open() })`,
    )

  const laptop = await visit(shop(inbox.token))
  await laptop.bubble.waitFor()
  assert.equal((await identify(laptop.page, { name: 'Ana', identifier_hash })).verified, true)
  await laptop.say('Escribo desde el portátil')
  await laptop.log.getByText(laptop.words.statuses.sent).waitFor()
  const { contact, id } = await conversationIn(inbox)
  assert.equal(contact.name, 'Ana')

  const thief = await visit(shop(inbox.token))
  await thief.bubble.waitFor()
  const bad = identifier_hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  assert.equal((await identify(thief.page, { identifier_hash: bad })).type, 'refused')
  await thief.field.waitFor()
  assert.deepEqual(await bubbles(thief), [])

  const phone = await visit(shop(inbox.token))
  await phone.bubble.waitFor()
  await identify(phone.page, { identifier_hash })
  await phone.log.getByText('Escribo desde el portátil').waitFor()
  await phone.say('Y ahora desde el teléfono')
  await laptop.log.getByText('Y ahora desde el teléfono').waitFor()
  assert.equal((await messagesOf(id)).length, 2)

  // They sign out of the site, and the next person at this computer is a stranger.
  await laptop.page.evaluate('hilo.reset()')
  await laptop.log.waitFor()
  assert.deepEqual(await bubbles(laptop), [])
})

test('The chat does not appear on a site that is not allowed', async () => {
  const inbox = await makeInbox({ allowed_domains: ['tienda.example'] })
  const { page } = await visit('about:blank', { bypassCSP: false })
  const refused = page.waitForResponse((answer) => answer.url().includes('/widget/config'))
  await page.goto(shop(inbox.token))
  assert.equal((await refused).status(), 403)
  assert.equal(await page.locator('#hilo-chat').count(), 0)

  const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('iframe'), { src: '${url}/widget/panel?inbox=${inbox.token}&origin=' + location.origin }))`,
  )
  await blocked
  const framed = page.frames().find((frame) => frame !== page.mainFrame())!
  assert.equal(await framed.locator('#root').count(), 0)
})

test('The chat works under the strictest content security policy and adds only one global', async () => {
  const inbox = await makeInbox({ color: '#facc15', position: 'left' })
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; frame-src ${url}`
  const page = await openPage({ locale: 'es-CO', bypassCSP: false })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.addInitScript('window.before = Object.getOwnPropertyNames(window)')
  await page.goto(shop(inbox.token, policy))
  const bubble = page.getByRole('button', { name: esBubble.open })
  await bubble.waitFor()
  // Black on yellow: white could not be read there.
  const look = await bubble.evaluate((at) => [getComputedStyle(at).backgroundColor, getComputedStyle(at).color])
  assert.deepEqual(look, ['rgb(250, 204, 21)', 'rgb(0, 0, 0)'])
  assert.ok((await bubble.boundingBox())!.x < 100)
  await bubble.click()
  const panel = page.frameLocator('iframe')
  const field = panel.getByRole('textbox', { name: es.message })
  await field.fill('Hola')
  await field.press('Enter')
  await panel.getByText(es.statuses.sent).waitFor()
  const added = await page.evaluate<string[]>(
    'Object.getOwnPropertyNames(window).filter((name) => !before.includes(name) && name !== "before" && !/^\\d+$/.test(name))',
  )
  assert.deepEqual(added, ['hilo'])
  assert.deepEqual(complaints, [])
})

test('The chat can be used by keyboard and returns the focus', async () => {
  const inbox = await makeInbox()
  const { page, bubble, field, panel, log, words, frame } = await visit(shop(inbox.token))
  await bubble.waitFor()
  const focused = () =>
    page.evaluate<string | null>(
      'document.activeElement.shadowRoot?.activeElement?.localName ?? document.activeElement.localName',
    )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'button')
  assert.equal(await bubble.getAttribute('aria-expanded'), 'false')
  await page.keyboard.press('Enter')
  await field.waitFor()
  await until(
    () => frame().evaluate<boolean>("document.activeElement?.localName === 'textarea'"),
    'the focus in the field',
  )
  await page.keyboard.type('Primera línea')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('y segunda')
  await page.keyboard.press('Enter')
  await log.getByText(words.statuses.sent).waitFor()
  const { id } = await conversationIn(inbox)
  assert.equal((await messagesOf(id))[0]!.content, 'Primera línea\ny segunda')
  const close = page.getByRole('button', { name: words.bubble.close })
  assert.equal(await close.getAttribute('aria-expanded'), 'true')

  await page.keyboard.press('Shift+Tab')
  assert.equal(await panel.getByRole('button', { name: words.attach }).evaluate((at) => at.matches(':focus')), true)
  await page.keyboard.press('Escape')
  await until(async () => (await focused()) === 'button', 'the focus on the bubble')
  assert.equal(await bubble.getAttribute('aria-expanded'), 'false')
  await page.locator('iframe').waitFor({ state: 'hidden' })
})

test('Messages are plain text, and only web addresses become links', async () => {
  const inbox = await makeInbox({ greeting_title: '<img src=x onerror=hacked()>', greeting_message: '<b>hola</b>' })
  const visitor = await visit(shop(inbox.token))
  const { log, panel, words, frame, faults } = visitor
  await visitor.open()
  await panel.getByRole('heading', { name: '<img src=x onerror=hacked()>' }).waitFor()
  const nasty = [
    '<script>hacked()</script>',
    '<img src=x onerror="hacked()">',
    'javascript:hacked() [enlace](javascript:hacked())',
    '"><svg onload=hacked()>',
    '{{constructor.constructor("hacked()")()}}',
  ]
  for (const text of nasty) {
    await visitor.say(text)
    await log.getByText(words.statuses.sending).waitFor({ state: 'detached' })
  }
  const { id } = await conversationIn(inbox)
  for (const text of nasty) await agentSays(id, text)
  await agentSays(id, 'Mira https://tienda.example/ruanas?talla=L.')
  const link = log.getByRole('link')
  await link.waitFor()
  assert.deepEqual((await bubbles(visitor)).slice(0, -1).toSorted(), [...nasty, ...nasty].toSorted())
  assert.equal(await link.getAttribute('href'), 'https://tienda.example/ruanas?talla=L')
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
  assert.equal(await link.getAttribute('target'), '_blank')
  assert.equal(await frame().locator('.bubble img, .bubble script, .bubble svg').count(), 0)
  assert.deepEqual(faults, [])
})

for (const [language, locale, width, color] of sample([
  ['es', 'es-CO', 1280, '#4349bb'],
  ['en', 'en-US', 390, '#fde047'],
] as const)) {
  test(`The chat has no accessibility violations (${language}, ${width} wide, ${color})`, async () => {
    const inbox = await makeInbox({ locale: 'auto', color })
    const height = width === 390 ? 844 : 800
    const visitor = await visit(shop(inbox.token), { locale, viewport: { width, height } })
    const { page, panel, log, words, frame } = visitor
    await visitor.bubble.waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the page')
    await visitor.open()
    const inside = () => axeViolations(frame() as unknown as Page)
    assert.deepEqual(await inside(), [], 'the greeting')
    await picture(page, `${language}-greeting`)
    await visitor.say(language === 'es' ? 'Hola, ¿hacen envíos a Medellín?' : 'Hi, do you ship to Medellín?')
    await log.getByText(words.statuses.sent).waitFor()
    const { id } = await conversationIn(inbox)
    await agentSays(
      id,
      language === 'es' ? 'Claro: https://tienda.example/envios' : 'Of course: https://tienda.example/shipping',
    )
    await log.getByRole('link').waitFor()
    await rest('POST', `/conversations/${id}/typing`, { key, body: { typing: true } })
    await log.getByText(words.typing('full')).waitFor()
    assert.deepEqual(await inside(), [], 'the conversation')
    assert.deepEqual(await axeViolations(page), [], 'the page with the panel')
    await picture(page, `${language}-conversation`)
    const box = (await page.locator('iframe').boundingBox())!
    assert.deepEqual(width === 390 ? [box.x, box.y, box.width, box.height] : [], width === 390 ? [0, 0, 390, 844] : [])
    await panel.getByRole('button', { name: words.close }).click()
    await visitor.bubble.waitFor()
    await rest('POST', `/conversations/${id}/resolve`, { key })
    await agentSays(id, 'Hasta pronto')
    await page.getByRole('button', { name: words.bubble.unread(1) }).waitFor()
    await picture(page, `${language}-unread`)
  })
}

test('A rejected message stays visible and can be retried or discarded', async () => {
  const inbox = await makeInbox()
  const visitor = await visit(shop(inbox.token))
  const { log, words, panel } = visitor
  await visitor.open()
  await visitor.say('Hola')
  await log.getByText(words.statuses.sent).waitFor()
  const { id, contact } = await conversationIn(inbox)
  await rest('PATCH', `/contacts/${contact.id}`, { key, body: { blocked: true } })
  for (const text of ['uno', 'dos']) {
    await visitor.say(text)
    await log.getByText(text, { exact: true }).waitFor()
  }
  await until(async () => (await panel.getByRole('button', { name: words.retry }).count()) === 2, 'both refusals')
  await picture(visitor.page, 'refused')
  await rest('PATCH', `/contacts/${contact.id}`, { key, body: { blocked: false } })
  await panel.getByRole('button', { name: words.discard }).last().click()
  await panel.getByRole('button', { name: words.retry }).click()
  await log.getByText(words.statuses.sent).waitFor()
  assert.deepEqual(await bubbles(visitor), ['Hola', 'uno'])
  assert.deepEqual(
    (await messagesOf(id)).map(({ content }) => content),
    ['Hola', 'uno'],
  )
})

test('A long conversation opens at its end, and earlier messages can be loaded', async () => {
  const inbox = await makeInbox()
  const visitor = await visit(shop(inbox.token))
  const { page, panel, log, words, field } = visitor
  await visitor.open()
  await visitor.say('la primera de todas')
  await log.getByText(words.statuses.sent).waitFor()
  const { id } = await conversationIn(inbox)
  for (let i = 1; i <= 40; i++) await agentSays(id, `respuesta ${i}`)
  await page.reload()
  await page.getByRole('button', { name: words.bubble.open }).click()
  await field.waitFor()
  const [first, last] = [log.getByText('la primera de todas'), log.getByText('respuesta 40', { exact: true })]
  await until(() => inSight(last), 'the end in sight')
  assert.equal(await first.count(), 0)
  await panel.getByRole('button', { name: words.earlier }).click()
  await first.waitFor()
  assert.equal((await bubbles(visitor)).length, 41)
  await panel.getByRole('button', { name: words.latest }).click()
  await until(() => inSight(last), 'the end in sight again')
})

test('Two open pages of the site share one visitor', async () => {
  const inbox = await makeInbox()
  const visitor = await visit(shop(inbox.token))
  const { page, log, words } = visitor
  await visitor.open()
  await visitor.say('Hola')
  await log.getByText(words.statuses.sent).waitFor()
  const other = await page.context().newPage()
  await other.goto(shop(inbox.token))
  await other.getByRole('button', { name: words.bubble.open }).click()
  const field = other.frameLocator('iframe').getByRole('textbox', { name: words.message })
  await field.fill('Y desde aquí')
  await field.press('Enter')
  await log.getByText('Y desde aquí').waitFor()
  // Signed out on one page is signed out on the other.
  await other.evaluate('hilo.reset()')
  await log.getByText('Y desde aquí').waitFor({ state: 'detached' })
  await visitor.field.waitFor()
  assert.deepEqual(await bubbles(visitor), [])
})

test('The demo site shows the chat in both languages, or explains how to create one', async () => {
  const inbox = await makeInbox({ locale: 'auto' })
  for (const [language, locale] of [
    ['es', 'es-CO'],
    ['en', 'en-US'],
  ] as const) {
    const { page, open, panel, words } = await visit(`${url}/demo?inbox=${inbox.token}`, { locale, bypassCSP: false })
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    assert.equal(await page.evaluate('document.documentElement.lang'), language)
    await open()
    await panel.getByRole('heading', { name: words.greeting }).waitFor()
    await picture(page, `demo-${language}`)
    assert.deepEqual(complaints, [])
  }
  const page = await openPage({ locale: 'es-CO' })
  await page.goto(`${url}/demo`)
  await page.getByText('"channel": "web_widget"').waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await picture(page, 'demo-none')
})

test('The loader is small', () => {
  const bytes = gzipSync(readFileSync('dist/widget/loader/widget.js')).length
  assert.ok(bytes < 5 * 1024, `${bytes} bytes`)
})

/** Whether any of it can be seen where the log is scrolled to. */
function inSight(at: Locator): Promise<boolean> {
  return at.evaluate((element) => {
    const log = element.closest('.log')!.getBoundingClientRect()
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > log.top && top < log.bottom
  })
}

type Typing = { typing: boolean; author: { type: string } }

/** Events as an agent's screen receives them. */
function listenAsAgent() {
  const received = { ready: false, events: [] as { name: string; data: { payload: Typing } }[] }
  const leaving = new AbortController()
  after(() => leaving.abort())
  const read = async () => {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${url}/api/v1/live`, { headers, signal: leaving.signal })
    for await (const { name, data } of readEvents(answer.body!.pipeThrough(new TextDecoderStream()))) {
      received.ready = true
      if (data !== undefined) received.events.push({ name, data: JSON.parse(data) })
    }
  }
  read().catch(() => {})
  return received
}

/** Saves a screenshot in the folder that HILO_PICTURES names. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HILO_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
