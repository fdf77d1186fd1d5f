import { request, type IncomingMessage } from 'node:http'
import { after } from 'node:test'

type Named = { id: string; name: string }
type Data = { payload: { contact: Named; conversation: Named; conversation_id: string } }
export type Told = { name: string; id: string | undefined; data: Data }

type Options = {
  headers?: Record<string, string>
  /** One who opens the stream and then does not read. */
  idle?: boolean
}

/** Someone who listens to server-sent events and remembers them, as a browser would. */
export async function openListener(url: string, { headers = {}, idle = false }: Options = {}) {
  const sent = request(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end()
  })
  after(() => sent.destroy())
  const told: Told[] = []
  const state = { ended: false, text: '', last_id: undefined as string | undefined, retry: 0 }
  const hear = (block: string) => {
    const fields = block.split('\n').filter((line) => !line.startsWith(':'))
    const field = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const [id, data] = [field('id'), field('data')]
    state.last_id = id ?? state.last_id
    state.retry = Number(field('retry') ?? state.retry)
    if (data !== undefined) told.push({ name: field('event') ?? 'message', id, data: JSON.parse(data) })
  }
  response.setEncoding('utf8')
  response.on('error', () => {}).once('close', () => (state.ended = true))
  sent.on('error', () => {})
  if (!idle) {
    response.on('data', (piece: string) => {
      const blocks = (state.text + piece).split('\n\n')
      state.text = blocks.pop()!
      blocks.forEach(hear)
    })
  }
  return {
    status: response.statusCode!,
    headers: response.headers,
    told,
    state,
    /** What it was told of this name. */
    named: (name: string) => told.filter((each) => each.name === name),
    close: () => sent.destroy(),
  }
}
