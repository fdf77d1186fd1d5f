import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openNode } from '#test/node.ts'
import { raw } from '#test/raw.ts'

type Contact = { id: string; name: string; email: string; labels: string[] }
type Page = { items: Contact[]; next_cursor: string | null }

const { url, rest, key, sql, account_id, makeKey } = await openNode({
  HILO_KEY_LIMIT: '100000',
  HILO_ACCOUNT_LIMIT: '100000',
})
let made = 0

before(async () => {
  for (const title of ['Vip', 'Norte', 'a,b']) await rest('POST', '/labels', { key, body: { title } })
  await create({ name: 'Ana', custom_attributes: { zone: 'Norte', floor: 3, pool: true }, labels: ['Vip', 'Norte'] })
  await create({ name: 'Berta', custom_attributes: { zone: 'Sur', floor: 3 }, labels: ['Vip'] })
  await create({ name: 'Carla', custom_attributes: { zone: '3' }, labels: ['a,b'] })
})

test('Creating answers 201 and reading answers 200', async () => {
  const { status, headers } = await rest('POST', '/contacts', { key, body: { name: 'N', email: 'n@example.com' } })
  assert.equal(status, 201)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
})

test('An unknown query parameter is refused by name', async () => {
  for (const name of ['nmae', 'skip', 'page', 'Query', 'constructor', 'toString', 'hasOwnProperty']) {
    await refusedParameter(`${name}=1`, name)
    await refusedParameter(`${name}=1&${name}=2`, name)
  }
  assert.equal((await rest('GET', '/contacts?__proto__=1', { key })).body.code, 'invalid_request')
})

test('An unknown field of the body is refused by name', async () => {
  for (const field of ['nmae', 'id', 'account_id', 'created_at', 'role', 'toString', 'constructor']) {
    const body = { name: 'X', email: 'x@example.com', [field]: '1' }
    const answer = await rest('POST', '/contacts', { key, body })
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], field)
    assert.deepEqual([answer.body.errors?.[0]?.pointer, answer.body.errors?.[0]?.code], [`#/${field}`, 'unknown_field'])
  }
})

test('A value outside its choices is refused with the list of choices', async () => {
  const answer = await refusedParameter('period=yesterday', 'period')
  assert.match(answer.body.detail, /today.*week.*month/)
})

test('A query can hold integers, booleans, lists and attributes', async () => {
  assert.equal((await list('limit=1')).items.length, 1)
  assert.deepEqual(await names('labels=Vip&labels=Norte'), ['Ana'])
  assert.deepEqual(await names('labels[]=Vip'), ['Berta', 'Ana'])
  assert.deepEqual(await names('labels%5B%5D=Vip&labels%5B%5D=Norte'), ['Ana'])
  assert.deepEqual(await names('labels=a,b'), ['Carla'], 'a comma is part of the title')
  assert.deepEqual(await names('attributes[zone]=Sur'), ['Berta'])
  assert.deepEqual(await names('attributes[zone]=3'), ['Carla'], 'text stays text')
  assert.deepEqual(await names(`attributes=${encodeURIComponent('{"floor": 3}')}`), ['Berta', 'Ana'])
  assert.deepEqual(await names(`attributes=${encodeURIComponent('{"floor": 3, "pool": true}')}`), ['Ana'])
  assert.deepEqual(await names('has_open_conversation=true'), [])
  assert.ok((await names('has_open_conversation=false')).includes('Ana'))
})

test('A value of the wrong type is refused by name', async () => {
  for (const query of ['limit=many', 'limit=1.5', 'limit=', 'limit=1e1', 'limit=0x10', 'limit= 5', 'limit=٣']) {
    await refusedParameter(query, 'limit')
  }
  for (const query of ['has_open_conversation=yes', 'has_open_conversation=1', 'has_open_conversation=TRUE']) {
    await refusedParameter(query, 'has_open_conversation')
  }
  await refusedParameter('date_from=2026-02-30&period=custom', 'date_from')
  await refusedParameter('attributes=zone', 'attributes')
  await refusedParameter('attributes=[1]', 'attributes')
  await refusedParameter(`attributes=${encodeURIComponent('{"zone": {"$gt": 1}}')}`, 'attributes/zone')
})

test('A field given twice is refused', async () => {
  const { id } = await create({ name: 'Doble' })
  await refusedParameter('limit=1&limit=2', 'limit')
  await refusedParameter('query=a&query=b', 'query')
  const attempts = [
    ['POST', '/contacts?name=A', { name: 'B', email: 'b@example.com' }, 'name'],
    ['PATCH', `/contacts/${id}`, { contact_id: id }, 'contact_id'],
    ['PATCH', `/contacts/${id}?contact_id=${id}`, { name: 'B' }, 'contact_id'],
    ['PATCH', `/contacts/${id}?contact_id=1`, {}, 'contact_id'],
  ] as const
  for (const [method, path, body, field] of attempts) {
    const answer = await rest(method, path, { key, body })
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], path)
    assert.match(answer.body.detail, new RegExp(`The field ${field} is given twice`))
    assert.equal(answer.body.errors?.[0]?.parameter, field)
  }
})

test('Attribute names that would reach into prototypes are refused in a query too', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const answer = await rest('GET', `/contacts?attributes[${name}]=x`, { key })
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], name)
  }
  const { status } = await rest('GET', `/contacts?attributes=${encodeURIComponent('{"__proto__": "x"}')}`, { key })
  assert.equal(status, 400)
})

test('Attributes that look like SQL are stored as plain attributes', async () => {
  const custom_attributes = { part: true, strings: '1; drop table contacts', values: 'x' }
  const contact = await create({ name: 'Parte', custom_attributes })
  const { body } = await rest<{ custom_attributes: object }>('GET', `/contacts/${contact.id}`, { key })
  assert.deepEqual(body.custom_attributes, custom_attributes)
  assert.deepEqual(await names(`attributes=${encodeURIComponent('{"part": true}')}`), ['Parte'])
})

test('A missing contact and a malformed id get different answers', async () => {
  assert.equal((await rest('GET', '/contacts/999999999', { key })).body.code, 'not_found')
  for (const id of ['abc', '1.5', '-1', '1%20or%201=1', '9'.repeat(19), '%27']) {
    const answer = await rest('GET', `/contacts/${id}`, { key })
    assert.ok([400, 404].includes(answer.status), id)
    assert.notEqual(answer.body.code, 'internal')
  }
})

test('A record has an ETag and is not sent again to a client that has it', async () => {
  const { id } = await create({ name: 'Etiqueta' })
  const first = await rest('GET', `/contacts/${id}`, { key })
  const tag = first.headers.get('etag')!
  assert.match(tag, /^"[\w-]{20,}"$/)
  const again = await rest('GET', `/contacts/${id}`, { key, headers: { 'if-none-match': tag } })
  assert.equal(again.status, 304)
  assert.equal(again.text, '')
  assert.equal(again.headers.get('etag'), tag)
  assert.equal((await rest('GET', `/contacts/${id}`, { key })).headers.get('etag'), tag, 'the same until it changes')
  await rest('PATCH', `/contacts/${id}`, { key, body: { name: 'Etiqueta 2' } })
  const changed = await rest('GET', `/contacts/${id}`, { key, headers: { 'if-none-match': tag } })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), tag)
})

test('A change with If-Match happens only if the record is unchanged', async () => {
  const { id } = await create({ name: 'Primera' })
  const tag = await tagOf(id)
  const change = (name: string, match: string) =>
    rest('PATCH', `/contacts/${id}`, { key, body: { name }, headers: { 'if-match': match } })
  assert.equal((await change('Segunda', tag)).status, 200)
  const late = await change('Tercera', tag)
  assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'])
  assert.match(late.body.detail, /read it again/)
  assert.equal((await change('Tercera', '"nonsense"')).status, 412)
  assert.equal((await change('Cuarta', await tagOf(id))).status, 200)
  assert.equal((await change('Quinta', '*')).status, 200)
  assert.equal((await rest<Contact>('GET', `/contacts/${id}`, { key })).body.name, 'Quinta')
})

test('Notes, labels and tags change the ETag too', async () => {
  const { id } = await create({ name: 'Con nota' })
  const tag = await tagOf(id)
  await rest('POST', `/contacts/${id}/notes`, { key, body: { body: 'Llamar mañana' } })
  const late = await rest('PATCH', `/contacts/${id}`, { key, body: { name: 'X' }, headers: { 'if-match': tag } })
  assert.equal(late.status, 412)
})

test('A deletion with an outdated ETag does not happen', async () => {
  const { id } = await create({ name: 'Borrar' })
  const tag = await tagOf(id)
  await rest('PATCH', `/contacts/${id}`, { key, body: { name: 'No borrar' } })
  assert.equal((await rest('DELETE', `/contacts/${id}`, { key, headers: { 'if-match': tag } })).status, 412)
  const present = { 'if-match': await tagOf(id) }
  assert.equal((await rest('DELETE', `/contacts/${id}`, { key, headers: present })).status, 200)
  assert.equal((await rest('DELETE', `/contacts/${id}`, { key, headers: present })).status, 404)
})

test('Of twenty concurrent changes with one ETag exactly one happens', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await create({ name: 'Veinte' })
    const headers = { 'if-match': await tagOf(id) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        rest<Contact>('PATCH', `/contacts/${id}`, { key, headers, body: { name: `Versión ${i}` } }),
      ),
    )
    const done = answers.filter((each) => each.status === 200)
    assert.equal(done.length, 1)
    for (const each of answers) {
      if (each.status !== 200) assert.deepEqual([each.status, each.body.code], [412, 'precondition_failed'])
    }
    assert.equal((await rest<Contact>('GET', `/contacts/${id}`, { key })).body.name, done[0]!.body.name)
    const updates = await sql`
      select 1 from events where account_id = ${account_id} and name = 'contact.updated' and payload -> 'contact' ->> 'id' = ${id}`
    assert.equal(updates.length, 1)
  }
})

test('Twenty concurrent changes without an ETag all happen', async () => {
  const { id } = await create({ name: 'Todas' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      rest('PATCH', `/contacts/${id}`, { key, body: { custom_attributes: { [`a${i}`]: i } } }),
    ),
  )
  assert.ok(answers.every((each) => each.status === 200))
  const { body } = await rest<{ custom_attributes: object }>('GET', `/contacts/${id}`, { key })
  assert.equal(Object.keys(body.custom_attributes).length, 20)
})

test('A list links to its next page with the same filters', async () => {
  const first = await rest<Page>('GET', '/contacts?labels=Vip&limit=1', { key })
  const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
  assert.ok(link)
  const next = await raw(url, 'GET', link, { headers: ['authorization', `Bearer ${key}`] })
  assert.equal(next.status, 200)
  assert.deepEqual(
    (next.body as unknown as Page).items.map((item) => item.name),
    ['Ana'],
  )
  assert.equal(next.headers.link, undefined, 'the last page has no next')
})

test('HEAD answers like GET, without the body', async () => {
  const { id } = await create({ name: 'Cabeza' })
  const answer = await raw(url, 'HEAD', `/api/v1/contacts/${id}`, { headers: ['authorization', `Bearer ${key}`] })
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '')
})

test('Every response shows the remaining rate limit', async () => {
  const { headers } = await rest('GET', '/me', { key })
  assert.equal(headers.get('ratelimit-policy'), '"key";q=100000;w=60, "account";q=100000;w=60')
  assert.match(headers.get('ratelimit')!, /^"key";r=\d+;t=\d+, "account";r=\d+;t=\d+$/)
})

test('A read-only key may read but not write, and the refusal names the missing permission', async () => {
  const reader = await makeKey('read_only')
  assert.equal((await rest('GET', '/contacts', { key: reader })).status, 200)
  const { status, body } = await rest('POST', '/contacts', { key: reader, body: { name: 'X', email: 'x@example.com' } })
  assert.deepEqual([status, body.code], [403, 'permission_denied'])
  assert.match(body.detail, /contacts:write/)
})

async function create(fields: object): Promise<Contact> {
  const body = { email: `contacto.${++made}@example.com`, ...fields }
  const answer = await rest<Contact>('POST', '/contacts', { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function list(query: string): Promise<Page> {
  const answer = await rest<Page>('GET', `/contacts?${query}`, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function names(query: string): Promise<string[]> {
  return (await list(query)).items.map((item) => item.name)
}

async function tagOf(id: string): Promise<string> {
  return (await rest('GET', `/contacts/${id}`, { key })).headers.get('etag')!
}

async function refusedParameter(query: string, parameter: string) {
  const answer = await rest('GET', `/contacts?${query}`, { key })
  assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], query)
  assert.ok(
    answer.body.errors?.some((error) => error.parameter === parameter),
    `${query}: ${answer.text}`,
  )
  return answer
}
