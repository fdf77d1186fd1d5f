import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNode } from '#test/node.ts'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, actor, events, since, only, sql, addAccount } = await openRealEstate()
const find = async (code: string) => {
  const { items } = await act('list_crm_properties', { name_search: code, only_active: false })
  return items.find((each) => each.code === code)
}

test('A Spanish file creates and updates by code; other columns become custom attributes', async () => {
  const known = await add({ code: 'CAS-1', name: 'Casa vieja', sector: 'Suba', bedrooms: 2 })
  const count = (await events()).length
  const csv =
    'Código;Nombre;Proyecto;Ciudad;Barrio;Operación;Tipo;Precio;Habitaciones;Baños;Área;Parqueaderos;Estrato;Publicado;Antigüedad\n' +
    'cas-1;Casa nueva;;;;alquiler;;$ 2.500.000;;;;;;sí;\n' +
    'APT-9;Apto 9;Cipres Tower;Bogotá;Cedritos;venta;Apartamento;450.000.000;3;2;"85,5 m2";1;4;no;5 años\n'
  const result = await act('import_properties', { csv })
  assert.deepEqual(result, {
    dry_run: false,
    total_rows: 2,
    created_count: 1,
    updated_count: 1,
    unchanged_count: 0,
    failed_count: 0,
    errors: [],
  })
  const house = await find('cas-1')
  assert.deepEqual(
    [house?.id, house?.name, house?.operation, house?.list_price, house?.sector, house?.bedrooms, house?.published],
    [known.id, 'Casa nueva', 'arriendo', 2_500_000, 'Suba', 2, true],
  )
  const flat = await find('APT-9')
  assert.deepEqual(
    [flat?.project_name, flat?.list_price, flat?.area_m2, flat?.stratum, flat?.published, flat?.custom_attributes],
    ['Cipres Tower', 450_000_000, 85.5, 4, false, { antiguedad: '5 años' }],
  )
  assert.deepEqual(await since(count), ['property.created', 'property.updated'])
  const again = await act('import_properties', { csv })
  assert.deepEqual([again.created_count, again.updated_count, again.unchanged_count], [0, 0, 2])
})

test('Invalid rows are refused with line and field, and the others are imported', async () => {
  const csv =
    'code,name,operation,list_price,bedrooms,active,listing_url\n' +
    'E-1,Bien,venta,100,2,yes,\n' +
    ',Sin código,venta,,,,\n' +
    'E-2,,venta,,,,\n' +
    'E-3,Sin operación,,,,,\n' +
    'E-4,Otra,permuta,,,,\n' +
    'E-5,Otra,venta,mucho,,,\n' +
    'E-6,Otra,venta,,2.5,,\n' +
    'E-7,Otra,venta,,,quizás,\n' +
    'e-1,Repetida,venta,,,,\n' +
    'E-8,Otra,venta,-5,,,\n' +
    'E-9,Otra,venta,,,,javascript:x\n' +
    'E-10,También bien,arriendo,"1,250.50",,no,https://example.com/e10\n'
  const { created_count, failed_count, total_rows, errors } = await act('import_properties', { csv })
  assert.deepEqual([total_rows, created_count, failed_count], [12, 2, 10])
  assert.deepEqual(
    errors.map(({ row, field, code }) => [row, field, code]),
    [
      [3, 'code', 'missing_field'],
      [4, 'name', 'missing_field'],
      [5, 'operation', 'missing_field'],
      [6, 'operation', 'invalid_value'],
      [7, 'list_price', 'invalid_value'],
      [8, 'bedrooms', 'invalid_request'],
      [9, 'active', 'invalid_value'],
      [10, 'code', 'duplicate_value'],
      [11, 'list_price', 'invalid_request'],
      [12, 'listing_url', 'invalid_request'],
    ],
  )
  assert.match(errors[7]!.detail, /Row 2 has the same code/)
  const last = await find('E-10')
  assert.deepEqual([last?.list_price, last?.active], [1250.5, false])
})

test('Common number formats are read, and ambiguous ones are refused', async () => {
  const prices: [cell: string, price: number | 'refused'][] = [
    ['$ 450.000.000', 450_000_000],
    ['COP 300.000', 300_000],
    ['300.000,50 USD', 300_000.5],
    ['US$ 1,250.50', 1250.5],
    ['1 000 000', 1_000_000],
    ['€12,5', 12.5],
    ['2 o 3', 'refused'],
    ['1e9', 'refused'],
    ['0x10', 'refused'],
    ['450 millones', 'refused'],
    ['=1+1', 'refused'],
    ['1,2,3', 'refused'],
    ['12.34.567', 'refused'],
    ['$', 'refused'],
  ]
  const rows = prices.map(([cell], i) => `M-${i},Casa,venta,"${cell}"`)
  const { errors } = await act('import_properties', { csv: ['code,name,operation,list_price', ...rows].join('\n') })
  const refused = prices.flatMap(([, price], i) => (price === 'refused' ? [i + 2] : []))
  assert.deepEqual(
    errors.map(({ row }) => row),
    refused,
  )
  assert.match(errors[0]!.detail, /"2 o 3" is not a number; use digits/)
  for (const [i, [cell, price]] of prices.entries())
    assert.equal((await find(`M-${i}`))?.list_price ?? 'refused', price, cell)
  const csv = 'code,name,operation,bedrooms,area_m2,currency\nM-A,Casa,venta,3 alcobas,85 m²,cop\nM-B,Casa,venta,,,ZZZ'
  const done = await act('import_properties', { csv })
  const flat = await find('M-A')
  assert.deepEqual([flat?.bedrooms, flat?.area_m2, flat?.currency], [3, 85, 'COP'])
  assert.deepEqual(
    done.errors.map(({ row, field }) => [row, field]),
    [[3, 'currency']],
  )
})

test('Codes are compared like in the database, so that no row breaks the import', async () => {
  await add({ code: 'ISTANBUL-1' })
  const csv = 'code,name,operation\nİSTANBUL-1,Casa,venta\nOK-1,Casa,venta\nok-1,Casa,venta\n'
  const { created_count, updated_count, failed_count, errors } = await act('import_properties', { csv })
  assert.deepEqual([created_count + updated_count, failed_count, errors[0]?.row], [2, 1, 4])
})

test('A dry run gives the same counts and writes nothing', async () => {
  const count = (await events()).length
  const csv = 'code,name,operation\nD-1,Una,venta\ncas-1,Otro nombre,venta\nD-2,,venta\n'
  const rows = () => sql`select * from properties where account_id = ${actor.account.id} order by id`
  const before = await rows()
  const dryRun = await act('import_properties', { csv, dry_run: true })
  assert.deepEqual([dryRun.dry_run, dryRun.created_count, dryRun.updated_count, dryRun.failed_count], [true, 1, 1, 1])
  assert.deepEqual([await rows(), (await events()).length], [before, count])
  const done = await act('import_properties', { csv })
  assert.deepEqual({ ...done, dry_run: true }, dryRun)
})

test('An invalid file, or one without codes or with too many rows, is refused', async () => {
  for (const csv of ['', 'name,operation\nCasa,venta\n', '"code,name\nA,B'])
    assert.equal((await refusal(act('import_properties', { csv }))).extra.errors?.[0]?.field, 'csv', csv)
  const csv = ['code,name,operation', ...Array.from({ length: 5001 }, (_, i) => `Z-${i},Casa,venta`)].join('\n')
  assert.match((await refusal(act('import_properties', { csv }))).message, /more than 5000 rows/)
  assert.equal(await find('Z-1'), undefined)
})

test('An import takes five thousand rows, and concurrent imports create no duplicates', async () => {
  const other = await addAccount()
  const csv = [
    'code,name,operation,city,list_price',
    ...Array.from({ length: 5000 }, (_, i) => `G-${i},Casa ${i},venta,Bogotá,${i}`),
  ].join('\n')
  const both = await Promise.all([1, 2].map(() => other.act('import_properties', { csv })))
  const [first, second] = both.toSorted((a, b) => b.created_count - a.created_count)
  assert.deepEqual([first?.created_count, first?.unchanged_count], [5000, 0])
  assert.deepEqual([second?.created_count, second?.unchanged_count], [0, 5000])
  const created = (await other.events()).filter(({ name }) => name === 'property.created')
  assert.equal(created.length, 5000)
})

test('CSV can be sent as the body, the audit log omits its content, and crm:write is required', async () => {
  const { rest, key, sql } = await openNode()
  await rest('PATCH', '/account', { key, body: { modules: ['real_estate'] } })
  const headers = { 'content-type': 'text/csv' }
  const body = 'code,name,operation\nA-1,Casa,venta\n'
  const answer = await rest('POST', '/properties/imports?dry_run=true', { key, body, headers })
  assert.deepEqual([answer.status, answer.body.created_count, answer.body.dry_run], [200, 1, true], answer.text)
  const [entry] = await sql<{ details: object }>`select details from audit_entries where action = 'import_properties'`
  assert.deepEqual(entry?.details, { dry_run: true })
  const problem = await refusal(act('import_properties', { csv: body }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
