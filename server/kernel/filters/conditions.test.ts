import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { type Condition, Filter, type Operator } from '#contract/filters.ts'
import { dayOf } from '#contract/periods.ts'
import { openDatabase, transaction } from '#db/database.ts'
import { part, type Sql } from '#db/sql.ts'
import { conditions, type Field } from './conditions.ts'
import { makeDatabase } from '#test/database.ts'
import { refused } from '#test/refusal.ts'
import { runs } from '#test/runs.ts'

const database = openDatabase(await makeDatabase(), () => {}, 2)
after(() => database.close())

const ZONE = 'America/Bogota'
const DAY = 86_400_000

type Row = {
  name: string | null
  stage: string | null
  owner: number | null
  amount: number | null
  happy: boolean
  at: string | null
  tags: string[]
  extra: Record<string, string | number | boolean>
}

const fields: Record<string, Field> = {
  name: { kind: 'text', is: part`r.name` },
  stage: { kind: 'choice', is: part`r.stage` },
  owner: { kind: 'id', is: part`r.owner` },
  amount: { kind: 'number', is: part`r.amount` },
  happy: { kind: 'boolean', is: part`r.happy` },
  at: { kind: 'moment', is: part`r.at` },
  tags: { kind: 'titles', is: part`select unnest(r.tags)` },
}

const translate = (filter: Filter) => conditions(filter, fields, { custom_attributes: part`r.extra` }, ZONE)
const parse = (filter: unknown) => Filter.parse(filter)
const one = (field: string, operator: Operator, ...values: Condition['values']) =>
  parse({ any: [{ all: [{ field, operator, values }] }] })

/** The numbers of the rows the database finds. */
async function found(rows: Row[], filter: Filter): Promise<number[]> {
  const numbered = rows.map((row, number) => ({ number, ...row }))
  const answer = await database.sql<{ number: number }>`
    select r.number from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
      as r (number int, name text, stage text, owner bigint, amount numeric, happy boolean, at timestamptz, tags text[], extra jsonb)
     where ${translate(filter)} order by r.number`
  return answer.map((row) => row.number)
}

/** The same, slowly and in plain words. */
function expected(rows: Row[], filter: Filter): number[] {
  const holds = (row: Row) => filter.any.some(({ all }) => all.every((condition) => meets(row, condition)))
  return rows.flatMap((row, number) => (holds(row) ? [number] : []))
}

function meets(row: Row, { field, operator, values }: Condition): boolean {
  if (operator === 'not_equal_to') return !meets(row, { field, operator: 'equal_to', values })
  if (operator === 'does_not_contain') return !meets(row, { field, operator: 'contains', values })
  if (operator === 'is_not_present') return !meets(row, { field, operator: 'is_present', values })
  if (field === 'tags') return row.tags.some((tag) => operator === 'is_present' || textMeets(tag, operator, values))
  const value = field.startsWith('custom_attributes.')
    ? (row.extra[field.slice('custom_attributes.'.length)] ?? null)
    : row[field as 'name']
  if (value === null) return false
  if (operator === 'is_present') return value !== ''
  if (field === 'at') return momentMeets(value as string, operator, values)
  if (field === 'name' || field === 'stage') return textMeets(value as string, operator, values)
  if (field.startsWith('custom_attributes.')) return attributeMeets(value, operator, values)
  if (field === 'happy') return values.map(String).includes(String(value))
  return values.some((each) => compare(Number(value), operator, Number(each)))
}

function textMeets(value: string, operator: Operator, values: Condition['values']): boolean {
  const is = plain(value)
  return values
    .map((each) => plain(String(each)))
    .some((each) => {
      if (operator === 'equal_to') return is === each
      return operator === 'starts_with' ? is.startsWith(each) : is.includes(each)
    })
}

function momentMeets(value: string, operator: Operator, values: Condition['values']): boolean {
  const moment = Date.parse(value)
  return values.map(String).some((each) => {
    if (operator === 'days_before') return moment < Date.now() - Number(each) * DAY
    const isDay = each.length === 10
    // Bogotá has been five hours behind UTC, winter and summer, for as long as these days last.
    const start = isDay ? Date.parse(`${each}T05:00:00Z`) : Date.parse(each)
    if (operator === 'equal_to') return isDay ? dayOf(new Date(moment), ZONE) === each : moment === start
    return compare(moment, operator, start)
  })
}

function attributeMeets(value: unknown, operator: Operator, values: Condition['values']): boolean {
  const is = String(value)
  if (['contains', 'starts_with'].includes(operator)) return textMeets(is, operator, values)
  return values.map(String).some((each) => {
    if (operator === 'equal_to' && plain(is) === plain(each)) return true
    if (operator === 'days_before') return isDay(is) && is < dayOf(new Date(Date.now() - Number(each) * DAY), ZONE)
    if (isDay(each)) return isDay(is) && operator !== 'equal_to' && compare(Date.parse(is), operator, Date.parse(each))
    return isNumber(is) && isNumber(each) && compare(Number(is), operator, Number(each))
  })
}

function compare(a: number, operator: Operator, b: number): boolean {
  return operator === 'is_greater_than' ? a > b : operator === 'is_less_than' ? a < b : a === b
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const word = fc.constantFrom(
  '',
  'Ana',
  'ana peña',
  'ANA PENA',
  'Peña',
  'pe',
  'Ñandú',
  ' ',
  '%',
  "o'",
  'ana_',
  'a\\na',
  '3',
  '3.0',
)
const day = fc.constantFrom('2026-01-01', '2026-03-08', '2024-02-29', '2025-12-31')
const moment = fc.oneof(
  fc.constantFrom('2026-01-01T04:59:59.999Z', '2026-01-01T05:00:00.000Z', '2026-01-02T04:59:59.999Z'),
  fc.constantFrom('2026-03-08T12:00:00.000Z', '2024-02-29T23:00:00.000Z'),
)
const number = fc.constantFrom(-2.5, 0, 3, 7, 1e20)
const attribute = fc.oneof(word, number, fc.boolean(), day)
const row: fc.Arbitrary<Row> = fc.record({
  name: fc.option(word),
  stage: fc.option(fc.constantFrom('open', 'won')),
  owner: fc.option(fc.constantFrom(3, 7, 12)),
  amount: fc.option(number),
  happy: fc.boolean(),
  at: fc.option(moment),
  tags: fc.array(word, { maxLength: 3 }),
  extra: fc.dictionary(fc.constantFrom('plan', 'a.b', "d'o"), attribute, { maxKeys: 3 }),
})

const presence: Operator[] = ['is_present', 'is_not_present']
const equality: Operator[] = ['equal_to', 'not_equal_to']
const order: Operator[] = ['is_greater_than', 'is_less_than']
const containing: Operator[] = ['contains', 'does_not_contain']

function conditionOn(field: string, operators: Operator[], value: fc.Arbitrary<string | number | boolean>) {
  const values = fc.array(value, { minLength: 1, maxLength: 3 })
  return fc.record({ field: fc.constant(field), operator: fc.constantFrom(...operators), values })
}

const key = fc.constantFrom('plan', 'a.b', "d'o", 'none')
const condition: fc.Arbitrary<Condition> = fc.oneof(
  conditionOn('name', [...presence, ...equality, ...containing, 'starts_with'], word),
  conditionOn('stage', [...presence, ...equality], fc.constantFrom('open', 'won', 'lost')),
  conditionOn('owner', [...presence, ...equality], fc.constantFrom('3', 7, '99')),
  conditionOn('amount', [...presence, ...equality, ...order], number),
  conditionOn('happy', equality, fc.constantFrom(true, 'true', 'false')),
  conditionOn('at', [...presence, ...equality, ...order], fc.oneof(day, moment)),
  conditionOn('at', ['days_before'], fc.constantFrom(0, '30', 36_500)),
  conditionOn('tags', [...presence, ...equality, ...containing], word),
  key.chain((name) => conditionOn(`custom_attributes.${name}`, [...presence, ...equality, ...containing], attribute)),
  key.chain((name) => conditionOn(`custom_attributes.${name}`, ['starts_with'], word)),
  key.chain((name) => conditionOn(`custom_attributes.${name}`, order, fc.oneof(number, day, fc.constant('3')))),
  key.chain((name) => conditionOn(`custom_attributes.${name}`, ['days_before'], fc.constantFrom(0, 36_500))),
)
const filter: fc.Arbitrary<Filter> = fc.record({
  any: fc.array(fc.record({ all: fc.array(condition, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
})

test('A filter finds exactly the rows that a reference implementation finds', async () => {
  const property = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), filter, async (rows, asked) => {
    assert.deepEqual(await found(rows, asked), expected(rows, asked))
  })
  await fc.assert(property, runs(600))
})

const nobody: Row = { name: null, stage: null, owner: null, amount: null, happy: false, at: null, tags: [], extra: {} }

test('Text is compared without case or accents, and by part', async () => {
  const rows = ['Ana Peña', 'ANA PENA', 'Anabel', null].map((name) => ({ ...nobody, name }))
  assert.deepEqual(await found(rows, one('name', 'equal_to', 'ana pena')), [0, 1])
  assert.deepEqual(await found(rows, one('name', 'contains', 'PEÑ')), [0, 1])
  assert.deepEqual(await found(rows, one('name', 'starts_with', 'ána')), [0, 1, 2])
  assert.deepEqual(await found(rows, one('name', 'does_not_contain', 'pena')), [2, 3])
})

test('Days are those of the time zone, from midnight to midnight', async () => {
  const moments = [
    '2026-03-01T04:59:59.999Z',
    '2026-03-01T05:00:00.000Z',
    '2026-03-02T04:59:59.999Z',
    '2026-03-02T05:00Z',
  ]
  const rows = moments.map((at) => ({ ...nobody, at }))
  assert.deepEqual(await found(rows, one('at', 'equal_to', '2026-03-01')), [1, 2])
  assert.deepEqual(await found(rows, one('at', 'is_less_than', '2026-03-01')), [0])
  assert.deepEqual(await found(rows, one('at', 'is_greater_than', '2026-03-02T00:00:00-05:00')), [])
})

test('days_before means longer ago than that', async () => {
  const rows = [1, 9, 11].map((days) => ({ ...nobody, at: new Date(Date.now() - days * DAY).toISOString() }))
  assert.deepEqual(await found(rows, one('at', 'days_before', 10)), [2])
  assert.deepEqual(await found(rows, one('at', 'days_before', '10', 2)), [1, 2])
})

test('A custom attribute is compared as a number with a number, however it was written', async () => {
  const rows = [3, '3', '3.0', 'tres', 10, true].map((plan) => ({ ...nobody, extra: { plan } }))
  assert.deepEqual(await found(rows, one('custom_attributes.plan', 'equal_to', 3)), [0, 1, 2])
  assert.deepEqual(await found(rows, one('custom_attributes.plan', 'is_greater_than', 9)), [4])
  assert.deepEqual(await found(rows, one('custom_attributes.plan', 'equal_to', true)), [5])
})

test('Text from a caller stays a value, whatever it looks like', async () => {
  const rows = [{ ...nobody, name: "x' or '1'='1", extra: { "k' || 'x": 'y' } }, nobody]
  assert.deepEqual(await found(rows, one('name', 'equal_to', "x' or '1'='1")), [0])
  assert.deepEqual(await found(rows, one("custom_attributes.k' || 'x", 'equal_to', 'y')), [0])
  assert.deepEqual(await found(rows, one('name', 'contains', '%')), [])
})

test('An unknown field, or an operator that does not fit, is refused with its name and place', () => {
  const wrong = refused(() =>
    translate(
      parse({
        any: [
          { all: [{ field: 'name', operator: 'is_present' }] },
          { all: [{ field: 'password', operator: 'is_present' }] },
        ],
      }),
    ),
  )
  assert.equal(wrong.code, 'invalid_value')
  assert.match(wrong.message, /no field password.*name, stage/)
  assert.equal(wrong.extra.errors?.[0]?.field, 'filter/any/1/all/0/field')
  for (const field of ['constructor', '__proto__', 'custom_attributes', 'custom_attributes.', 'r.name'])
    assert.equal(refused(() => translate(one(field, 'is_present'))).code, 'invalid_value', field)

  const unfit = refused(() => translate(one('happy', 'contains', 'x')))
  assert.match(unfit.message, /contains does not fit happy\. Choose among equal_to, not_equal_to\./)
  assert.equal(unfit.extra.errors?.[0]?.field, 'filter/any/0/all/0/operator')
})

test('A value that cannot be compared, or none, is refused', () => {
  const refusals: [string, Operator, Condition['values']][] = [
    ['amount', 'equal_to', ['many']],
    ['amount', 'is_less_than', ['']],
    ['owner', 'equal_to', ['me']],
    ['happy', 'equal_to', ['perhaps']],
    ['at', 'equal_to', ['2026-02-30']],
    ['at', 'is_greater_than', ['yesterday']],
    ['at', 'days_before', [1.5]],
    ['at', 'days_before', [-1]],
    ['at', 'days_before', [36_501]],
    ['custom_attributes.plan', 'is_greater_than', ['gold']],
  ]
  for (const [field, operator, values] of refusals) {
    const problem = refused(() => translate(one(field, operator, ...values)))
    assert.equal(problem.code, 'invalid_value', `${field} ${operator}`)
    assert.equal(problem.extra.errors?.[0]?.field, 'filter/any/0/all/0/values')
  }
  assert.equal(refused(() => translate(one('name', 'equal_to'))).code, 'missing_field')
})

test('A filter may have a hundred conditions and five hundred values in all; more are refused with the bound', () => {
  const filled = (groups: number, conditions: number, values: number) => {
    const condition = { field: 'name', operator: 'contains', values: Array.from({ length: values }, () => 'x') }
    const all = Array.from({ length: conditions }, () => condition)
    return parse({ any: Array.from({ length: groups }, () => ({ all })) })
  }
  translate(filled(5, 20, 5))
  const conditions = refused(() => translate(filled(6, 20, 1)))
  assert.equal(conditions.code, 'invalid_value')
  assert.match(conditions.message, /at most 100 conditions; this one has 120/)
  assert.equal(conditions.extra.errors?.[0]?.field, 'filter')
  assert.match(refused(() => translate(filled(1, 11, 50))).message, /at most 500 values; this one has 550/)
})

test('Each value is folded once per search, however many records there are', async () => {
  const values = Array.from({ length: 50 }, (_, i) => `Peña ${i}`)
  const count = async (sql: Sql) => {
    const [row] = await sql<{ calls: number }>`
      select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'fold'`
    return row!.calls
  }
  for (const operator of ['equal_to', 'contains', 'does_not_contain'] as const) {
    for (const field of ['name', 'tags']) {
      const calls = await transaction(database.work, async (sql) => {
        await sql`set local track_functions = 'all'`
        const before = await count(sql)
        await sql`select from (select 'Ana' || n as name, array['Ana' || n] as tags from generate_series(1, 200) n) r
          where ${translate(one(field, operator, ...values))}`
        return (await count(sql)) - before
      })
      assert.equal(calls, 50 + 200, `${field} ${operator}`)
    }
  }
})

test('A key matches as given or in lower case, and otherwise like text', async () => {
  const keyed: Record<string, Field> = { name: { kind: 'key', is: part`r.name` } }
  const met = async (operator: Operator, ...values: string[]) => {
    const rows = await database.sql<{ name: string }>`
      select r.name from (values ('ana@example.com'), ('ERP-1'), (null)) as r (name)
       where ${conditions(one('name', operator, ...values), keyed, {}, ZONE)} order by r.name`
    return rows.map((row) => row.name)
  }
  assert.deepEqual(await met('equal_to', 'Ana@Example.com', 'ERP-1'), ['ERP-1', 'ana@example.com'].sort())
  assert.deepEqual(await met('equal_to', 'erp-1'), [])
  assert.deepEqual(await met('contains', 'erp'), ['ERP-1'])
  assert.deepEqual(await met('starts_with', 'ANA@'), ['ana@example.com'])
  assert.deepEqual(await met('not_equal_to', 'ERP-1'), ['ana@example.com', null])
  assert.deepEqual(await met('is_not_present'), [null])
})
