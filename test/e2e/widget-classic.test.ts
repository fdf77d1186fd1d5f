import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { en, enBubble } from '#widget/words.en.ts'
import { es, esBubble } from '#widget/words.es.ts'
import { axeViolations, openBrowser } from '#test/browser.ts'
import { openNode } from '#test/node.ts'
import { openShop } from '#test/shop.ts'
import { until } from '#test/wait.ts'

/* Sites and programs that have Chatwoot's snippet or call `$chatwoot`. */

const data = await mkdtemp(join(tmpdir(), 'hilo-test-'))
after(() => rm(data, { recursive: true, force: true }))
const openPage = await openBrowser()
const { url, rest, key } = await openNode({ HILO_DATA: data, HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000' })

/** The snippet as the other product's settings page gives it. */
const snippet = (hilo: string, inbox: string, settings = '{}') => `<script>
  window.chatwootSettings = ${settings};
  (function(d,t) {
    var BASE_URL="${hilo}";
    var g=d.createElement(t),s=d.getElementsByTagName(t)[0];
    g.src=BASE_URL+"/packs/js/sdk.js"; g.defer = true; g.async = true;
    s.parentNode.insertBefore(g,s);
    g.onload=function(){ window.chatwootSDK.run({ websiteToken: '${inbox}', baseUrl: BASE_URL }) }
  })(document,"script");
</script>`
/** Remembers the events of the chat, in their order. */
const listening = `<script>window.received = [];
for (const name of ['ready', 'error', 'on-message', 'on-start-conversation', 'opened', 'closed', 'postback'])
  window.addEventListener('chatwoot:' + name, (event) => received.push([name, event.detail]))</script>`
const blank = await openShop(url, () => '')

type Inbox = { id: string; token: string }
type Contact = {
  id: string
  name: string
  email: string | null
  phone_number: string | null
  identifier: string | null
  custom_attributes: Record<string, unknown>
}
type Conversation = { id: string; contact: Contact; labels: string[]; custom_attributes: Record<string, unknown> }

const makeInbox = async (settings: object = {}): Promise<Inbox> =>
  (await rest<Inbox>('POST', '/inboxes', { key, body: { name: 'Tienda', channel: 'web_widget', settings } })).body

async function conversationIn({ id }: Inbox): Promise<Conversation> {
  const { items } = (await rest<{ items: Conversation[] }>('GET', `/conversations?inbox=${id}`, { key })).body
  assert.equal(items.length, 1)
  return items[0]!
}
const contactOf = async ({ contact }: Conversation): Promise<Contact> =>
  (await rest<Contact>('GET', `/contacts/${contact.id}`, { key })).body

/** A visit to a site with the snippet, once `chatwoot:ready` was received. */
async function visit(inbox: Inbox, settings = '{}', locale = 'es-CO') {
  const site = await openShop(url, (hilo, token) => listening + snippet(hilo, token, settings))
  const page = await openPage({ locale })
  await page.goto(site(inbox.token))
  await page.waitForFunction('window.received.some(([name]) => name === "ready")')
  return chatOn(page, locale)
}

function chatOn(page: Page, locale = 'es-CO') {
  const words = locale.startsWith('en') ? en : es
  const panel = page.frameLocator('#chatwoot_live_chat_widget')
  const frame = page.locator('#chatwoot_live_chat_widget')
  const field = panel.getByRole('textbox', { name: words.message })
  const say = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
    await panel.getByText(words.statuses.sent).waitFor()
  }
  const call = <T = void>(script: string) => page.evaluate<T>(script)
  const listReceived = () => page.evaluate<[name: string, detail: Record<string, unknown> | null][]>('received')
  return { page, words, panel, frame, field, say, call, listReceived }
}

test('The script is served to any site, as JavaScript that may be cached, and is as small as the loader', async () => {
  const answer = await fetch(`${url}/packs/js/sdk.js`, { headers: { origin: 'https://tienda.example' } })
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type')!, /^text\/javascript/)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(answer.headers.get('cache-control')!, /public, max-age=\d+/)
  const tag = { 'if-none-match': answer.headers.get('etag')! }
  assert.equal((await fetch(`${url}/packs/js/sdk.js`, { headers: tag })).status, 304)
  const bytes = gzipSync(readFileSync('dist/widget/classic/sdk.js')).length
  assert.ok(bytes < 5 * 1024, `${bytes} bytes`)
})

for (const [locale, words, bubble] of [
  ['es-CO', es, esBubble],
  ['en-US', en, enBubble],
] as const) {
  test(`A site with the snippet has the chat (${locale})`, async () => {
    const inbox = await makeInbox({ locale: 'auto' })
    const { page, frame, panel, field, say, listReceived, call } = await visit(
      inbox,
      '{ useBrowserLanguage: true }',
      locale,
    )
    const button = page.getByRole('button', { name: bubble.open })
    await button.waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await call('$chatwoot.isOpen'), false)
    await button.click()
    await field.waitFor()
    assert.equal(await call('document.getElementById("chatwoot_live_chat_widget").localName'), 'iframe')
    await say('Hola')
    assert.equal(await call('$chatwoot.isOpen'), true)
    await panel.getByRole('button', { name: words.close }).click()
    await frame.waitFor({ state: 'hidden' })
    assert.equal(await call('document.activeElement.shadowRoot.activeElement.localName'), 'button')
    assert.deepEqual(
      (await listReceived()).map(([name]) => name),
      ['ready', 'opened', 'on-start-conversation', 'on-message', 'closed'],
    )
    const { id } = await conversationIn(inbox)
    await rest('POST', `/conversations/${id}/messages`, { key, body: { content: 'Respuesta' } })
    await page.getByRole('button', { name: bubble.unread(1) }).waitFor()
    const [, message] = (await listReceived()).at(-1)!
    assert.deepEqual([message!.content, message!.message_type], ['Respuesta', 1])
  })
}

test('Typebot loads the script, identifies the person, adds attributes and opens the chat', async () => {
  const inbox = await makeInbox()
  const page = await openPage({ locale: 'es-CO' })
  await page.goto(blank(''))
  const { frame, say, call } = chatOn(page)
  // The steps of Typebot's block: it listens for `chatwoot:ready` only after `run` has returned.
  const block = `new Promise((resolve, reject) => {
    const go = () => {
      $chatwoot.setUser('ana@typebot.example', { email: 'ana@typebot.example', name: 'Ana', avatar_url: undefined, phone_number: '+573005550101' })
      $chatwoot.setCustomAttributes({ typebot_result_url: 'https://typebot.example/results/1' })
      $chatwoot.toggle('open')
      resolve()
    }
    if (window.$chatwoot) return go()
    const script = document.createElement('script')
    script.src = '${url}/packs/js/sdk.js'
    script.onload = () => {
      window.chatwootSDK.run({ websiteToken: '${inbox.token}', baseUrl: '${url}' })
      window.addEventListener('chatwoot:ready', go)
      window.addEventListener('chatwoot:error', reject)
    }
    document.body.append(script)
  })`
  await call(block)
  await frame.waitFor({ state: 'visible' })
  await say('Quiero hablar con alguien')
  const isKnown = async () => 'typebot_result_url' in (await contactOf(await conversationIn(inbox))).custom_attributes
  await until(isKnown, 'the attributes')
  const { name, email, phone_number, identifier, custom_attributes } = await contactOf(await conversationIn(inbox))
  assert.deepEqual([name, email, phone_number, identifier], ['Ana', 'ana@typebot.example', '+573005550101', null])
  assert.deepEqual(custom_attributes, { typebot_result_url: 'https://typebot.example/results/1' })

  // The block "close widget", and a second block, which finds `$chatwoot`.
  await call("$chatwoot.toggle('close'); $chatwoot.toggleBubbleVisibility('hide')")
  await frame.waitFor({ state: 'hidden' })
  assert.equal(await page.getByRole('button', { name: esBubble.open }).count(), 0)
  await call(block)
  await frame.waitFor({ state: 'visible' })
  assert.equal((await page.locator('#chatwoot_live_chat_widget').count()) > 1, false)
})

test('The page is notified of the option the visitor chose', async () => {
  const inbox = await makeInbox()
  const { panel, say, call, page, listReceived } = await visit(inbox)
  await call("$chatwoot.toggle('open')")
  await say('Hola')
  const { id } = await conversationIn(inbox)
  const options = [
    { id: 'yes', title: 'Sí, apártelo' },
    { id: 'no', title: 'Todavía no' },
  ]
  const body = { content: '¿Lo apartamos?', buttons: options }
  assert.equal((await rest('POST', `/conversations/${id}/messages`, { key, body })).status, 201)
  await panel.getByRole('button', { name: 'Sí, apártelo' }).click()
  await page.waitForFunction('received.some(([name]) => name === "postback")')
  assert.deepEqual((await listReceived()).find(([name]) => name === 'postback')![1], { payload: 'yes' })
})

test('Attributes and labels wait for the conversation, then follow the site’s calls', async () => {
  const inbox = await makeInbox()
  for (const title of ['web', 'vip']) await rest('POST', '/labels', { key, body: { title } })
  const { call, say, page } = await visit(inbox)
  await call(`$chatwoot.setCustomAttributes({ plan: 'oro', edad: 7 }); $chatwoot.deleteCustomAttribute('edad')
    $chatwoot.setConversationCustomAttributes({ pedido: '17', borrar: true }); $chatwoot.setLabel('web'); $chatwoot.setLabel('nadie')
    $chatwoot.toggle('open')`)
  await say('Hola')
  const read = async () => {
    const conversation = await conversationIn(inbox)
    return [conversation.labels, conversation.custom_attributes, (await contactOf(conversation)).custom_attributes]
  }
  const becomes = (wanted: unknown[], what: string) =>
    until(async () => JSON.stringify(await read()) === JSON.stringify(wanted), what)
  await becomes([['web'], { borrar: true, pedido: '17' }, { plan: 'oro' }], 'attributes and label')
  await call(`$chatwoot.deleteConversationCustomAttribute('borrar'); $chatwoot.removeLabel('web'); $chatwoot.setLabel('vip')
    $chatwoot.deleteCustomAttribute('plan')`)
  await becomes([['vip'], { pedido: '17' }, {}], 'the changes')

  // They sign out: the next person has a chat of their own, without these.
  await call('$chatwoot.reset()')
  await page.frameLocator('#chatwoot_live_chat_widget').getByRole('heading', { name: es.greeting }).waitFor()
  await say('Soy otra persona')
  const { items } = (await rest<{ items: Conversation[] }>('GET', `/conversations?inbox=${inbox.id}`, { key })).body
  assert.deepEqual(items.map(({ labels }) => labels.join()).toSorted(), ['', 'vip'])
})

test('A proof makes the details those of the known person; without it they belong to a new contact', async () => {
  const inbox = await makeInbox()
  const known = { name: 'Inés', email: 'ines@tienda.example', identifier: 'cliente-1' }
  const { id } = (await rest<Contact>('POST', '/contacts', { key, body: known })).body
  const { identity_secret } = (
    await rest<{ identity_secret: string }>('GET', `/inboxes/${inbox.id}/identity-secret`, { key })
  ).body
  const proof = createHmac('sha256', identity_secret).update('cliente-1').digest('hex')
  const talk = async (details: object) => {
    const visitor = await visit(inbox)
    await visitor.call(`$chatwoot.setUser('cliente-1', ${JSON.stringify(details)}); $chatwoot.toggle('open')`)
    await visitor.say('Soy Inés')
    return visitor
  }
  await talk({ email: known.email, name: 'Impostora' })
  const { items } = (await rest<{ items: Conversation[] }>('GET', `/conversations?inbox=${inbox.id}`, { key })).body
  assert.deepEqual([items[0]!.contact.id === id, items[0]!.contact.email], [false, null])
  await talk({ identifier_hash: proof })
  const theirs = (await rest<{ items: Conversation[] }>('GET', `/conversations?contact_id=${id}`, { key })).body.items
  assert.ok(theirs.some(({ contact }) => contact.id === id && contact.email === known.email))

  const liar = await visit(inbox)
  await liar.call("$chatwoot.setUser('cliente-1', { identifier_hash: 'ff' }); $chatwoot.toggle('open')")
  await liar.page.waitForFunction('received.some(([name]) => name === "error")')
  const [, detail] = (await liar.listReceived()).find(([name]) => name === 'error')!
  assert.equal(detail!.errorType, 'SET_USER_ERROR')
})

test('The site chooses the side, the text of the bubble, language and colours, and changes them', async () => {
  const inbox = await makeInbox({ locale: 'es' })
  const settings =
    "{ position: 'left', type: 'expanded_bubble', launcherTitle: 'Need help?', locale: 'en', darkMode: 'dark' }"
  const { page, panel, call } = await visit(inbox, settings)
  const bubble = page.getByRole('button', { name: 'Need help?' })
  await bubble.waitFor()
  assert.ok((await bubble.boundingBox())!.x < 100)
  assert.deepEqual(await axeViolations(page), [])
  await picture(page, 'classic-bubble')
  await bubble.click()
  await panel.getByRole('heading', { name: en.greeting }).waitFor()
  const inside = page.frames().find((frame) => frame.url().includes('/widget/panel'))!
  const paper = () => inside.evaluate<string>('getComputedStyle(document.body).colorScheme')
  assert.equal(await paper(), 'dark')
  await panel.getByRole('textbox', { name: en.message }).fill('Hi')
  await panel.getByRole('textbox', { name: en.message }).press('Enter')
  await panel.getByText(en.statuses.sent).waitFor()
  assert.deepEqual(await axeViolations(inside as unknown as Page), [])
  await picture(page, 'classic-dark')
  await call("$chatwoot.setColorScheme('light'); $chatwoot.setLocale('es_MX')")
  await panel.getByRole('textbox', { name: es.message }).waitFor()
  assert.equal(await paper(), 'light')
  assert.equal(await call('$chatwoot.locale'), 'es_MX')
  assert.deepEqual(await call("['baseUrl', 'websiteToken', 'hasLoaded'].map((name) => $chatwoot[name])"), [
    url,
    inbox.token,
    true,
  ])
})

test('The chat moves to a window of its own, with the same visitor', async () => {
  const inbox = await makeInbox()
  const { page, call, say, frame } = await visit(inbox, '{ hideMessageBubble: true }')
  assert.equal(await page.getByRole('button', { name: esBubble.open }).count(), 0)
  await call("$chatwoot.toggle('open')")
  await say('Desde la página')
  const opening = page.waitForEvent('popup')
  await call('$chatwoot.popoutChatWindow()')
  const popup = await opening
  await frame.waitFor({ state: 'hidden' })
  await popup.getByText('Desde la página').waitFor()
  const field = popup.getByRole('textbox', { name: es.message })
  await field.fill('Y desde la ventana')
  await field.press('Enter')
  await until(async () => {
    const { id } = await conversationIn(inbox)
    const { items } = (await rest<{ items: object[] }>('GET', `/conversations/${id}/messages`, { key })).body
    return items.length === 2
  }, 'both messages in one conversation')
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: es.close }).click()
  await closing
})

test('A site that may not show the chat gets an error, and cannot open the chat in a window either', async () => {
  const inbox = await makeInbox({ allowed_domains: ['tienda.example'] })
  const site = await openShop(url, (hilo, token) => listening + snippet(hilo, token))
  const page = await openPage({ locale: 'es-CO' })
  await page.goto(site(inbox.token))
  await page.waitForFunction('received.some(([name]) => name === "error")')
  assert.equal(await page.locator('#hilo-chat').count(), 0)
  const panel = (origin: string) =>
    fetch(`${url}/widget/panel?inbox=${inbox.token}&origin=${encodeURIComponent(origin)}`)
  assert.equal((await panel('http://malo.example')).status, 403)
  assert.equal((await panel('https://tienda.example')).status, 200)
})

/** Keeps a picture for inspection: HILO_PICTURES names the folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HILO_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
