import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { issueStartToken } from '#doors/forms/start-token.ts'
import { openNode } from '#test/node.ts'

const { rest, key, url, sql, account_id, node } = await openNode()
const { secret } = node.runtime

// These tests send more requests per IP address than allowed; tests of the limit set their own.
beforeEach(() => sql`delete from rate_windows`)

let made = 0
const form = async (more: object = {}) => {
  const body = { name: `Formulario ${++made}`, ...more }
  const answer = await rest<LeadForm>('POST', '/lead-forms', { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const email = () => `ines.${++made}@example.com`
const open = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/forms/${token}`, { headers, redirect: 'manual' })
const send = (
  token: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) => fetch(`${url}/forms/${token}`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
const sendJson = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/forms/${token}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
type Lead = {
  id: string
  name: string
  email: string
  utm_source: string
  utm_campaign: string
  custom_attributes: Record<string, unknown>
  contact: { id: string }
}
const leadOf = async (address: string) =>
  (await rest<{ items: Lead[] }>('GET', '/leads?limit=100', { key })).body.items.find((lead) => lead.email === address)
const count = async () => {
  const [row] = await sql<{ leads: number; contacts: number }>`
    select (select count(*)::int from leads where account_id = ${account_id}) as leads,
           (select count(*)::int from contacts where account_id = ${account_id}) as contacts`
  return row!
}

test('The link opens a form that works without scripts and thanks the visitor', async () => {
  const { token, name } = await form({ name: 'Café <Ñandú>' })
  const page = await open(token)
  const html = await page.text()
  assert.equal(page.status, 200)
  assert.match(html, /<html lang="es">/)
  assert.match(html, /<h1>Café &#60;Ñandú&#62;<\/h1>/)
  assert.doesNotMatch(html, /<script/)
  for (const field of ['name', 'email', 'phone', 'message'])
    assert.match(html, new RegExp(`<label for="field-${field}">`), field)

  const address = email()
  const sent = await send(token, { name: 'Inés', email: address, phone: '', message: 'Hola' })
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, `/forms/${token}?sent=1`])
  assert.match(await (await open(`${token}?sent=1`)).text(), /role="status">¡Gracias!/)
  const lead = await leadOf(address)
  assert.deepEqual([lead?.name, lead?.custom_attributes.lead_form], ['Inés', name])
  const [event] = await sql<{
    actor: object
  }>`select actor from events where name = 'lead.created' order by sequence desc limit 1`
  assert.deepEqual(event!.actor, { type: 'system', id: null, name })
})

test('The page uses the language of the workspace and the form’s own thanks', async () => {
  const { token } = await form({ thanks_message: 'Te llamamos <ya>' })
  assert.match(await (await open(`${token}?sent`)).text(), /Te llamamos &#60;ya&#62;/)
  await sql`update accounts set locale = 'en' where id = ${account_id}`
  const html = await (await open(token, { 'accept-language': 'es' })).text()
  assert.match(html, /<html lang="en">/)
  assert.match(html, /How can we help you\?/)
  await sql`update accounts set locale = 'es' where id = ${account_id}`
})

test('The page runs no scripts, loads nothing, cannot be framed, and may only post to us and its redirect', async () => {
  const { token } = await form()
  const { headers } = await open(token)
  const policy = headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; /)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cache-control'), 'no-store')
  const onward = await form({ redirect_url: 'https://gracias.example.com:8443/p?x=1' })
  const onwardPolicy = (await open(onward.token)).headers.get('content-security-policy')!
  assert.match(onwardPolicy, /form-action 'self' https:\/\/gracias\.example\.com:8443;/)
})

test('Only the workspace decides where the form redirects', async () => {
  const { token } = await form({ redirect_url: 'https://example.com/gracias' })
  const evil = { redirect_url: 'https://evil.example', _next: 'https://evil.example', next: '//evil.example' }
  const sent = await send(`${token}?redirect_url=https://evil.example`, { name: 'Inés', email: email(), ...evil })
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, 'https://example.com/gracias'])
  const json = (await (await sendJson(token, { name: 'Inés', email: email(), ...evil })).json()) as object
  assert.equal((json as { redirect_url: string }).redirect_url, 'https://example.com/gracias')
})

test('Errors are shown beside their question, values are kept, and nothing in them is executed', async () => {
  const { token } = await form({
    fields: [
      { key: 'name', required: true },
      { key: 'email', label: '"><img src=x onerror=alert(1)>' },
      { key: 'phone' },
      { key: 'zona', label: 'Zona', type: 'choice', choices: ['Norte', '"><script>alert(2)</script>'] },
      { key: 'message' },
      { key: 'datos', label: 'Acepto', type: 'checkbox', required: true },
    ],
  })
  const nasty = '"><script>alert(1)</script>&\''
  const before = await count()
  const answer = await send(token, {
    name: '',
    email: `${nasty}@`,
    phone: nasty,
    zona: nasty,
    message: `</textarea>${nasty}`,
    utm_source: nasty,
    utm_campaign: nasty,
    _started: nasty,
  })
  const again = await answer.text()
  assert.equal(answer.status, 422)
  assert.doesNotMatch(again, /<script|<img|onerror=alert\(1\)>|<\/textarea>"/)

  const { _started: _, ...fields } = { _started: '', name: '', email: `${nasty}@`, zona: 'Centro', message: 'Hola' }
  const wrong = await send(token, fields)
  const html = await wrong.text()
  assert.equal(wrong.status, 422)
  assert.match(html, /role="alert">Revisa los campos marcados/)
  for (const [field, words] of [
    ['name', 'Este dato es obligatorio.'],
    ['email', 'Escribe un correo como nombre@ejemplo.com.'],
    ['zona', 'Elige una de las opciones.'],
    ['datos', 'Este dato es obligatorio.'],
  ] as const) {
    assert.match(html, new RegExp(`id="field-${field}" [^>]*aria-describedby="field-${field}-error"`), field)
    assert.ok(html.includes(`id="field-${field}-error">${words}`), field)
  }
  assert.match(html, />\nHola<\/textarea>/)
  assert.doesNotMatch(html, /<script|<img/)
  assert.deepEqual(await count(), before)
})

test('The visitor’s source is carried from the page URL into the lead', async () => {
  const { token } = await form()
  const query = 'utm_source=Instagram&utm_medium=social&utm_campaign=Torre%203&gclid=&fbclid=Iw"AR<0>&utm_term=x'
  const html = await (await open(`${token}?${query}`, { referer: 'https://blog.example.com/post?a=1' })).text()
  const hidden = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  )
  const { _started, ...touch } = hidden
  assert.match(_started!, /^\w+\.[\w-]+$/)
  assert.deepEqual(touch, {
    utm_source: 'Instagram',
    utm_medium: 'social',
    utm_campaign: 'Torre 3',
    fbclid: 'Iw&#34;AR&#60;0&#62;',
    referer: 'https://blog.example.com/post?a=1',
  })
  const address = email()
  const plain = {
    name: 'Inés',
    email: address,
    utm_source: 'Instagram',
    utm_campaign: 'Torre 3',
    ad_name: 'x'.repeat(999),
  }
  await send(token, plain, { referer: 'https://tienda.example.com/torre', origin: 'https://tienda.example.com' })
  const lead = await leadOf(address)
  assert.deepEqual([lead?.utm_source, lead?.utm_campaign], ['instagram', 'Torre 3'])
  assert.equal(lead?.custom_attributes.landing_page, 'https://tienda.example.com/torre')
  assert.equal(String(lead?.custom_attributes.ad_name).length, 255)
})

test('A program sends JSON and gets the same answer for new and known leads', async () => {
  const { token } = await form({ thanks_message: 'Listo' })
  const { body: known } = await rest<{ id: string; email: string }>('POST', '/contacts', {
    key,
    body: { name: 'Marta', email: email() },
  })
  const { body: blocked } = await rest<{ id: string; email: string }>('POST', '/contacts', {
    key,
    body: { name: 'Molesto', email: email() },
  })
  await rest('PATCH', `/contacts/${blocked.id}`, { key, body: { blocked: true } })
  const answers = []
  for (const address of [known.email, blocked.email, email(), known.email]) {
    const answer = await sendJson(token, { name: 'Inés', email: address, unknown: { deep: [1] } })
    const headers = [...answer.headers.keys()].filter((name) => name !== 'x-request-id' && name !== 'date')
    answers.push({ status: answer.status, text: await answer.text(), headers })
  }
  for (const each of answers) assert.deepEqual(each, answers[0])
  assert.deepEqual(JSON.parse(answers[0]!.text), { thanks_message: 'Listo', redirect_url: null })
  assert.equal((await leadOf(known.email))?.contact.id, known.id)
  assert.equal(await leadOf(blocked.email), undefined)
})

test('A double click creates one lead', async () => {
  const { token } = await form()
  const fields = { name: 'Inés', email: email(), message: 'Hola' }
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(token, fields)))
  assert.ok(answers.every(({ status }) => status === 303))
  const after = await count()
  assert.deepEqual(after, { leads: before.leads + 1, contacts: before.contacts + 1 })
})

test('A bot that fills in the hidden field is thanked, and no lead is created', async () => {
  const { token } = await form()
  const before = await count()
  const fields = { name: 'Bot', email: email(), _website: 'https://spam.example' }
  assert.equal((await send(token, fields)).headers.get('location'), `/forms/${token}?sent=1`)
  assert.equal((await sendJson(token, fields)).status, 200)
  assert.deepEqual(await count(), before)
})

test('A form sent faster than a person could is shown again and then accepted', async () => {
  const { token, id } = await form()
  const fields = { name: 'Inés', email: email() }
  const hasty = issueStartToken(secret, id)
  const refused = await send(token, { ...fields, _started: hasty })
  const html = await refused.text()
  assert.equal(refused.status, 422)
  assert.match(html, /role="alert">Revisa tus datos/)
  assert.ok(html.includes(`name="_started" value="${hasty}"`))
  assert.ok(html.includes(`value="${fields.email}"`))
  assert.equal((await sendJson(token, { ...fields, _started: hasty })).status, 422)
  assert.equal((await sendJson(token, { ...fields, _started: 'forged.x' })).status, 422)
  assert.equal(await leadOf(fields.email), undefined)
  const started = issueStartToken(secret, id, Date.now() - 5_000)
  assert.equal((await send(token, { ...fields, _started: started })).status, 303)
  assert.ok(await leadOf(fields.email))
})

test('Only the allowed sites may send a form; its own page always may', async () => {
  const { token } = await form({ allowed_domains: ['*.example.com'] })
  const tries: [Record<string, string>, number][] = [
    [{ origin: 'https://tienda.example.com' }, 303],
    [{ referer: 'https://tienda.example.com/torre' }, 303],
    [{ origin: url }, 303],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://example.com.evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
    [{ origin: 'https://evil.example', referer: 'https://tienda.example.com/' }, 403],
  ]
  for (const [headers, status] of tries)
    assert.equal((await send(token, { name: 'Inés', email: email() }, headers)).status, status, JSON.stringify(headers))
  const preflight = (origin: string) =>
    fetch(`${url}/forms/${token}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
  const good = await preflight('https://tienda.example.com')
  assert.equal(good.status, 204)
  assert.equal(good.headers.get('access-control-allow-origin'), 'https://tienda.example.com')
  assert.equal(good.headers.get('access-control-allow-headers'), 'content-type')
  assert.equal(good.headers.get('access-control-allow-credentials'), null)
  assert.match(good.headers.get('vary')!, /Origin/)
  const bad = await preflight('https://evil.example')
  assert.deepEqual([bad.status, bad.headers.get('access-control-allow-origin')], [403, null])
  const answer = await sendJson(token, { name: 'Inés' }, { origin: 'https://tienda.example.com' })
  assert.deepEqual(
    [answer.status, answer.headers.get('access-control-allow-origin')],
    [422, 'https://tienda.example.com'],
  )
})

test('Cookies are ignored, so that no other site can act in a visitor’s name', async () => {
  const { token } = await form()
  const address = email()
  const cookies = { cookie: 'sid=x; __Host-sid=y', authorization: 'Bearer nobody', origin: 'https://evil.example' }
  const sent = await send(token, { name: 'Inés', email: address }, cookies)
  assert.equal(sent.status, 303)
  assert.equal(sent.headers.get('set-cookie'), null)
  assert.equal(sent.headers.get('access-control-allow-credentials'), null)
  assert.ok(await leadOf(address))
})

test('The script adds the visitor’s source and requests a start token', async () => {
  const { token, id } = await form({ allowed_domains: ['example.com'] })
  const script = await fetch(`${url}/forms.js`)
  assert.match(script.headers.get('content-type')!, /^text\/javascript/)
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin')
  const start = await fetch(`${url}/forms/${token}/start`, { headers: { origin: 'https://example.com' } })
  assert.equal(start.headers.get('access-control-allow-origin'), 'https://example.com')
  const { started } = (await start.json()) as { started: string }
  assert.equal(started.split('.')[1], issueStartToken(secret, id, Number.parseInt(started, 36)).split('.')[1])
  const foreign = await fetch(`${url}/forms/${token}/start`, { headers: { origin: 'https://evil.example' } })
  assert.equal(foreign.headers.get('access-control-allow-origin'), null)
  assert.equal((await fetch(`${url}/forms/${'x'.repeat(24)}/start`)).status, 404)
})

test('Unknown links and closed forms show a notice', async () => {
  const wrong = ['x', '%00', '..%2f', "'", '0'.repeat(24), 'A'.repeat(24), '0'.repeat(199), '%20', '<script>']
  for (const token of wrong) {
    const page = await open(token)
    assert.equal(page.status, 404, token)
    assert.match(await page.text(), /No encontramos este formulario/)
    assert.equal((await send(token, { name: 'x', email: email() })).status, 404, token)
  }
  assert.match(await (await open('x', { 'accept-language': 'en-US,es' })).text(), /couldn’t find this form/)
  const missing = await sendJson('x', { name: 'x' })
  assert.deepEqual([missing.status, ((await missing.json()) as { code: string }).code], [404, 'not_found'])

  const { token, id } = await form()
  await rest('PATCH', `/lead-forms/${id}`, { key, body: { active: false } })
  const page = await open(token)
  assert.equal(page.status, 410)
  assert.match(await page.text(), /está cerrado/)
  assert.equal((await send(token, { name: 'x', email: email() })).status, 410)
  assert.equal((await sendJson(token, { name: 'x', email: email() })).status, 404)
})

test('Too long, too large or malformed submissions are refused, as a page or as JSON', async () => {
  const { token } = await form()
  const before = await count()
  const fields = { name: 'Inés', email: email() }
  const long = await send(token, { ...fields, name: 'x'.repeat(256) })
  assert.equal(long.status, 422)
  assert.match(await long.text(), /demasiado largo/)
  assert.equal((await send(token, { ...fields, message: 'x'.repeat(5001) })).status, 422)
  assert.equal((await send(token, { ...fields, message: 'a\0b' })).status, 422)
  const much = await send(token, { ...fields, message: 'x'.repeat(40_000) })
  assert.equal(much.status, 413)
  assert.match(much.headers.get('content-type')!, /^text\/html/)
  const body = new FormData()
  body.set('name', 'Inés')
  assert.equal((await fetch(`${url}/forms/${token}`, { method: 'POST', body })).status, 415)
  for (const odd of [
    '[]',
    '"x"',
    '7',
    'null',
    '{',
    '{"name":{"a":1},"email":"a@example.com"}',
    '{"__proto__":{"a":1}}',
  ]) {
    const answer = await sendJson(token, odd)
    assert.ok([400, 422].includes(answer.status), odd)
    assert.match(answer.headers.get('content-type')!, /^application\/problem\+json/)
  }
  assert.deepEqual(await count(), before)
})

test('A field sent twice counts once, and unknown fields are ignored', async () => {
  const { token } = await form()
  const address = email()
  const fields: [string, string][] = [
    ['name', ''],
    ['name', 'Inés'],
    ['name', 'Otra'],
    ['email', address],
    ['account_id', '1'],
    ['owner_id', '1'],
    ['lead_form', 'x'],
    ['status', 'converted'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
  ]
  assert.equal((await send(token, fields)).status, 303)
  const lead = await leadOf(address)
  assert.equal(lead?.name, 'Inés')
  assert.deepEqual(Object.keys(lead!.custom_attributes), ['lead_form'])
})

test('An IP address may send twenty forms and open sixty a minute; a form accepts three hundred', async () => {
  const { token, id } = await form()
  const trap = { _website: 'x' }
  let last: Response | undefined
  let tries = 0
  while (last?.status !== 429 && tries < 30) {
    last = await send(token, trap)
    tries++
  }
  assert.equal(tries, 21)
  assert.ok(Number(last!.headers.get('retry-after')) > 0)
  assert.match(await last!.text(), /intenta de nuevo/)

  await sql`delete from rate_windows`
  await sql`select take_allowance(array[${`form:${id}`}], array[300], 300, 1, clock_timestamp())`
  assert.equal((await sendJson(token, trap)).status, 429)
  // Another form of the workspace is not affected.
  assert.equal((await sendJson((await form()).token, trap)).status, 200)

  await sql`delete from rate_windows`
  const seen = new Set<number>()
  for (let i = 0; i < 61; i++) seen.add((await open('x')).status)
  assert.deepEqual([...seen], [404, 429])
})
