import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { openNode, PASSWORD } from '#test/node.ts'

const { rest, key, user, url, sql, account_id, addAccount } = await openNode()

beforeEach(() => sql`delete from rate_windows`)

/** Functions that act as a signed-in user. */
async function signIn(email: string, account: string) {
  const answer = await rest('POST', '/api/session', { body: { email, password: PASSWORD } })
  const headers = { cookie: answer.headers.get('set-cookie')!.split(';')[0]!, 'x-account-id': account }
  return async (name: string) => {
    const made = await rest<{ url: string }>('POST', `/api/app/${name}`, { headers, body: {} })
    assert.equal(made.status, 200, made.text)
    return made.body.url
  }
}
const personal = await signIn(user.email, account_id)
const { body: lead } = await rest<{ id: string }>('POST', '/leads', { key, body: { name: 'Casa' } })
const plan = async (body: string, days = 1, more: object = {}) => {
  const due_at = new Date(Date.now() + days * 86_400_000).toISOString()
  const planned = { entity_type: 'lead', entity_id: lead.id, type: 'call', due_at, body, ...more }
  const made = await rest<{ id: string }>('POST', '/activities', { key, body: planned })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(address, { headers })
  return { status: answer.status, headers: answer.headers, text: (await answer.text()).replaceAll('\r\n ', '') }
}

test('The calendar URL shows what its owner has planned, and nothing else', async () => {
  const address = await personal('get_calendar_feed')
  await plan('Preguntar por el crédito')
  const done = await plan('Ya hecha')
  await rest('POST', `/activities/${done}/complete`, { key })
  await plan('Muy lejos', 400)
  const { status, headers, text } = await read(address)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'private, no-cache')
  assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  assert.match(text, /SUMMARY:Llamada: Casa\r\nDESCRIPTION:Preguntar por el crédito\\n\\nhttp/)
  assert.doesNotMatch(text, /Ya hecha|Muy lejos/)
})

test('The calendar shows activities of contacts, with the address of the contact', async () => {
  const address = await personal('get_calendar_feed')
  const { body: contact } = await rest<{ id: string }>('POST', '/contacts', {
    key,
    body: { name: 'Eva Ñáñez', email: 'eva@example.com' },
  })
  await plan('Saludar', 2, { entity_type: undefined, entity_id: undefined, contact_id: contact.id })
  const { text } = await read(address)
  assert.match(text, /SUMMARY:Llamada: Eva Ñáñez\r\nDESCRIPTION:Saludar\\n\\nhttp\S*/)
  assert.ok(text.includes(`/contacts/${contact.id}`))
})

test('An unchanged calendar is not sent again', async () => {
  const address = await personal('get_calendar_feed')
  const first = await read(address)
  const tag = first.headers.get('etag')!
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
    const again = await read(address, { 'if-none-match': known })
    assert.deepEqual([again.status, again.text], [304, ''], known)
  }
  await plan('Otra cosa')
  assert.equal((await read(address, { 'if-none-match': tag })).status, 200)
})

test('A replaced or invented calendar URL shows nothing', async () => {
  const before = await personal('get_calendar_feed')
  const after = await personal('reset_calendar_feed')
  assert.equal((await read(before)).status, 404)
  assert.equal((await read(after)).status, 200)
  const token = /([\w-]{43})\.ics$/.exec(after)![1]!
  const wrong = [
    randomBytes(32).toString('base64url'),
    token.slice(0, -1),
    `${token}x`,
    token.toLowerCase(),
    `${token}.ics`,
    '%00',
    "'",
    '..%2f..',
    '',
  ]
  for (const each of wrong) {
    const answer = await read(`${url}/calendar/${each}.ics`)
    assert.equal(answer.status, 404, each)
    assert.doesNotMatch(answer.text, /VCALENDAR/)
  }
  assert.equal((await read(`${url}/calendar/${token}`)).status, 404)
})

test('People who left the workspace or were disabled have no calendar', async () => {
  const other = await addAccount()
  const agent = await other.makeUser('agent')
  const address = await (await signIn(agent.email, other.account_id))('get_calendar_feed')
  assert.equal((await read(address)).status, 200)
  const left = await rest('POST', `/members/${agent.id}/deactivate`, { key: other.key, body: { leave: true } })
  assert.equal(left.status, 200, left.text)
  assert.equal((await read(address)).status, 404)
  await rest('POST', `/members/${agent.id}/reactivate`, { key: other.key })
  assert.equal((await read(address)).status, 404, 'an address that was revoked stays so')
  const fresh = await (await signIn(agent.email, other.account_id))('get_calendar_feed')
  assert.equal((await read(fresh)).status, 200)
  await sql`update users set disabled_at = now() where id = ${agent.id}`
  assert.equal((await read(fresh)).status, 404)
})

test('A calendar holds nothing of other people, and no text can inject a line', async () => {
  const other = await addAccount()
  const agent = await other.makeUser('agent')
  const address = await (await signIn(agent.email, other.account_id))('get_calendar_feed')
  await plan('De otra cuenta')
  const name = 'Casa\r\nEND:VEVENT\r\nATTACH:https://evil.example'
  const { body: own } = await rest<{ id: string }>('POST', '/leads', { key: other.key, body: { name } })
  const due_at = new Date(Date.now() + 3_600_000).toISOString()
  const planned = {
    entity_type: 'lead',
    entity_id: own.id,
    type: 'call',
    due_at,
    assigned_to: agent.id,
    body: 'x\nBEGIN:VALARM',
  }
  assert.equal((await rest('POST', '/activities', { key: other.key, body: planned })).status, 201)
  const { text } = await read(address)
  assert.doesNotMatch(text, /De otra cuenta/)
  assert.doesNotMatch(text, /^(ATTACH|BEGIN:VALARM)/m)
  assert.equal(text.match(/^BEGIN:VEVENT\r$/gm)?.length, 1)
})

test('A calendar can be read a few times a minute; more is refused', async () => {
  const address = await personal('get_calendar_feed')
  const seen: number[] = []
  for (let i = 0; i < 21; i++) seen.push((await read(address)).status)
  assert.deepEqual([...new Set(seen)], [200, 429])
  await sql`delete from rate_windows`
  const subjects = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((ip) => `calendar:${ip}`)
  await sql`select take_allowance(${subjects}::text[], array[300, 300, 300], 300, 1, clock_timestamp())`
  assert.equal((await read(`${url}/calendar/x.ics`)).status, 429)
})
