import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, actor, events, only, addAccount } = await openRealEstate()

test('A property is created with all fields, and an event is emitted', async () => {
  const property = await act('create_property', {
    code: ' APT-BOG-0012 ',
    name: 'Apartamento con vista',
    project_name: 'Cipres Tower',
    description: 'Tres alcobas, remodelado.',
    city: 'Bogotá',
    sector: 'Chapinero Alto',
    address: 'Calle 60 # 3-20',
    operation: 'compra',
    property_type: 'Apartamento',
    availability: 'Reservado',
    list_price: 620_000_000.5,
    currency: 'cop',
    bedrooms: 3,
    bathrooms: 2,
    area_m2: 96.25,
    parking_spaces: 1,
    stratum: 5,
    active: true,
    published: true,
    listing_url: 'https://inmobiliaria.example.com/apt-bog-0012',
    custom_attributes: { administracion: 450_000, mascotas: true },
  })
  const { id, created_at, updated_at, ...rest } = property
  assert.deepEqual(rest, {
    code: 'APT-BOG-0012',
    name: 'Apartamento con vista',
    project_name: 'Cipres Tower',
    description: 'Tres alcobas, remodelado.',
    city: 'Bogotá',
    sector: 'Chapinero Alto',
    address: 'Calle 60 # 3-20',
    operation: 'venta',
    property_type: 'apartamento',
    availability: 'Reservado',
    list_price: 620_000_000.5,
    currency: 'COP',
    bedrooms: 3,
    bathrooms: 2,
    area_m2: 96.25,
    parking_spaces: 1,
    stratum: 5,
    active: true,
    published: true,
    listing_url: 'https://inmobiliaria.example.com/apt-bog-0012',
    custom_attributes: { administracion: 450_000, mascotas: true },
    image_url: null,
    url: `http://localhost:3000/app/${actor.account.id}/properties/${id}`,
  })
  assert.equal(created_at, updated_at)
  assert.deepEqual((await events()).at(-1), {
    name: 'property.created',
    payload: { property },
    actor: { type: 'user', id: actor.id, name: actor.name },
  })
})

test('A duplicate code, ignoring case, is refused with its property; other workspaces may use it', async () => {
  const first = await add({ code: 'Casa-Ñ-1' })
  const known = await events()
  const problem = await refusal(add({ code: ' casa-ñ-1 ' }))
  assert.deepEqual([problem.code, problem.extra.conflicting_id], ['duplicate_value', first.id])
  assert.equal(problem.extra.errors?.[0]?.field, 'code')
  assert.match(problem.message, /property code is already in use/)
  assert.deepEqual(await events(), known)
  const other = await addAccount()
  assert.equal((await other.add({ code: 'Casa-Ñ-1' })).code, 'Casa-Ñ-1')
})

test('Code, name and operation are required, and invalid values are refused', async () => {
  const good = { code: 'X', name: 'X', operation: 'venta' }
  for (const field of ['code', 'name', 'operation'] as const) {
    const { [field]: _, ...rest } = good
    assert.equal((await refusal(act('create_property', rest as never))).code, 'missing_field', field)
    const blank = await refusal(act('create_property', { ...good, [field]: ' ' }))
    assert.equal(blank.extra.errors?.[0]?.field, field)
  }
  const wrong = [
    { list_price: -1 },
    { bedrooms: 1.5 },
    { stratum: 7 },
    { currency: 'pesos' },
    { listing_url: 'javascript:alert(1)' },
    { listing_url: 'http://example.com' },
    { list_price: 1e18 },
  ]
  for (const fields of wrong)
    assert.equal((await refusal(act('create_property', { ...good, ...fields }))).code, 'invalid_request')
  const unknown = await refusal(act('create_property', { ...good, operation: 'permuta' }))
  assert.deepEqual([unknown.code, unknown.extra.errors?.[0]?.field], ['invalid_value', 'operation'])
})

test('Creating a property requires crm:write and an active module', async () => {
  const as = only('crm:read')
  const good = { code: 'N', name: 'N', operation: 'venta' }
  assert.equal((await refusal(act('create_property', good, { as }))).code, 'permission_denied')
  const off = { ...actor, account: { ...actor.account, modules: ['test_drives'] } }
  assert.equal((await refusal(act('create_property', good, { as: off }))).code, 'module_inactive')
})
