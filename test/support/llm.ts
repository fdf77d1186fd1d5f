import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A request to the model, as sent over the wire. */
export type LlmRequest = {
  model: string
  stream: boolean
  temperature?: number
  messages: { role: string; content: string | null; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: { function: { name: string; description: string; parameters: Record<string, unknown> } }[]
}

/** The model's answer: a text, tool calls, or a faulty response. */
export type LlmAnswer =
  | string
  | { calls: { name: string; input: unknown }[]; text?: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  | { raw(response: ServerResponse): void }

type Behaviour = (request: LlmRequest, nth: number) => LlmAnswer | Promise<LlmAnswer>

/** A local language model with the API of OpenAI's chat completions, streamed word by word. Tests set its answers. */
export async function openLanguageModel(behaviour: Behaviour = () => 'Con gusto.') {
  const requests: LlmRequest[] = []
  const keys: (string | undefined)[] = []
  let behave = behaviour
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as LlmRequest
    requests.push(body)
    keys.push(request.headers.authorization)
    if (request.url !== '/v1/chat/completions') response.writeHead(404).end('{}')
    else await answer(response, body, await behave(body, requests.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: requests,
    keys,
    /** Sets its answers from now on. */
    answers: (how: Behaviour | LlmAnswer) => void (behave = typeof how === 'function' ? how : () => how),
    /** The latest request as JSON text. */
    latestRequest: () => JSON.stringify(requests.at(-1)),
  }
}

async function answer(response: ServerResponse, { model, stream }: LlmRequest, how: LlmAnswer): Promise<void> {
  if (typeof how === 'object' && 'raw' in how) return how.raw(response)
  if (typeof how === 'object' && 'status' in how) {
    response.writeHead(how.status, { 'content-type': 'application/json', ...how.headers })
    return void response.end(how.body ?? JSON.stringify({ error: { message: 'no', type: 'error' } }))
  }
  const { text = '', calls = [] } = typeof how === 'string' ? { text: how } : how
  const tool_calls = calls.map(({ name, input }, index) => ({
    index,
    id: `call_${index}_${Math.random().toString(36).slice(2)}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }))
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
  const common = { id: 'chatcmpl-1', created: 1, model }
  if (!stream) {
    const message = { role: 'assistant', content: text || null, ...(calls.length > 0 && { tool_calls }) }
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ ...common, choices: [{ index: 0, message, finish_reason }] }))
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, finish: string | null = null) =>
    response.write(`data: ${JSON.stringify({ ...common, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
  send({ role: 'assistant', content: '' })
  for (const word of text.match(/\s*\S+|\s+/g) ?? []) send({ content: word })
  for (const call of tool_calls) send({ tool_calls: [call] })
  send({}, finish_reason)
  response.end('data: [DONE]\n\n')
}
