import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readHead, renamed } from './csv-head.ts'

test('a heading is read with quotes, other separators and blank lines around it', () => {
  const csv =
    '\r\n"Nombre; completo";Celular ; Correo\r\nAna "la de Cali";300;ana@example.com\r\n\r\n"Luis\nPeña";301;\r\n'
  const head = readHead(csv)!
  assert.deepEqual(head.heading, ['Nombre; completo', 'Celular', 'Correo'])
  assert.deepEqual(head.samples[1], ['Luis\nPeña', '301', ''])
  assert.deepEqual([head.delimiter, head.rows], [';', 2])
  const again = readHead(renamed(csv, head, ['name', '', 'custom_attributes.correo; dos']))!
  assert.deepEqual(again.heading, ['name', '', 'custom_attributes.correo; dos'])
  assert.deepEqual([again.samples, again.rows], [head.samples, head.rows])
})

test('an empty file has no heading', () => {
  assert.equal(readHead(''), undefined)
  assert.equal(readHead(' \n\n'), undefined)
})

test('however cells are written, the rows below a renamed heading stay what they were', () => {
  const cell = fc.string({ maxLength: 8 }).map((text) => text.trim())
  const quoted = (cells: string[]) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(table, (rows) => {
      const csv = ['"a","b","c"', ...rows.map(quoted)].join('\n')
      const head = readHead(csv)!
      const after = readHead(renamed(csv, head, ['x', '', 'z']))!
      assert.deepEqual(after.samples, head.samples)
      assert.deepEqual(
        head.samples,
        rows.filter((each) => each.some((text) => text !== '')),
      )
    }),
  )
})
