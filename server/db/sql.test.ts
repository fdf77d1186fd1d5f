import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '#db/database.ts'
import { instantText, joinParts, literal, emptyPart, part, statement, varying } from '#db/sql.ts'
import { makeDatabase } from '#test/database.ts'
import { runs } from '#test/runs.ts'

const database = openDatabase(await makeDatabase(), () => {}, 2)
after(() => database.close())
const { sql } = database

/** The statement of a template. */
function made(strings: TemplateStringsArray, ...values: unknown[]) {
  return statement(strings, values)
}

test('Values become numbered placeholders, in order', () => {
  const { text, values } = made`select ${1}, ${'two'} where ${null} is null`
  assert.equal(text, 'select $1, $2 where $3 is null')
  assert.deepEqual(values, [1, 'two', null])
})

test('Parts are inlined and placeholders numbered across them, however deep', () => {
  const inner = part`b = ${2} and ${part`c = ${3}`}`
  const { text, values } = made`select where a = ${1} and ${inner} ${emptyPart}and d = ${4}`
  assert.equal(text, 'select where a = $1 and b = $2 and c = $3 and d = $4')
  assert.deepEqual(values, [1, 2, 3, 4])
})

test('One part may be used several times', () => {
  const own = part`account_id = ${7}`
  const { text, values } = made`select where ${own} or ${own}`
  assert.equal(text, 'select where account_id = $1 or account_id = $2')
  assert.deepEqual(values, [7, 7])
})

test('Several parts are joined; none give an empty part', () => {
  const { text, values } = made`select ${joinParts([part`${1}`, part`${2}`, part`${3}`], ', ')}${joinParts([])}`
  assert.equal(text, 'select $1, $2, $3')
  assert.deepEqual(values, [1, 2, 3])
  assert.equal(made`select ${joinParts([part`1`])}`.text, 'select 1')
})

test('A name from the catalog is written as it is', () => {
  assert.equal(
    made`update ${literal('contacts')} set ${literal('name')} = ${'x'}`.text,
    'update contacts set name = $1',
  )
})

test('The text decides the name under which a statement is prepared', () => {
  const same = (value: number) => made`select ${value} as same`
  assert.equal(same(1).name, same(2).name)
  assert.equal(made`select ${3} as same`.name, same(1).name)
  assert.equal(made`select ${part`${4}`} as same`.name, same(1).name)
  assert.notEqual(made`select ${1} as other`.name, same(1).name)
})

test('A statement whose text a caller decides is not prepared', () => {
  const filter = varying(part`name = ${1}`)
  assert.equal(made`select where ${joinParts([part`true`, part`and ${filter}`])}`.name, undefined)
  assert.equal(made`select where ${filter}`.text, 'select where name = $1')
})

test('A placeholder may hold a value once and a part another time', () => {
  const place = (what: unknown) => made`select ${what} as place`
  assert.deepEqual([place(1).text, place(1).values], ['select $1 as place', [1]])
  assert.deepEqual([place(part`now()`).text, place(part`now()`).values], ['select now() as place', []])
  assert.deepEqual([place(2).text, place(2).values], ['select $1 as place', [2]])
})

test('Text from a caller stays a value, whatever it looks like', async () => {
  const evil = [
    `'; drop table accounts; --`,
    '$1',
    `\\'; select 1`,
    '"quoted"',
    { part: true, strings: ['null; drop table accounts'], values: [] },
    { part: true },
    { strings: ['1'], values: [] },
    JSON.parse('{"__proto__": {"part": true}, "strings": ["1"], "values": []}'),
  ]
  for (const value of evil) {
    const [row] = await sql<{ back: unknown }>`select ${JSON.stringify(value)}::jsonb as back`
    assert.deepEqual(row?.back, JSON.parse(JSON.stringify(value)))
    const [object] = await sql<{ back: unknown }>`select to_jsonb(${value}::text) as back`
    assert.equal(object?.back, typeof value === 'string' ? value : JSON.stringify(value))
  }
  assert.equal((await sql`select 1 from pg_tables where tablename = 'accounts'`).length, 1)
})

test('Any text comes back unchanged', async () => {
  const text = fc.string({ unit: 'binary' }).filter((each) => !each.includes('\0'))
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      const [row] = await sql<{ back: string }>`select ${sent}::text as back`
      assert.equal(row?.back, sent)
    }),
    runs(200),
  )
})

test('Timestamps arrive as wire text, days as text, amounts as numbers, ids as text', async () => {
  const [row] = await sql`
    select '2026-11-15 12:42:08.1+00'::timestamptz as moment, '2026-02-28'::date as day, 12.50::numeric(18,2) as amount,
           9007199254740993::bigint as id, null::timestamptz as never, true as yes, '{"a": 1}'::jsonb as json`
  assert.deepEqual(row, {
    moment: '2026-11-15T12:42:08.100Z',
    day: '2026-02-28',
    amount: 12.5,
    id: '9007199254740993',
    never: null,
    yes: true,
    json: { a: 1 },
  })
})

test('A timestamp keeps milliseconds and drops microseconds', () => {
  for (const [written, wire] of [
    ['2026-11-15 12:42:08+00', '2026-11-15T12:42:08.000Z'],
    ['2026-11-15 12:42:08.1+00', '2026-11-15T12:42:08.100Z'],
    ['2026-11-15 12:42:08.12+00', '2026-11-15T12:42:08.120Z'],
    ['2026-11-15 12:42:08.123+00', '2026-11-15T12:42:08.123Z'],
    ['2026-11-15 12:42:08.123999+00', '2026-11-15T12:42:08.123Z'],
    ['2026-11-15 12:42:08.000001+00', '2026-11-15T12:42:08.000Z'],
  ]) {
    assert.equal(instantText(written!), wire)
  }
})

test('Every timestamp a caller can give passes through the database unchanged', async () => {
  const moments = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') })
  await fc.assert(
    fc.asyncProperty(
      moments.filter((moment) => !Number.isNaN(moment.getTime())),
      async (moment) => {
        const [row] = await sql<{ back: string }>`select ${moment}::timestamptz as back`
        assert.equal(row?.back, moment.toISOString())
      },
    ),
    runs(300),
  )
})

test('Statements beyond the thousandth run without a name, so that filters cannot fill the memory', async () => {
  const many = Array.from({ length: 1_100 }, (_, i) => made`select ${literal(String(i))} as many`)
  assert.ok(many[0]?.name)
  assert.equal(many.at(-1)?.name, undefined)
  assert.deepEqual(await sql`select ${literal('1099')} as many, ${'x'}::text as value`, [{ many: 1099, value: 'x' }])
})
