import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { openLlm } from '#gateways/llm.ts'
import { openLanguageModel } from '#test/llm.ts'

const server = await openLanguageModel()
const { requests: received, keys, answers } = server
const llm = openLlm({ url: server.url, model: 'prueba-1', api_key: 'clave' })

const hello = { instructions: 'Sé amable.', messages: [{ role: 'user', content: 'Hola' }] } as const
const requests = async (work: () => Promise<unknown>) => {
  const before = received.length
  await work()
  return received.length - before
}

/** A tool that records its arguments. */
function openTool() {
  const given: unknown[] = []
  const run = async (input: unknown) => ({ found: given.push(input) })
  return { given, tool: { description: 'Busca algo', input: z.object({ what: z.string() }), run } }
}

test('The model receives instructions, messages and temperature, and its whole reply is read', async () => {
  answers('Buenas tardes, ¿en qué le ayudo?')
  assert.deepEqual(await llm.converse({ ...hello, temperature: 0.4 }), { text: 'Buenas tardes, ¿en qué le ayudo?' })
  const { model, stream, temperature, messages, tools } = received.at(-1)!
  assert.deepEqual([model, stream, temperature, tools], ['prueba-1', true, 0.4, undefined])
  assert.deepEqual(messages, [
    { role: 'system', content: 'Sé amable.' },
    { role: 'user', content: 'Hola' },
  ])
  assert.equal(keys.at(-1), 'Bearer clave')
})

test('Tools run with the model’s arguments, their results go back to it, and only its last text counts', async () => {
  const { given, tool } = openTool()
  answers((_, nth) => (nth === received.length && received.at(-1)!.messages.length > 2 ? 'Hay 1.' : twice))
  const twice = { text: 'Busco…', calls: [{ name: 'find', input: { what: 'casas' } }] }
  assert.deepEqual(await llm.converse({ ...hello, tools: { find: tool } }), { text: 'Hay 1.' })
  assert.deepEqual(given, [{ what: 'casas' }])
  const { messages, tools } = received.at(-1)!
  assert.deepEqual([messages.at(-1)!.role, messages.at(-1)!.content], ['tool', '{"found":1}'])
  assert.equal(tools![0]!.function.name, 'find')
})

test('Wrong arguments and unknown tools are reported to the model and not run', async () => {
  const { given, tool } = openTool()
  const wrong = [
    { name: 'find', input: { what: 7 } },
    { name: 'find', input: '{"what": ' },
    { name: 'delete_everything', input: {} },
  ]
  for (const call of wrong) {
    answers((request) => (request.messages.length > 2 ? 'Perdón.' : { calls: [call] }))
    assert.deepEqual(await llm.converse({ ...hello, tools: { find: tool } }), { text: 'Perdón.' })
  }
  assert.deepEqual(given, [])
})

test('After the final tool the conversation ends', async () => {
  const { given, tool } = openTool()
  answers({ calls: [{ name: 'find', input: { what: 'x' } }] })
  const count = await requests(() => llm.converse({ ...hello, tools: { find: tool }, finalTool: 'find' }))
  assert.deepEqual([count, given.length], [1, 1])
})

test('A model that only calls tools gets eight steps and gives no text', async () => {
  const { given, tool } = openTool()
  answers({ calls: [{ name: 'find', input: { what: 'x' } }] })
  let reply: unknown
  const count = await requests(async () => (reply = await llm.converse({ ...hello, tools: { find: tool } })))
  assert.deepEqual([count, given.length, reply], [8, 8, { text: '' }])
})

test('A busy model is retried twice', async () => {
  const busy = { status: 429, headers: { 'retry-after-ms': '5' } }
  let turn = 0
  answers(() => (++turn < 3 ? busy : 'Ya.'))
  assert.equal(await requests(() => llm.converse(hello)), 3)
  answers(busy)
  const count = await requests(() => assert.rejects(llm.converse(hello)))
  assert.equal(count, 3)
  answers({ status: 503, headers: { 'retry-after-ms': '5' } })
  assert.equal(await requests(() => assert.rejects(llm.converse(hello))), 3)
})

test('A permanent failure is not retried', async () => {
  for (const status of [400, 401, 404]) {
    answers({ status })
    assert.equal(await requests(() => assert.rejects(llm.converse(hello))), 1)
  }
})

test('A model that does not answer, or stops midway, times out', async () => {
  const hasty = openLlm({ url: server.url, model: 'prueba-1', api_key: undefined }, { timeout: 300 })
  answers({ raw: () => {} })
  await assert.rejects(hasty.converse(hello), /0.3 seconds/)
  answers({
    raw: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Ho"}}]}\n\n')
    },
  })
  await assert.rejects(hasty.converse(hello), /0.3 seconds/)
  answers({ status: 429, headers: { 'retry-after-ms': '200' } })
  await assert.rejects(hasty.converse(hello))
  assert.equal(keys.at(-1), undefined)
})

test('Garbage, a broken connection, a refusal and an endless reply are failures', async () => {
  const stream = (lines: string) => ({
    raw: (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(lines)
    },
  })
  const piece = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const bad = [
    stream('<html>no</html>'),
    stream('data: {not json\n\n'),
    stream('data: {"error":{"message":"overloaded","type":"server_error"}}\n\n'),
    stream(`${piece({ content: 'No' })}${piece({}, 'content_filter')}data: [DONE]\n\n`),
    stream(piece({ content: 'a'.repeat(30_000) })),
    { status: 200, body: '{"choices": []}' },
    { raw: (response: import('node:http').ServerResponse) => void response.destroy() },
  ]
  const failures: string[] = []
  for (const [i, how] of bad.entries()) {
    answers(how)
    const outcome = await openLlm(
      { url: server.url, model: 'x', api_key: undefined },
      { timeout: 3000, onFailure: (error) => failures.push(error.message) },
    )
      .converse(hello)
      .catch((error: Error) => error)
    assert.ok(outcome instanceof Error || outcome.text === '', `${i}: ${JSON.stringify(outcome)}`)
  }
  assert.ok(failures.length >= 5, 'failures are logged for the operator')
})

test('An answer cut off early is a failure; one with an unusual finish reason is accepted', async () => {
  const ends = (finish?: string) => ({
    raw: (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const choice = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
      response.end(choice({ content: 'El envío cuesta' }, null) + (finish ? choice({}, finish) : ''))
    },
  })
  for (const how of [ends(), ends('length')]) {
    answers(how)
    await assert.rejects(llm.converse(hello))
  }
  answers(ends('eos_token'))
  assert.deepEqual(await llm.converse(hello), { text: 'El envío cuesta' })
})

test('The model’s reasoning is not part of its reply', async () => {
  answers('<think>El cliente parece molesto.</think>\n\nCon gusto.')
  assert.deepEqual(await llm.converse(hello), { text: 'Con gusto.' })
  answers('El cliente parece molesto.\n</think>\nCon gusto.')
  assert.deepEqual(await llm.converse(hello), { text: 'Con gusto.' })
  answers('<think>El cliente parece')
  assert.deepEqual(await llm.converse(hello), { text: '' })
})
