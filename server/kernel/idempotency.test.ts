import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const { rest, key, makeKey, addAccount, sql, connection, account_id } = await openNode()

test('The same request with the same key has one effect, and the same answer byte for byte', async () => {
  const body = { name: 'Una vez', email: 'una.vez@example.com' }
  const first = await post('once-1', body)
  const second = await post('once-1', body)
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('content-type'), first.headers.get('content-type'))
  assert.equal(await count('una.vez@example.com'), 1)
  assert.equal((await created('una.vez@example.com')).length, 1)
})

test('The stored answer is returned even when the record has changed since', async () => {
  const body = { name: 'Antes', email: 'antes@example.com' }
  const first = await post<{ id: string }>('then-1', body)
  await rest('PATCH', `/contacts/${first.body.id}`, { key, body: { name: 'Después' } })
  assert.equal((await post('then-1', body)).text, first.text)
})

test('A quoted key, as the draft of the standard writes it, is the same as a bare one', async () => {
  const body = { name: 'Comillas', email: 'comillas@example.com' }
  await post('"quoted-1"', body)
  const again = await post('quoted-1', body)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
})

test('The same key with another body is refused', async () => {
  await post('reuse-1', { name: 'Uno', email: 'reuso.1@example.com' })
  const { status, body } = await post('reuse-1', { name: 'Otro', email: 'reuso.2@example.com' })
  assert.equal(status, 422)
  assert.equal(body.code, 'idempotency_key_reused')
  assert.equal(await count('reuso.2@example.com'), 0)
})

test('Twenty concurrent requests have one effect', async () => {
  const body = { name: 'Veinte', email: 'veinte@example.com' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('twenty-1', body)))
  const made = answers.filter((each) => each.status === 201)
  assert.equal(made.filter((each) => each.headers.get('idempotency-replayed') === null).length, 1)
  assert.equal(new Set(made.map((each) => each.text)).size, 1)
  for (const each of answers) {
    if (each.status !== 201) assert.deepEqual([each.status, each.body.code], [409, 'request_in_progress'])
  }
  assert.equal(await count('veinte@example.com'), 1)
  assert.equal((await created('veinte@example.com')).length, 1)
})

test('While the first request runs, its repetition is refused at once; afterwards it gets the answer', async () => {
  const { body: contact } = await post<{ id: string }>('flight-0', { name: 'Ocupada', email: 'ocupada@example.com' })
  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from contacts where id = $1 for update', [contact.id])
  const change = () =>
    rest('PATCH', `/contacts/${contact.id}`, {
      key,
      body: { name: 'Libre' },
      headers: { 'idempotency-key': 'flight-1' },
    })
  const first = change()
  await until(
    async () =>
      (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .length > 0,
    'the first waits for the row',
  )
  // The row is still locked: an answer now is one that did not wait for the first request.
  const second = await change()
  assert.deepEqual([second.status, second.body.code], [409, 'request_in_progress'])
  await holder.query('commit')
  await holder.end()
  assert.equal((await first).status, 200)
  const third = await change()
  assert.equal(third.headers.get('idempotency-replayed'), 'true')
  assert.equal(third.text, (await first).text)
})

test('A refused request is not stored: once fixed, it may use its key', async () => {
  const refused = await post('mend-1', { name: 'Sin medio' })
  assert.equal(refused.status, 422)
  const mended = await post('mend-1', { name: 'Con medio', email: 'con.medio@example.com' })
  assert.equal(mended.status, 201)
  assert.equal(mended.headers.get('idempotency-replayed'), null)

  const duplicate = await post('mend-2', { name: 'Doble', email: 'con.medio@example.com' })
  assert.equal(duplicate.status, 409)
  await sql`delete from contacts where email = 'con.medio@example.com'`
  assert.equal((await post('mend-2', { name: 'Doble', email: 'con.medio@example.com' })).status, 201)
})

test('A key is known to one API key, one workspace and one path only', async () => {
  const other = await addAccount()
  const body = { name: 'Ámbito', email: 'ambito@example.com' }
  assert.equal((await post('scope-1', body)).status, 201)
  assert.equal((await post('scope-1', body, other.key)).status, 201, 'another workspace')
  const sibling = await post('scope-1', { ...body, email: 'ambito.2@example.com' }, await makeKey('full'))
  assert.equal(sibling.status, 201, 'another key')
  const label = { key, body: { title: 'Ámbito' }, headers: { 'idempotency-key': 'scope-1' } }
  assert.equal((await rest('POST', '/labels', label)).status, 201, 'another path')
  const [mine] = await created('ambito@example.com')
  const { id } = (mine as { contact: { id: string } }).contact
  const change = { key, body: { name: 'Otro' }, headers: { 'idempotency-key': 'scope-1' } }
  assert.equal((await rest('PATCH', `/contacts/${id}`, change)).status, 200, 'another method')
})

test('Query parameters are part of the request', async () => {
  const first = await post('query-1', { name: 'Consulta', email: 'consulta@example.com' })
  assert.equal(first.status, 201)
  const headers = { 'idempotency-key': 'query-1' }
  const moved = await rest('POST', '/contacts?name=Otra', { key, headers, body: { email: 'otra@example.com' } })
  assert.equal(moved.body.code, 'idempotency_key_reused')
})

test('A conditional PATCH is replayed although it changed the record itself', async () => {
  const { body: contact } = await post<{ id: string }>('match-0', { name: 'Versión', email: 'version@example.com' })
  const tag = (await rest('GET', `/contacts/${contact.id}`, { key })).headers.get('etag')!
  const headers = { 'if-match': tag, 'idempotency-key': 'match-1' }
  const change = () => rest('PATCH', `/contacts/${contact.id}`, { key, headers, body: { name: 'Versión 2' } })
  const first = await change()
  const second = await change()
  assert.equal(first.status, 200)
  assert.equal(second.status, 200)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.text, first.text)
})

test('After a day the key is free again', async () => {
  const body = { name: 'Ayer', email: 'ayer@example.com' }
  await post('day-1', body)
  const [kept] = await sql<{ hours: number }>`
    select extract(epoch from expires_at - now())::float8 / 3600 as hours from idempotency_keys where key = 'day-1'`
  assert.ok(kept!.hours > 23.9 && kept!.hours <= 24)
  await sql`update idempotency_keys set expires_at = now() - interval '1 second' where key = 'day-1'`
  await sql`delete from contacts where email = 'ayer@example.com'`
  const again = await post('day-1', body)
  assert.equal(again.headers.get('idempotency-replayed'), null)
  assert.equal(await count('ayer@example.com'), 1)
})

test('A key that is not 1 to 255 visible characters is refused', async () => {
  for (const bad of ['""', 'with space', 'x'.repeat(256), 'quo"te', 'a, b']) {
    const { status, body } = await post(bad, { name: 'Mala', email: 'mala@example.com' })
    assert.deepEqual([status, body.code], [400, 'invalid_request'], bad)
  }
  assert.equal((await post('x'.repeat(255), { name: 'Larga', email: 'larga@example.com' })).status, 201)
  assert.equal(await count('mala@example.com'), 0)
})

function post<T = Record<string, unknown>>(idempotency: string, body: object, by = key) {
  return rest<T>('POST', '/contacts', { key: by, body, headers: { 'idempotency-key': idempotency } })
}

async function count(email: string): Promise<number> {
  return (await sql`select 1 from contacts where account_id = ${account_id} and email = ${email}`).length
}

/** The payloads of `contact.created` for this address. */
async function created(email: string): Promise<object[]> {
  const rows = await sql<{ payload: object }>`
    select payload from events
     where account_id = ${account_id} and name = 'contact.created' and payload -> 'contact' ->> 'email' = ${email}`
  return rows.map((row) => row.payload)
}
