import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { openReader } from './document-text.ts'
import { docxOf, pdfOf, zipOf } from '#test/files.ts'

const reader = openReader()

function read(bytes: Buffer | string, content_type = 'application/octet-stream', file_name = 'file') {
  return reader.read({ bytes: Buffer.from(bytes as string), content_type, file_name })
}

test('The text of a page is its main part with headings, lists and tables, without the surroundings', async () => {
  const page = `<!doctype html><html><head><title>Envíos &amp; devoluciones</title><style>p{}</style></head><body>
    <nav><a href="/">Inicio</a></nav><main><h1>Envíos</h1><p>Llegan   en <b>tres</b>
    días.</p><ul><li>Bogotá</li><li>Cali</li></ul><h2>Tarifas</h2>
    <table><tr><th>Ciudad</th><th>Precio</th></tr><tr><td>Cali</td><td>$12.000</td></tr></table>
    <script>alert("x")</script><p>Fin<br>de todo</p></main><footer>Derechos</footer></body></html>`
  assert.deepEqual(await read(page, 'text/html; charset=utf-8'), {
    title: 'Envíos & devoluciones',
    text: '# Envíos\n\nLlegan en tres días.\n\n- Bogotá\n- Cali\n\n## Tarifas\n\nCiudad | Precio\n\nCali | $12.000\n\nFin\nde todo',
  })
})

test('A page without a main part is read whole, in its own encoding', async () => {
  const page = Buffer.from('<meta charset="iso-8859-1"><h1>Año</h1><div>¿Cuánto?<div>Más</div></div>', 'latin1')
  assert.deepEqual(await read(page, 'text/html'), { title: null, text: '# Año\n\n¿Cuánto?\n\nMás' })
  const unnamed = Buffer.from('Señal', 'latin1')
  assert.deepEqual(await read(unnamed, 'text/plain'), { title: null, text: 'Señal' })
})

test('A Word document yields headings by style, lists and tables', async () => {
  const table =
    '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Plan</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Precio</w:t></w:r></w:p></w:tc></w:tr></w:tbl>' +
    '<w:p><w:r><w:delText>Borrado</w:delText><w:t>Uno</w:t><w:tab/><w:t>&amp; dos</w:t></w:r></w:p>'
  const file = docxOf(
    [
      { text: 'Garantía', style: 'Ttulo1' },
      { text: 'Cubre doce meses.' },
      { text: 'Motor', item: true },
      { text: 'Qué no cubre', style: 'Ttulo2' },
    ],
    table,
  )
  assert.deepEqual(await read(file), {
    title: 'Manual',
    text: '# Garantía\n\nCubre doce meses.\n\n- Motor\n\n## Qué no cubre\n\nPlan  | Precio\n\nUno & dos',
  })
})

test('A PDF yields large text as headings, and lines as paragraphs', async () => {
  const file = pdfOf([
    [
      { text: 'Política de devoluciones', size: 20 },
      { text: '' },
      { text: 'Aceptamos devoluciones dentro de los 30 días siguien-' },
      { text: 'tes a la entrega, con la etiqueta puesta.' },
      { text: '' },
      { text: '' },
      { text: 'El reembolso llega en cinco días (hábiles).' },
    ],
    [{ text: 'Excepciones', size: 15 }, { text: 'La ropa interior no se cambia.' }],
  ])
  const answer = await read(file, 'application/pdf')
  assert.deepEqual(answer, {
    title: null,
    text:
      '# Política de devoluciones\n\nAceptamos devoluciones dentro de los 30 días siguientes a la entrega, con la etiqueta puesta.\n\n' +
      'El reembolso llega en cinco días (hábiles).\n\n## Excepciones\n\nLa ropa interior no se cambia.',
  })
})

test('Plain text and Markdown are kept as they are, without invisible characters', async () => {
  assert.deepEqual(await read('# Hola\n\nTexto\u200b\u{e0041} \u202eoculto'), {
    title: null,
    text: '# Hola\n\nTexto oculto',
  })
})

test('Empty, damaged, locked and unsupported files fail with their reason', async () => {
  for (const [bytes, reason] of [
    ['   \n', 'empty'],
    [pdfOf([[]]), 'empty'],
    ['<html><script>x</script></html>', 'empty'],
    [Buffer.from('%PDF-1.7\nnonsense'), 'unreadable'],
    [Buffer.from('PK\x03\x04nonsense'), 'unreadable'],
    [zipOf({ 'word/document.xml': 'x' }, { flags: 1 }), 'encrypted'],
    [zipOf({ 'xl/workbook.xml': 'x' }), 'unsupported'],
    [Buffer.from([0, 1, 2, 3]), 'unsupported'],
    ['palabra '.repeat(300_000), 'too_long'],
  ] as const)
    assert.deepEqual(await read(bytes as Buffer), { reason }, String(bytes).slice(0, 30))
})

test('A decompression bomb fails its own document only', async () => {
  const zeros = Buffer.alloc(80 * 1024 * 1024, '<w:p>')
  assert.deepEqual(await read(zipOf({ 'word/document.xml': zeros })), { reason: 'too_much' })
  const nested = zipOf({ 'word/document.xml': '<w:p>'.repeat(12_000_000) })
  assert.deepEqual(await read(nested), { reason: 'too_much' })
  const deep = (depth: number) => read(`<html>${'<div>'.repeat(depth)}Hola`, 'text/html')
  assert.deepEqual(await deep(400_000), { reason: 'too_much' })
  assert.deepEqual(await deep(1_000), { title: null, text: 'Hola' })
  const array = Buffer.from(`%PDF-1.7\n1 0 obj\n${'['.repeat(500_000)}\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF`)
  assert.ok('reason' in (await read(array, 'application/pdf')))
  assert.deepEqual(await read('Sigue en pie'), { title: null, text: 'Sigue en pie' })
})

test('A PDF page that decompresses without end is stopped, by memory or by time', async () => {
  const bomb = pdfOf([[]], { stream: deflateSync(Buffer.alloc(400 * 1024 * 1024, 'BT (x) Tj ET\n')) })
  const strict = openReader({ milliseconds: 5_000, growth_mb: 100 })
  assert.deepEqual(await strict.read({ bytes: bomb, content_type: 'application/pdf', file_name: 'b.pdf' }), {
    reason: 'too_much',
  })
  const late = openReader({ milliseconds: 1 })
  assert.deepEqual(await late.read({ bytes: Buffer.from('x'), content_type: 'text/plain', file_name: 'x' }), {
    reason: 'too_much',
  })
})

test('A Word document is read from its declared part, and fallback content is not repeated', async () => {
  const box = (text: string) => `<w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent>`
  const file = zipOf({
    '_rels/.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="/word/document2.xml"/></Relationships>',
    'word/document2.xml': `<w:document><w:body><w:p><w:r><mc:AlternateContent><mc:Choice>${box('Aviso')}</mc:Choice><mc:Fallback>${box('Aviso')}</mc:Fallback></mc:AlternateContent></w:r></w:p><w:p><w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:r></w:p></w:body></w:document>`,
  })
  assert.deepEqual(await read(file), { title: null, text: 'Aviso\n\ne-mail' })
})

test('A collapsible question is read together with its answer', async () => {
  const page =
    '<h3><button>¿Cuánto tarda?</button></h3><div>Tres días.</div><details><summary><button>¿Y a Leticia?</button></summary>Ocho.</details><button>Comprar</button>'
  assert.deepEqual(await read(page, 'text/html'), {
    title: null,
    text: '### ¿Cuánto tarda?\n\nTres días.\n\n¿Y a Leticia?\n\nOcho.',
  })
})
