import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openUnlimited } from '#test/database.ts'
import { openPlans } from '#test/plan.ts'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, add, actor, only, runtime, addAccount } = await openRealEstate()

const stock = {
  tower: {
    code: 'APT-BOG-0012',
    name: 'Apartamento con vista',
    project_name: 'Cipres Tower',
    sector: 'Chapinero Alto',
  },
  cypress: { name: 'Casa El Ciprés', city: 'Medellín', sector: 'El Poblado', operation: 'arriendo' },
  both: { name: 'Oficina 501', city: 'Bogotá D.C.', operation: 'venta_arriendo', property_type: 'Oficina' },
  flat: {
    name: 'Apartaestudio',
    property_type: 'apartamento',
    list_price: 200,
    bedrooms: 1,
    availability: 'Reservado',
  },
  house: { name: 'Casa campestre', property_type: 'CASA CAMPESTRE', list_price: 900, bedrooms: 4, published: true },
  gone: { name: 'Lote vendido', active: false, availability: 'vendido', list_price: 500 },
} satisfies Record<string, Partial<Input<'create_property'>>>
type Key = keyof typeof stock
const ids = new Map<string, Key>()
for (const [key, fields] of Object.entries(stock)) ids.set((await add(fields)).id, key as Key)
await (await addAccount()).add({ name: 'Ciprés ajeno' })

/** Keys of the matching properties, newest first. */
const find = async (filters: Input<'list_crm_properties'>) =>
  (await act('list_crm_properties', filters)).items.map(({ id }) => ids.get(id))
const all: Key[] = ['house', 'flat', 'both', 'cypress', 'tower']

describe('Finding properties', () => {
  test('By partial name, project or code, ignoring case and accents', async () => {
    assert.deepEqual(await find({ name_search: 'ciprés' }), ['cypress', 'tower'])
    assert.deepEqual(await find({ name_search: 'CIPRES tow' }), ['tower'])
    assert.deepEqual(await find({ name_search: 'apt-bog-00' }), ['tower'])
    assert.deepEqual(await find({ name_search: 'pres' }), ['cypress', 'tower'])
    assert.deepEqual(await find({ name_search: 'tower vista' }), ['tower'])
    assert.deepEqual(await find({ name_search: 'chapinero' }), [])
    assert.deepEqual(await find({ name_search: '%' }), [])
    assert.deepEqual(await find({ name_search: '  ' }), all)
  })

  test('By partial city, sector and availability', async () => {
    assert.deepEqual(await find({ city: 'medellin' }), ['cypress'])
    assert.deepEqual(await find({ city: 'BOGOTÁ' }), ['house', 'flat', 'both', 'tower'])
    assert.deepEqual(await find({ city: 'bogota d' }), ['both'])
    assert.deepEqual(await find({ city: 'poblado' }), [])
    assert.deepEqual(await find({ sector: 'el pob' }), ['cypress'])
    assert.deepEqual(await find({ sector: 'alto' }), ['tower'])
    assert.deepEqual(await find({ availability: 'RESERV' }), ['flat'])
    assert.deepEqual(await find({ sector: 'cipres tower' }), [])
  })

  test('By full type, ignoring case', async () => {
    assert.deepEqual(await find({ property_type: 'Apartamento' }), ['flat'])
    assert.deepEqual(await find({ property_type: 'casa campestre' }), ['house'])
    assert.deepEqual(await find({ property_type: 'casa' }), [])
  })

  test('By operation in any of its words; a property for both matches both', async () => {
    const sale: Key[] = ['house', 'flat', 'both', 'tower']
    for (const operation of ['venta', 'compra', 'Compra']) assert.deepEqual(await find({ operation }), sale)
    for (const operation of ['arriendo', 'alquiler', 'ALQUILER'])
      assert.deepEqual(await find({ operation }), ['both', 'cypress'])
    assert.deepEqual(await find({ operation: 'venta_arriendo' }), ['both'])
    const problem = await refusal(find({ operation: 'permuta' }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'operation'])
  })

  test('By price and bedrooms, inclusive; properties without a value do not match', async () => {
    assert.deepEqual(await find({ min_price: 200 }), ['house', 'flat'])
    assert.deepEqual(await find({ min_price: 200, max_price: 200 }), ['flat'])
    assert.deepEqual(await find({ max_price: 899.99 }), ['flat'])
    assert.deepEqual(await find({ min_bedrooms: 1, max_bedrooms: 4 }), ['house', 'flat'])
    assert.deepEqual(await find({ min_bedrooms: 2 }), ['house'])
    assert.deepEqual(await find({ min_bedrooms: Number.MAX_SAFE_INTEGER }), [])
    assert.deepEqual(await find({ max_price: Number.MAX_VALUE, min_price: -Number.MAX_VALUE }), ['house', 'flat'])
    assert.equal((await refusal(find({ min_price: 2, max_price: 1 }))).code, 'invalid_value')
  })

  test('Active properties by default, and published ones on request', async () => {
    assert.deepEqual(await find({}), all)
    assert.deepEqual(await find({ only_active: true }), all)
    assert.deepEqual(await find({ only_active: false }), ['gone', ...all])
    assert.deepEqual(await find({ availability: 'vendido' }), [])
    assert.deepEqual(await find({ only_published: true }), ['house'])
    assert.deepEqual(await find({ only_published: false }), all)
  })

  test('Paging leaves no gap while properties are added', async () => {
    const first = await act('list_crm_properties', { limit: 2 })
    const late = await add({ name: 'Recién llegada' })
    const second = await act('list_crm_properties', { limit: 2, cursor: first.next_cursor! })
    const third = await act('list_crm_properties', { limit: 2, cursor: second.next_cursor! })
    const seen = [...first.items, ...second.items, ...third.items].map(({ id }) => ids.get(id))
    assert.deepEqual(seen, all)
    assert.equal(third.next_cursor, null)
    const foreign = await refusal(act('list_crm_properties', { limit: 2, cursor: first.next_cursor!, city: 'x' }))
    assert.equal(foreign.code, 'invalid_cursor')
    await act('delete_property', { property_id: late.id })
  })

  test('With crm:read and an active module only', async () => {
    assert.equal(
      (await refusal(act('list_crm_properties', {}, { as: only('contacts:read') }))).code,
      'permission_denied',
    )
    const as = { ...actor, account: { ...actor.account, modules: [] } }
    assert.equal((await refusal(act('list_crm_properties', {}, { as }))).code, 'module_inactive')
  })
})

describe('With twenty thousand properties', () => {
  const { planOf } = openPlans(runtime, actor)

  before(async () => {
    const unlimited = await openUnlimited(runtime.database)
    await unlimited`
      insert into properties (account_id, code, name, project_name, city, sector, operation, property_type, availability, list_price,
                              currency, bedrooms, active, published, created_at, updated_at)
      select ${actor.account.id}, 'B-' || n, 'Apartamento ' || n, case when n % 4000 = 0 then 'Torres del Ocobo' end,
             case when n % 5000 = 0 then 'Leticia' else 'Bogotá' end, 'Suba', 'venta', 'apartamento', 'disponible', n, 'COP', n % 5,
             n % 3 > 0, false, now() - make_interval(mins => n), now()
        from generate_series(1, 20000) as n`
    await runtime.database.work.query('vacuum analyze')
  })

  test('Every page is read from the index', async () => {
    const plan = await planOf('list_crm_properties', {})
    assert.deepEqual(plan.indexes('properties'), ['properties_newest_active'], plan.text)
    assert.ok(plan.rows('properties') <= 26, plan.text)
    const { next_cursor } = await act('list_crm_properties', { only_active: false, limit: 100 })
    const next = await planOf('list_crm_properties', { only_active: false, limit: 100, cursor: next_cursor! })
    assert.deepEqual(next.indexes('properties'), ['properties_newest'], next.text)
    assert.ok(next.rows('properties') <= 101, next.text)
  })

  test('Rare projects, codes and cities are found through the index', async () => {
    for (const filters of [{ name_search: 'ocobo' }, { name_search: 'b-19999' }, { city: 'letic' }]) {
      const plan = await planOf('list_crm_properties', { ...filters, only_active: false })
      assert.deepEqual(plan.indexes('properties'), ['properties_search'], plan.text)
      assert.ok(plan.rows('properties') < 60, plan.text)
    }
  })

  test('A common value is found among the newest', async () => {
    const plan = await planOf('list_crm_properties', { city: 'bogota', limit: 10 })
    assert.deepEqual(plan.indexes('properties'), ['properties_newest_active'], plan.text)
    assert.ok(plan.rows('properties') < 100, plan.text)
  })

  test('By id, and by code ignoring case', async () => {
    const { id: property_id } = await add({ code: 'Única' })
    const plan = await planOf('update_property', { property_id }, 0)
    assert.deepEqual(plan.indexes('properties'), ['properties_pkey'], plan.text)
  })
})
