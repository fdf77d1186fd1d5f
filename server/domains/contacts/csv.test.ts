import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { attributeColumn, attributeOf, readCsv, readList, toCsv, toList } from '#domains/contacts/csv.ts'
import { Problem } from '#kernel/problem.ts'

const refusalOf = (csv: string): Problem => {
  try {
    readCsv(csv)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was not refused')
}

test('rows end as the CSV standard says, and cells are quoted where they must be', () => {
  assert.equal(
    toCsv([['a', 'b,c', 'd"e', 'f\ng', ' h', null, undefined, 5, true]]),
    'a,"b,c","d""e","f\ng"," h",,,5,true\r\n',
  )
})

test('a cell a spreadsheet would run as a formula is made text', () => {
  for (const formula of [
    '=1+1',
    '+SUM(A1)',
    '-2+3',
    '@cmd',
    '\t=1',
    '\r=1',
    ' =1',
    '|calc',
    '%0A',
    '=HYPERLINK("http://x")',
  ]) {
    const [[cell]] = parse(toCsv([[formula]])) as [[string]]
    assert.ok(cell.startsWith("'"), formula)
  }
})

test('phone numbers and negative numbers are not formulas', () => {
  assert.equal(toCsv([['+573001234567', -5, '2026-11-15']]), '+573001234567,-5,2026-11-15\r\n')
})

test('the first row names the columns, in English or Spanish, however it is written', () => {
  const { columns } = readCsv(
    'Nombre,Teléfono,CORREO ELECTRÓNICO,Ciudad,País,Empresa,Cargo,Bio,Etiquetas,Plan actual\n',
  )
  const fields = ['name', 'phone_number', 'email', 'city', 'country', 'company_name', 'job_title', 'bio', 'labels']
  assert.deepEqual(columns, [...fields, 'plan_actual'])
  assert.deepEqual(readCsv('name,celular,E-mail,company\n').columns, ['name', 'phone_number', 'email', 'company_name'])
})

test('commas, semicolons and tabs separate, whichever the first row uses', () => {
  for (const separator of [',', ';', '\t']) {
    const csv =
      ['\ufeffnombre', 'correo'].join(separator) + '\r\n' + ['"Peña, Ana; hija"', 'ana@example.com'].join(separator)
    assert.deepEqual(readCsv(csv).records, [{ row: 2, cells: { name: 'Peña, Ana; hija', email: 'ana@example.com' } }])
  }
})

test('separators inside a quoted heading, and blank lines before it, mislead nobody', () => {
  const { columns, records } = readCsv('\n\n"Nombre";"Notas, temas, ideas"\nAna;x')
  assert.deepEqual(columns, ['name', 'notas_temas_ideas'])
  assert.deepEqual(records, [{ row: 4, cells: { name: 'Ana', notas_temas_ideas: 'x' } }])
})

test('a record knows its row as a spreadsheet counts them: blank rows and lines inside a cell included', () => {
  const csv = 'name,bio\nUno,\n\n,\nDos,"dos\nlíneas"\nTres,\n" ",\n\n'
  const { records } = readCsv(csv)
  assert.deepEqual(
    records.map(({ row, cells }) => [row, cells.name]),
    [
      [2, 'Uno'],
      [5, 'Dos'],
      [6, 'Tres'],
    ],
  )
})

test('short rows lack their last cells; space around cells is left out', () => {
  assert.deepEqual(readCsv('name, city ,bio\n Ana , Cali').records[0]?.cells, { name: 'Ana', city: 'Cali', bio: '' })
})

test('an empty file, a file without names, and a column given twice are refused by what is wrong', () => {
  for (const csv of ['', '\n', '\ufeff', '  \r\n,,\r\n']) assert.match(refusalOf(csv).message, /empty/)
  assert.match(refusalOf('email,city\na@example.com,Cali').message, /column "name"; it has: email, city/)
  assert.match(refusalOf('name,Phone,Celular\n').message, /Two columns are named phone_number/)
  assert.match(refusalOf('name,bio\nAna,"sin cerrar').message, /not valid CSV/)
  for (const csv of ['', 'email\n', 'name,name\n', 'name\n"x'])
    assert.equal(refusalOf(csv).extra.errors?.[0]?.field, 'csv')
})

test('columns without a heading, and the moment of creation an export tells, are passed over', () => {
  const { records } = readCsv('name,,created_at,\nAna,x,2026-11-15T00:00:00.000Z,y\n')
  const { '': _, ...cells } = records[0]!.cells
  assert.deepEqual(cells, { name: 'Ana' })
})

test('a column named as something every object has is only a name', () => {
  assert.deepEqual(readCsv('name,constructor,toString,__proto__\n').columns, [
    'name',
    'constructor',
    'tostring',
    'proto',
  ])
})

test('an attribute whose key would be read as another column is written in full', () => {
  assert.equal(attributeColumn('utm_source'), 'utm_source')
  for (const key of [
    'city',
    'name',
    'labels',
    'created_at',
    'ciudad',
    'Plan',
    'plan actual',
    '=x',
    'año',
    'custom_attributes.x',
  ]) {
    assert.equal(attributeColumn(key), `custom_attributes.${key}`)
  }
})

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const tricky = fc
  .array(fc.constantFrom("'", '=', '+', '-', '@', '|', '%', '"', ',', ';', ' ', '\t', '\r', '\n', '5', 'ñ', 'x'), {
    maxLength: 8,
  })
  .map((characters) => characters.join(''))

test('any attribute key comes back from its column as it was', () => {
  fc.assert(
    fc.property(
      fc.oneof(text, tricky, fc.constantFrom('city', 'name', 'id')).filter((key) => key !== ''),
      (key) => {
        const { columns } = readCsv(toCsv([['name', attributeColumn(key)]]))
        assert.equal(attributeOf(columns[1]!), key)
        assert.ok(columns[1] !== 'city' && columns[1] !== '')
      },
    ),
    { numRuns: 300 },
  )
})

test('whatever is written in cells comes back as it was', () => {
  const rows = fc.array(fc.tuple(fc.oneof(text, tricky), fc.oneof(text, tricky)), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(rows, (written) => {
      const { records } = readCsv(toCsv([['nota', 'name', 'otra'], ...written.map(([a, b]) => [a, 'Ana', b])]))
      assert.deepEqual(
        records.map(({ cells }) => [cells.nota, cells.otra]),
        written,
      )
    }),
    { numRuns: 500 },
  )
})

test('no cell written can be taken for a formula, whatever it holds', () => {
  fc.assert(
    fc.property(fc.oneof(text, tricky), (written) => {
      const [[cell]] = parse(toCsv([[written, 'x']])) as [[string, string]]
      assert.ok(!/^\s*[=+\-@|%\t\r]/.test(cell) || /^\+\d+$/.test(cell))
    }),
    { numRuns: 500 },
  )
})

test('titles in one cell are apart by semicolons or commas, in quotes where they hold one', () => {
  assert.deepEqual(readList('Vip; Nuevo,Bogotá ;; '), ['Vip', 'Nuevo', 'Bogotá'])
  assert.deepEqual(readList('"Cliente, antiguo"; VIP "oro"'), ['Cliente, antiguo', 'VIP "oro"'])
  assert.equal(toList(['Vip', 'Cliente, antiguo']), 'Vip; "Cliente, antiguo"')
  const titles = fc.array(
    fc
      .oneof(text, tricky)
      .map((title) => title.trim())
      .filter(Boolean),
    { maxLength: 5 },
  )
  fc.assert(fc.property(titles, (written) => assert.deepEqual(readList(toList(written)), written)))
})
