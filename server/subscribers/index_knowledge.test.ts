import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openOutbound } from '#gateways/outbound.ts'
import { openReader } from '#gateways/document-text.ts'
import type { Embedder } from '#kernel/embedder.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { index_knowledge } from '#subscribers/index_knowledge.ts'
import { pdfOf } from '#test/files.ts'
import { unreachableGateways } from '#test/gateways.ts'
import { openKnowledge } from '#test/knowledge.ts'

const { act, add, find, sql, runtime, requests, deliver, events, account_id } = await openKnowledge()
const reader = openReader()
// Addresses are checked when saved and again when read; these tests cover the latter.
runtime.checkUrl = () => undefined
const open = { outbound: openOutbound({ outbound_allow: ['127.0.0.1'] }), reader }
const strict = { outbound: openOutbound({ outbound_allow: [] }), reader }

/** A local site. */
const pages: Record<string, (response: ServerResponse) => void> = {}
const server = createServer((request, response) => (pages[request.url!] ?? missing)(response))
const missing = (response: ServerResponse) => response.writeHead(404).end()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const says =
  (body: string | Buffer, type = 'text/html; charset=utf-8', more: object = {}) =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type, ...more }).end(body)

/** The document of this page, after indexing. */
async function read(path: string, means: typeof open = open) {
  const { id } = await act('add_knowledge_document', { name: 'Página', url: path.startsWith('/') ? site + path : path })
  await deliver((await requests()).at(-1)!, means)
  return act('get_knowledge_document', { document_id: id })
}

test('A page, a text, Markdown and a PDF are read', async () => {
  pages['/pagina'] = says('<title>X</title><nav>Menú</nav><main><h1>Turnos</h1><p>Se piden por teléfono.</p></main>')
  pages['/texto'] = says('Solo texto.', 'text/plain')
  pages['/marcado.md'] = says('# Hola\n\nMundo', 'text/markdown')
  pages['/archivo'] = says(pdfOf([[{ text: 'El horario es continuo.' }]]), 'application/pdf')
  for (const [path, text] of [
    ['/pagina', '# Turnos\n\nSe piden por teléfono.'],
    ['/texto', 'Solo texto.'],
    ['/marcado.md', '# Hola\n\nMundo'],
    ['/archivo', 'El horario es continuo.'],
  ] as const) {
    const document = await read(path)
    assert.deepEqual([document.status, document.text], ['ready', text], path)
  }
  const [hit] = await find('¿cómo se piden los turnos?')
  assert.deepEqual([hit?.heading, hit?.source_url], ['Turnos', `${site}/pagina`])
  assert.deepEqual((await events()).at(-1)?.name, 'knowledge_document.ready')
})

test('Redirects to allowed addresses are followed, and compressed pages are decompressed', async () => {
  pages['/antes'] = (response) => response.writeHead(302, { location: '/texto' }).end()
  assert.equal((await read('/antes')).text, 'Solo texto.')
  pages['/apretada'] = says(gzipSync('<p>Apretada</p>'), 'text/html', { 'content-encoding': 'gzip' })
  assert.equal((await read('/apretada')).text, 'Apretada')
})

test('No private page is read, even through a redirect or a name', async () => {
  pages['/adentro'] = (response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  for (const [path, means] of [
    ['/texto', strict],
    ['https://10.0.0.1/', strict],
    ['https://[::1]/', strict],
    ['https://localhost/', strict],
    ['/adentro', open],
  ] as const) {
    const { status, error, text } = await read(path, means)
    assert.deepEqual([status, text], ['failed', null], path)
    assert.match(error!, /no es pública/, path)
  }
  const toInside = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as never
  const rebound = { outbound: openOutbound({ outbound_allow: [] }, { lookup: toInside }), reader }
  assert.match((await read('https://docs.example.com/', rebound)).error!, /no es pública/)
})

test('A page that is missing, too large or not a page fails for good', async () => {
  pages['/grande'] = says('x'.repeat(2 * 1024 * 1024 + 1), 'text/plain')
  pages['/bomba'] = says(gzipSync(Buffer.alloc(50 * 1024 * 1024)), 'text/plain', { 'content-encoding': 'gzip' })
  pages['/imagen'] = says(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'image/png')
  pages['/vacia'] = says('<nav>Menú</nav>')
  for (const [path, reason] of [
    ['/nada', /no existe/],
    ['/grande', /más de 2 MB/],
    ['/bomba', /más de 2 MB/],
    ['/imagen', /no se puede leer/],
    ['/vacia', /No se encontró texto/],
  ] as const) {
    const { status, error } = await read(path)
    assert.equal(status, 'failed', path)
    assert.match(error!, reason, path)
  }
  const event = (await events()).at(-1)!
  assert.deepEqual(
    [event.name, (event.payload as unknown as { knowledge_document: { status: string } }).knowledge_document.status],
    ['knowledge_document.failed', 'failed'],
  )
})

test('An unreachable site is retried; when given up, the document shows the reason', async () => {
  pages['/lejos'] = (response) => response.writeHead(503).end()
  const { id } = await act('add_knowledge_document', { name: 'Lejos', url: `${site}/lejos` })
  const event = (await requests()).at(-1)!
  const failure = await deliver(event, open).then(
    () => undefined,
    (error: Error) => error,
  )
  assert.match(failure!.message, /answered 503/)
  assert.equal((await act('get_knowledge_document', { document_id: id })).status, 'pending')
  const { giveUp } = index_knowledge({ ...unreachableGateways, ...open, embedder: undefined })
  await giveUp!(subscriberContext(runtime, registry, event), event, failure!)
  assert.match((await act('get_knowledge_document', { document_id: id })).error!, /no respondió/)
  // A late attempt has nothing left to do.
  pages['/lejos'] = says('Ya volvió')
  await deliver(event, open)
  assert.equal((await act('get_knowledge_document', { document_id: id })).status, 'failed')
})

test('In an English workspace the reason is in English', async () => {
  await sql`update accounts set locale = 'en' where id = ${account_id}`
  assert.match((await read('/nada')).error!, /does not exist/)
})

test('Vectors come from the configured service, in batches with visible progress', async () => {
  const batches: number[] = []
  const progress: unknown[] = []
  const embedder: Embedder = {
    model: 'otro',
    threshold: 0.9,
    local: false,
    embed: async (texts) => {
      batches.push(texts.length)
      progress.push((await act('get_knowledge_document', { document_id })).progress)
      return texts.map((_, i) => Float32Array.from([1, i % 2]))
    },
  }
  runtime.embedder = embedder
  const text = Array.from({ length: 100 }, (_, i) => `# Sección ${i}\n\nTexto de la sección ${i}.`).join('\n\n')
  const { id: document_id } = await add({ text })
  const event = (await requests()).at(-1)!
  await Promise.all([deliver(event, { embedder }), deliver(event, { embedder })])
  const { status, chunk_count } = await act('get_knowledge_document', { document_id })
  assert.deepEqual([status, chunk_count], ['ready', 100])
  assert.deepEqual(
    batches.filter((count) => count !== 64 && count !== 36),
    [],
  )
  assert.deepEqual(progress[0], { done: 0, total: 100 })
  const [row] = await sql<{ chunks: number; model: string; announced: number }>`
    select (select count(*)::int from knowledge_chunks where document_id = ${document_id}) as chunks, model,
           (select count(*)::int from events where name = 'knowledge_document.ready'
               and payload -> 'knowledge_document' ->> 'id' = ${document_id}) as announced
      from knowledge_vectors where document_id = ${document_id}`
  assert.deepEqual(row, { chunks: 100, model: 'otro', announced: 1 })
  runtime.embedder = undefined
})
