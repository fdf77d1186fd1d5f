import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const { rest, key, url, sql, account_id } = await openNode()

const inbox = (
  await rest<{ id: string }>('POST', '/inboxes', {
    key,
    body: { name: 'Café <Ñandú>', channel: 'api', csat: { enabled: true, message: null } },
  })
).body

type Received = { conversation: { id: string } }
type Message = { content: string; direction: string; content_attributes: Record<string, unknown> }

/** Answers and resolves a customer's conversation; returns the token of the link they are sent. */
async function openSurvey(inbox_id = inbox.id): Promise<{ token: string; conversation_id: string; message: Message }> {
  const body = { source_id: randomUUID(), content: 'Hola' }
  const received = await rest<Received>('POST', `/inboxes/${inbox_id}/messages`, { key, body })
  const conversation_id = received.body.conversation.id
  await rest('POST', `/conversations/${conversation_id}/messages`, { key, body: { content: 'Con gusto' } })
  await rest('POST', `/conversations/${conversation_id}/resolve`, { key })
  const sent = async () => (await messagesOf(conversation_id)).filter((each) => each.content_attributes['survey'])
  await until(async () => (await sent()).length > 0, 'the question')
  const [message, ...others] = await sent()
  assert.deepEqual(others, [])
  const [survey] = await sql<{ token: string }>`
    select token from csat_surveys where conversation_id = ${conversation_id}`
  return { token: survey!.token, conversation_id, message: message! }
}
const messagesOf = async (conversation_id: string) =>
  (await rest<{ items: Message[] }>('GET', `/conversations/${conversation_id}/messages`, { key })).body.items

const open = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/survey/${token}`, { headers, redirect: 'manual' })
const send = (token: string, fields: Record<string, string>) =>
  fetch(`${url}/survey/${token}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const responseOf = async (conversation_id: string) => {
  const { items } = (await rest<{ items: Record<string, unknown>[] }>('GET', '/csat-responses?limit=100', { key })).body
  return items.find((each) => each.conversation_id === conversation_id)!
}

test('The link opens a survey page that works without scripts and thanks the customer', async () => {
  const { token, conversation_id, message } = await openSurvey()
  assert.equal(message.content, '¿Cómo te atendimos?')
  const page = await open(token)
  const html = await page.text()
  assert.equal(page.status, 200)
  assert.match(html, /<html lang="es">/)
  assert.match(html, /Café &#60;Ñandú&#62;/)
  assert.equal(html.match(/type="radio"/g)?.length, 5)
  assert.doesNotMatch(html, /<script| checked|Gracias/)

  const answer = await send(token, { rating: '4', comment: 'Rápido y <b>amable</b>\r\nGracias' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/survey/${token}`])
  const again = await (await open(token)).text()
  assert.match(again, /¡Gracias por tu respuesta!/)
  assert.match(again, /value="4" checked/)
  assert.match(again, /Rápido y &#60;b&#62;amable&#60;\/b&#62;/)
  const { rating, comment, answered_at } = await responseOf(conversation_id)
  assert.deepEqual([rating, comment], [4, 'Rápido y <b>amable</b>\nGracias'])
  assert.ok(answered_at)
  const [kept] = await messagesOf(conversation_id)
  assert.deepEqual([kept!.content_attributes.rating, kept!.content_attributes.survey], [4, true])

  await send(token, { rating: '1' })
  const changed = await responseOf(conversation_id)
  assert.deepEqual([changed.rating, changed.comment], [1, null])
})

test('Opening the page, or requesting its headers, records no answer', async () => {
  const { token, conversation_id } = await openSurvey()
  await open(token)
  await fetch(`${url}/survey/${token}`, { method: 'HEAD' })
  await open(`${token}?rating=5`)
  assert.equal((await responseOf(conversation_id)).rating, null)
})

test('The page runs no scripts, loads nothing, cannot be framed, and sends no referrer', async () => {
  const { token } = await openSurvey()
  const { headers } = await open(token)
  assert.match(headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-[^']+'; /)
  assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
})

test('Without a rating the page asks for one and keeps the comment', async () => {
  const { token, conversation_id } = await openSurvey()
  for (const rating of ['', '0', '6', '5 ', 'x', '2.5']) {
    const answer = await send(token, { rating, comment: 'Casi lo olvido' })
    const html = await answer.text()
    assert.equal(answer.status, 422, rating)
    assert.match(html, /role="alert"[^>]*>Elige de una a cinco estrellas/)
    assert.match(html, /Casi lo olvido/)
  }
  assert.equal((await responseOf(conversation_id)).rating, null)
})

test('An invalid link shows a notice in the language of the browser', async () => {
  const wrong = [randomUUID(), 'x', '%00', '..%2f', "'", '0'.repeat(36), randomUUID().toUpperCase()]
  for (const token of wrong) {
    const page = await open(token)
    assert.equal(page.status, 404, token)
    assert.match(await page.text(), /No encontramos esta encuesta/)
    assert.equal((await send(token, { rating: '5' })).status, 404, token)
  }
  assert.match(await (await open('x', { 'accept-language': 'en-US,es' })).text(), /couldn’t find this survey/)
})

test('After two weeks the survey is closed', async () => {
  const { token, conversation_id } = await openSurvey()
  await send(token, { rating: '3' })
  await sql`update csat_surveys set sent_at = sent_at - interval '14 days' where token = ${token}`
  const page = await open(token)
  assert.equal(page.status, 410)
  assert.match(await page.text(), /Esta encuesta ya se cerró/)
  assert.equal((await send(token, { rating: '5' })).status, 410)
  assert.equal((await responseOf(conversation_id)).rating, 3)
})

test('The page uses the language of the workspace and the question of the inbox', async () => {
  const body = { name: 'Shop', channel: 'api', csat: { enabled: true, message: 'Happy with {{inbox.name}}?' } }
  const shop = (await rest<{ id: string }>('POST', '/inboxes', { key, body })).body
  await sql`update accounts set locale = 'en' where id = ${account_id}`
  const { token } = await openSurvey(shop.id)
  const html = await (await open(token, { 'accept-language': 'es' })).text()
  assert.match(html, /<html lang="en">/)
  assert.match(html, /<h1>Happy with Shop\?<\/h1>/)
  await sql`update accounts set locale = 'es' where id = ${account_id}`
})

test('Answers that are too long, too large or malformed are refused with a page', async () => {
  const { token, conversation_id } = await openSurvey()
  const tooLong = await send(token, { rating: '5', comment: 'x'.repeat(2001) })
  assert.equal(tooLong.status, 400)
  assert.match(tooLong.headers.get('content-type')!, /^text\/html/)
  assert.equal((await send(token, { rating: '5', comment: 'x'.repeat(20_000) })).status, 413)
  const headers = { 'content-type': 'application/xml' }
  assert.equal((await fetch(`${url}/survey/${token}`, { method: 'POST', body: '<x/>', headers })).status, 415)
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ rating: 5 })
  assert.equal((await fetch(`${url}/survey/${token}`, { method: 'POST', body, headers: json })).status, 422)
  assert.equal((await responseOf(conversation_id)).rating, null)
})

test('An IP address may send sixty requests a minute', async () => {
  let last = 404
  let page: Response | undefined
  for (let i = 0; i < 61 && last !== 429; i++) {
    page = await open('x')
    last = page.status
  }
  assert.equal(last, 429)
  assert.ok(Number(page!.headers.get('retry-after')) > 0)
  assert.match(await page!.text(), /Vuelve atrás e intenta de nuevo/)
})
