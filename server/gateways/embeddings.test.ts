import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openEmbeddings } from '#gateways/embeddings.ts'
import { readConfig } from '#server/boot/config.ts'

type Call = { url: string; key: string | undefined; body: { model: string; input: string[] } }
const calls: Call[] = []
let answers: ((texts: string[]) => { status: number; body: unknown; headers?: Record<string, string> })[] = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const piece of request) text += String(piece)
  const body = JSON.parse(text) as Call['body']
  calls.push({ url: request.url!, key: request.headers.authorization, body })
  const { status, body: answer, headers = {} } = (answers.length > 1 ? answers.shift()! : answers[0]!)(body.input)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

const well = (texts: string[]) => ({
  status: 200,
  body: { data: texts.map((text, index) => ({ index, embedding: [text.length, 0, 0] })).reverse() },
})
const open = (env: NodeJS.ProcessEnv = {}) =>
  openEmbeddings(
    readConfig({ EMBEDDINGS_URL: base, EMBEDDINGS_MODEL: 'bge-m3', EMBEDDINGS_API_KEY: 'clave', ...env }).embeddings!,
  )

test('Texts are sent together, and their unit vectors come back in order', async () => {
  calls.length = 0
  answers = [
    (texts) => ({
      status: 200,
      body: { data: texts.map((_, index) => ({ index, embedding: [index, 3] })).reverse() },
    }),
  ]
  const vectors = await open().embed(['a', 'b', 'c', 'd', 'e'], 'passage')
  assert.deepEqual(calls, [
    {
      url: '/v1/embeddings',
      key: 'Bearer clave',
      body: { model: 'bge-m3', input: ['a', 'b', 'c', 'd', 'e'], encoding_format: 'float' },
    },
  ])
  assert.deepEqual(
    [...vectors[4]!].map((each) => Math.round(each * 100) / 100),
    [0.8, 0.6],
  )
  for (const vector of vectors) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6)
})

test('A busy service is retried; a refusal is not', async () => {
  calls.length = 0
  answers = [
    () => ({ status: 429, body: {}, headers: { 'retry-after': '0' } }),
    () => ({ status: 500, body: {} }),
    well,
  ]
  assert.equal((await open().embed(['hola'], 'passage')).length, 1)
  assert.equal(calls.length, 3)
  calls.length = 0
  answers = [() => ({ status: 401, body: { error: 'no such key' } })]
  await assert.rejects(open().embed(['hola'], 'passage'), /answered 401: .*no such key/)
  assert.equal(calls.length, 1)
})

test('Queries are not retried, because a person waits for them', async () => {
  calls.length = 0
  answers = [() => ({ status: 503, body: {} })]
  await assert.rejects(open().embed(['hola'], 'query'), /answered 503/)
  assert.equal(calls.length, 1)
})

test('An answer that is not one vector for each text is refused', async () => {
  for (const body of [
    {},
    { data: [] },
    { data: [{ index: 0, embedding: [] }] },
    { data: [{ index: 0, embedding: ['x'] }] },
    null,
  ]) {
    answers = [() => ({ status: 200, body })]
    await assert.rejects(open().embed(['hola'], 'passage'), /did not return vectors/, JSON.stringify(body))
  }
})

test('Each model has its own threshold, which the operator may override; some need a prefix', async () => {
  assert.equal(open().threshold, 0.3)
  assert.equal(open({ EMBEDDINGS_MODEL: 'thenlper/gte-small' }).threshold, 0.82)
  assert.equal(open({ EMBEDDINGS_THRESHOLD: '0.45' }).threshold, 0.45)
  calls.length = 0
  answers = [well]
  const e5 = open({ EMBEDDINGS_MODEL: 'intfloat/multilingual-e5-small', EMBEDDINGS_API_KEY: '' })
  await e5.embed(['hola'], 'query')
  await e5.embed(['hola'], 'passage')
  assert.deepEqual(
    calls.map(({ body, key }) => [body.input[0], key]),
    [
      ['query: hola', undefined],
      ['passage: hola', undefined],
    ],
  )
})

test('A wrong setting is refused at the start', () => {
  assert.equal(readConfig({}).embeddings, undefined)
  for (const url of [base, `${base}/`, `${base}/embeddings`])
    assert.equal(readConfig({ EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'm' }).embeddings?.url, `${base}/embeddings`)
  assert.throws(
    () => readConfig({ EMBEDDINGS_URL: 'api.example.com', EMBEDDINGS_MODEL: 'm' }),
    /EMBEDDINGS_URL must be/,
  )
  assert.throws(() => readConfig({ EMBEDDINGS_URL: base }), /EMBEDDINGS_MODEL is needed/)
  for (const EMBEDDINGS_THRESHOLD of ['2', '-1', 'x'])
    assert.throws(
      () => readConfig({ EMBEDDINGS_URL: base, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_THRESHOLD }),
      /from 0 to 1/,
    )
})
