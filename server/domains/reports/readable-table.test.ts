import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { flatten, listTables } from '#domains/reports/table-rules.ts'
import { column_names_es } from './column-names.es.ts'
import { reports } from './catalog.ts'
import { toReadable } from './readable-table.ts'
import { nameValue } from './value-names.ts'

const zone = 'America/Bogota'

test('Headers are readable, amounts keep their currency, and ids are left out', () => {
  const rows = [
    ['reason', 'name', 'amount.currency', 'amount.amount', 'amount.by_currency.COP.amount', 'amount.mixed_currency'],
    ['Precio', 'Precio', 'COP', 1.5, 1.5, false],
  ]
  assert.deepEqual(toReadable(rows, 'es', zone), [
    ['Motivo', 'Nombre', 'Valor · Moneda', 'Valor', 'Valor · COP'],
    ['Precio', 'Precio', 'COP', 1.5, 1.5],
  ])
  assert.deepEqual(toReadable([['agent.id', 'name', 'won']], 'en', zone), [['Name', 'Won']])
})

test('Every field of every report has a name, and no two columns of a table have the same', () => {
  const fixed = Object.keys(column_names_es)
  for (const [name, [{ output }]] of Object.entries(reports))
    for (const table of listTables(output)) {
      const [header] = flatten(table.row, [])
      const parts = header!.map(String).flatMap((column) => column.split('.'))
      const unknown = parts.filter((part) => !fixed.includes(part) && !/^(id|mixed_currency)$/.test(part))
      assert.deepEqual(unknown, [], `${name} ${table.name}`)
      const readable = toReadable([header!], 'es', zone)[0]!
      assert.equal(new Set(readable).size, readable.length, `${name} ${table.name}: ${readable.join(', ')}`)
    }
})

test('Statuses, channels and other stored words are written in the language of the reader', () => {
  const rows = [
    ['status', 'by.channel', 'weekday', 'source', 'first_touch.type', 'created_at', 'buckets.5m.count'],
    ['snoozed', 'web_widget', 7, 'email', 'call', '2026-03-02T14:30:00.000Z', 3],
  ]
  assert.deepEqual(toReadable(rows, 'es', zone)[1], [
    'Pospuesta',
    'Chat del sitio',
    'Domingo',
    'email',
    'Llamada',
    '2026-03-02 09:30:00',
    3,
  ])
  assert.deepEqual(toReadable(rows, 'en', zone)[1]!.slice(0, 3), ['Snoozed', 'Website chat', 'Sunday'])
  assert.equal(toReadable(rows, 'es', zone)[0]!.at(-1), 'hasta 5 min · Cantidad')
})

test('Every stored word in a table of a report has a name in both languages', () => {
  const words = Object.entries(reports).flatMap(([report, [{ output }]]) =>
    listTables(output).flatMap(({ name, row }) =>
      wordsIn(row).flatMap(([column, each]) => each.map((word) => ({ place: `${report} ${name}`, column, word }))),
    ),
  )
  assert.ok(words.length > 50)
  for (const { place, column, word } of words)
    for (const language of ['es', 'en'] as const)
      assert.ok(nameValue(column, word, language), `${place} ${column} ${word} ${language}`)
})

/** The columns of a row that hold one of a few words, with these. */
function wordsIn(type: z.ZodType, path = ''): [string, string[]][] {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional) return wordsIn(type.unwrap() as z.ZodType, path)
  if (type instanceof z.ZodEnum) return [[path, type.options.map(String)]]
  if (type instanceof z.ZodLiteral) return [[path, [...type.values].map(String)]]
  if (type instanceof z.ZodObject)
    return Object.entries(type.shape).flatMap(([field, each]) =>
      wordsIn(each as z.ZodType, path ? `${path}.${field}` : field),
    )
  return []
}
