import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, rest, addAccount } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })

const names = ({ payload }: Loose) => payload.map((each: { name: string }) => each.name)
const filter = (payload: unknown, page = '') => classic('POST', `/contacts/filter${page}`, { payload })
const where = (attribute_key: string, filter_operator: string, values: unknown, query_operator?: string | null) => ({
  attribute_key,
  filter_operator,
  values,
  query_operator,
})

before(async () => {
  for (let i = 1; i <= 17; i++) {
    const phone_number = `+5730000000${String(i).padStart(2, '0')}`
    const city = i % 2 ? 'Bogotá' : 'Medellín'
    const name = `Cliente ${String(i).padStart(2, '0')}`
    await ok('POST', '/contacts', { name, phone_number, additional_attributes: { city }, custom_attributes: { n: i } })
  }
  await ok('POST', '/contacts', { identifier: '120363@g.us', name: 'Grupo', inbox_id: inbox.id, source_id: 'g-1' })
  await ok('POST', '/contacts', { name: 'Solo un nombre', inbox_id: inbox.id })
  const other = await addAccount()
  await rest('POST', '/contacts', { key: other.key, body: { name: 'Ajena', email: 'ajena@example.com' } })
})

describe('The contact list', () => {
  test('shows fifteen per page, newest first, without anonymous visitors', async () => {
    const first = await ok('GET', '/contacts')
    assert.deepEqual(first.meta, { count: 18, current_page: 1 })
    assert.equal(first.payload.length, 15)
    assert.equal(first.payload[0].name, 'Grupo')
    assert.deepEqual(first.payload[0].contact_inboxes[0].source_id, 'g-1')
    const second = await ok('GET', '/contacts?page=2')
    assert.deepEqual(second.meta, { count: 18, current_page: '2' })
    assert.deepEqual(names(second), ['Cliente 03', 'Cliente 02', 'Cliente 01'])
    assert.deepEqual((await ok('GET', '/contacts?page=3')).payload, [])
  })

  test('sorts by the requested field in either direction, or by default when the field is unknown', async () => {
    assert.deepEqual(names(await ok('GET', '/contacts?sort=name')).slice(0, 2), ['Cliente 01', 'Cliente 02'])
    assert.deepEqual(names(await ok('GET', '/contacts?sort=-name')).slice(0, 2), ['Grupo', 'Cliente 17'])
    assert.deepEqual(names(await ok('GET', '/contacts?sort=shoe_size'))[0], 'Grupo')
  })

  test('includes contacts with any of the labels', async () => {
    const [a, b, c] = (await ok('GET', '/contacts?sort=name')).payload
    await ok('POST', `/contacts/${a.id}/labels`, { labels: ['vip'] })
    await ok('POST', `/contacts/${b.id}/labels`, { labels: ['nueva'] })
    await ok('POST', `/contacts/${c.id}/labels`, { labels: ['otra'] })
    const found = await ok('GET', '/contacts?sort=name&labels[]=vip&labels[]=nueva&labels[]=unknown')
    assert.deepEqual(names(found), ['Cliente 01', 'Cliente 02'])
  })

  test('omits inboxes on request', async () => {
    const { payload } = await ok('GET', '/contacts?include_contact_inboxes=false')
    assert.ok(payload.every((each: object) => !('contact_inboxes' in each)))
  })
})

describe('The contact search', () => {
  test('finds by name, phone number and identifier, and shows whether there are more', async () => {
    const found = await ok('GET', '/contacts/search?q=cliente&sort=name')
    assert.deepEqual(found.meta, { count: 17, current_page: 1, has_more: true })
    assert.equal(found.payload.length, 15)
    const rest = await ok('GET', '/contacts/search?q=cliente&sort=name&page=2')
    assert.deepEqual(names(rest), ['Cliente 16', 'Cliente 17'])
    assert.equal(rest.meta.has_more, false)
    assert.deepEqual(names(await ok('GET', '/contacts/search?q=%2B573000000005')), ['Cliente 05'])
    assert.deepEqual(names(await ok('GET', '/contacts/search?q=120363%40g.us')), ['Grupo'])
    assert.deepEqual(names(await ok('GET', '/contacts/search?q=ajena')), [])
  })
})

describe('The contact filter', () => {
  test('finds a phone number in its variants, without the plus sign', async () => {
    const { status, body } = await filter([
      where('phone_number', 'equal_to', ['573000000007'], 'OR'),
      where('phone_number', 'equal_to', ['5730000000070'], null),
    ])
    assert.equal(status, 200)
    assert.deepEqual(body.meta, { count: 1, current_page: 1 })
    assert.deepEqual(names(body), ['Cliente 07'])
  })

  test('finds one person in every form of their number', async () => {
    const forms = ['5512345678', '15512345678'].map((digits) => `52${digits}`)
    const { payload } = await ok('POST', '/contacts', { name: 'Lupe', phone_number: `+${forms[1]}` })
    for (const form of forms) {
      assert.deepEqual(names((await filter([where('phone_number', 'equal_to', [form])])).body), ['Lupe'])
      assert.deepEqual(names(await ok('GET', `/contacts/search?q=%2B${form}`)), ['Lupe'])
    }
    await classic('DELETE', `/contacts/${payload.contact.id}`)
  })

  test('has pages, and without conditions lists all contacts', async () => {
    const { body } = await filter([where('name', 'contains', ['cliente'])], '?page=2')
    assert.deepEqual([body.meta.count, body.payload.length], [17, 2])
    assert.equal((await filter([])).body.meta.count, 19)
  })

  test('combines fields, labels and custom attributes', async () => {
    const both = await filter([where('city', 'equal_to', ['medellin'], 'AND'), where('name', 'contains', ['1'])])
    assert.deepEqual(names(both.body).sort(), ['Cliente 10', 'Cliente 12', 'Cliente 14', 'Cliente 16'])
    assert.deepEqual(names((await filter([where('labels', 'equal_to', ['vip'])])).body), ['Cliente 01'])
    const unknown = await filter([where('n', 'is_greater_than', ['15'])])
    assert.equal(unknown.status, 422)
    await ok('POST', '/custom_attribute_definitions', {
      attribute_display_name: 'N',
      attribute_key: 'n',
      attribute_display_type: 1,
      attribute_model: 1,
    })
    const known = await filter([where('n', 'is_greater_than', ['15'])])
    assert.deepEqual(names(known.body).sort(), ['Cliente 16', 'Cliente 17'])
  })

  test('refuses unknown conditions in one sentence', async () => {
    for (const payload of [
      [where('shoe_size', 'equal_to', ['4'])],
      [where('name', 'resembles', ['x'])],
      [where('blocked', 'contains', ['x'])],
      ['nonsense'],
    ]) {
      const { status, body } = await filter(payload)
      assert.equal(status, 422)
      assert.equal(typeof body.error, 'string')
    }
  })
})
