import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { attributeColumn, attributeOf, readCsv, readList, toList } from './table.ts'
import { toCsv } from '#kernel/csv.ts'
import { refusal } from '#test/refusal.ts'

const refusalOf = (csv: string) => refusal(readCsv(csv))

test('Rows end as the CSV standard requires, and cells are quoted where needed', () => {
  assert.equal(
    toCsv([['a', 'b,c', 'd"e', 'f\ng', ' h', null, undefined, 5, true]]),
    'a,"b,c","d""e","f\ng"," h",,,5,true\r\n',
  )
})

test('A cell that a spreadsheet would run as a formula becomes text', () => {
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
    '＝1+1',
    '＋1',
    '－1',
    '＠cmd',
    ' ＝1',
  ]) {
    const [[cell]] = parse(toCsv([[formula]])) as [[string]]
    assert.ok(cell.startsWith("'"), formula)
  }
})

test('Phone numbers and negative numbers are not formulas', () => {
  assert.equal(toCsv([['+573001234567', -5, '2026-11-15']]), '+573001234567,-5,2026-11-15\r\n')
})

test('The first row contains the column names, in English or Spanish, in any notation', async () => {
  const { columns } = await readCsv(
    'Nombre,Teléfono,CORREO ELECTRÓNICO,Ciudad,País,Empresa,Cargo,Bio,Etiquetas,Plan actual\n',
  )
  const fields = ['name', 'phone_number', 'email', 'city', 'country', 'company_name', 'job_title', 'bio', 'labels']
  assert.deepEqual(columns, [...fields, 'plan_actual'])
  assert.deepEqual((await readCsv('name,celular,E-mail,company\n')).columns, [
    'name',
    'phone_number',
    'email',
    'company_name',
  ])
})

test('Commas, semicolons and tabs are detected as separators from the first row', async () => {
  for (const separator of [',', ';', '\t']) {
    const csv =
      ['\ufeffnombre', 'correo'].join(separator) + '\r\n' + ['"Peña, Ana; hija"', 'ana@example.com'].join(separator)
    assert.deepEqual((await readCsv(csv)).records, [
      { row: 2, cells: { name: 'Peña, Ana; hija', email: 'ana@example.com' } },
    ])
  }
})

test('Separators inside a quoted column name and leading blank lines are ignored', async () => {
  const { columns, records } = await readCsv('\n\n"Nombre";"Notas, temas, ideas"\nAna;x')
  assert.deepEqual(columns, ['name', 'notas_temas_ideas'])
  assert.deepEqual(records, [{ row: 4, cells: { name: 'Ana', notas_temas_ideas: 'x' } }])
})

test('A record has its row number as a spreadsheet counts, including blank rows and line breaks', async () => {
  const csv = 'name,bio\nUno,\n\n,\nDos,"dos\nlíneas"\nTres,\n" ",\n\n'
  const { records } = await readCsv(csv)
  assert.deepEqual(
    records.map(({ row, cells }) => [row, cells.name]),
    [
      [2, 'Uno'],
      [5, 'Dos'],
      [6, 'Tres'],
    ],
  )
})

test('Short rows lack their last cells, and surrounding space is trimmed', async () => {
  assert.deepEqual((await readCsv('name, city ,bio\n Ana , Cali')).records[0]?.cells, {
    name: 'Ana',
    city: 'Cali',
    bio: '',
  })
})

test('An empty file, a file without a name column and a repeated column are rejected with the reason', async () => {
  for (const csv of ['', '\n', '\ufeff', '  \r\n,,\r\n']) assert.match((await refusalOf(csv)).message, /empty/)
  assert.match((await refusalOf('email,city\na@example.com,Cali')).message, /column "name"; it has: email, city/)
  assert.match((await refusalOf('name,Phone,Celular\n')).message, /Two columns are named phone_number/)
  assert.match((await refusalOf('name,bio\nAna,"sin cerrar')).message, /not valid CSV/)
  for (const csv of ['', 'email\n', 'name,name\n', 'name\n"x'])
    assert.equal((await refusalOf(csv)).extra.errors?.[0]?.field, 'csv')
})

test('A file made to exhaust memory or time is rejected with its bound', async () => {
  const wide = ['name', ...Array.from({ length: 499 }, (_, i) => `c${i}`)]
  const bombs: [string, RegExp][] = [
    [`name${',x'.repeat(90_000)}`, /more than 500 columns in row 1/],
    [`name\nAna${',x'.repeat(90_000)}`, /more than 500 columns in row 2/],
    [`name\n"${'x'.repeat(300_000)}`, /a row of more than 200000 characters after row 1; .* quotation mark/],
    [`name,bio\nAna,${'x'.repeat(300_000)}`, /a row of more than 200000 characters/],
    [`name\n${'\n'.repeat(300_001)}`, /more than 300000 lines/],
    [`${wide.join(',')}\n${`Ana${','.repeat(499)}\n`.repeat(5_100)}`, /more than 2500000 cells/],
  ]
  for (const [csv, reason] of bombs) assert.match((await refusalOf(csv)).message, reason)
})

test('Other work goes on while a large file is parsed', async () => {
  let turns = 0
  const counting = setInterval(() => turns++)
  await readCsv(`name,bio\n${'Ana,hola\n'.repeat(50_000)}`)
  clearInterval(counting)
  assert.ok(turns > 0)
})

test('Columns without a name, and the creation time of an export, are ignored', async () => {
  const { records } = await readCsv('name,,created_at,\nAna,x,2026-11-15T00:00:00.000Z,y\n')
  const { '': _, ...cells } = records[0]!.cells
  assert.deepEqual(cells, { name: 'Ana' })
})

test('A column named like an object property is an ordinary column', async () => {
  assert.deepEqual((await readCsv('name,constructor,toString,__proto__\n')).columns, [
    'name',
    'constructor',
    'tostring',
    'proto',
  ])
})

test('An attribute whose key would be read as another column gets a prefix', () => {
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

test('Any attribute key can be read back from its column', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(text, tricky, fc.constantFrom('city', 'name', 'id')).filter((key) => key !== ''),
      async (key) => {
        const { columns } = await readCsv(toCsv([['name', attributeColumn(key)]]))
        assert.equal(attributeOf(columns[1]!), key)
        assert.ok(columns[1] !== 'city' && columns[1] !== '')
      },
    ),
    { numRuns: 300 },
  )
})

test('Any cell content can be read back unchanged', async () => {
  const rows = fc.array(fc.tuple(fc.oneof(text, tricky), fc.oneof(text, tricky)), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, async (written) => {
      const { records } = await readCsv(toCsv([['nota', 'name', 'otra'], ...written.map(([a, b]) => [a, 'Ana', b])]))
      assert.deepEqual(
        records.map(({ cells }) => [cells.nota, cells.otra]),
        written,
      )
    }),
    { numRuns: 500 },
  )
})

test('No written cell can be read as a formula', () => {
  fc.assert(
    fc.property(fc.oneof(text, tricky), (written) => {
      const [[cell]] = parse(toCsv([[written, 'x']])) as [[string, string]]
      assert.ok(!/^\s*[=+\-@|%\t\r＝＋－＠]/.test(cell) || /^\+\d+$/.test(cell))
    }),
    { numRuns: 500 },
  )
})

test('Titles in one cell are separated by semicolons or commas, and quoted if they contain one', () => {
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
