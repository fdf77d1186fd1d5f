import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readHeader, renameColumns } from './csv-header.ts'

test('A header is read with quotes, other separators and blank lines around it', () => {
  const csv =
    '\r\n"Nombre; completo";Celular ; Correo\r\nAna "la de Cali";300;ana@example.com\r\n\r\n"Luis\nPeña";301;\r\n'
  const head = readHeader(csv)!
  assert.deepEqual(head.columns, ['Nombre; completo', 'Celular', 'Correo'])
  assert.deepEqual(head.samples[1], ['Luis\nPeña', '301', ''])
  assert.deepEqual([head.delimiter, head.rows], [';', 2])
  const again = readHeader(renameColumns(csv, head, ['name', '', 'custom_attributes.correo; dos']))!
  assert.deepEqual(again.columns, ['name', '', 'custom_attributes.correo; dos'])
  assert.deepEqual([again.samples, again.rows], [head.samples, head.rows])
})

test('An empty file has no header', () => {
  assert.equal(readHeader(''), undefined)
  assert.equal(readHeader(' \n\n'), undefined)
})

test('Renaming the columns does not change the rows below, however cells are written', () => {
  const cell = fc.string({ maxLength: 8 }).map((text) => text.trim())
  const quoted = (cells: string[]) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(table, (rows) => {
      const csv = ['"a","b","c"', ...rows.map(quoted)].join('\n')
      const head = readHeader(csv)!
      const after = readHeader(renameColumns(csv, head, ['x', '', 'z']))!
      assert.deepEqual(after.samples, head.samples)
      assert.deepEqual(
        head.samples,
        rows.filter((each) => each.some((text) => text !== '')),
      )
    }),
  )
})
