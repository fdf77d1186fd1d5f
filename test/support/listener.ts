import { request, type IncomingMessage } from 'node:http'
import { after } from 'node:test'

type NamedRecord = { id: string; name: string }
type Data = { payload: { contact: NamedRecord; conversation: NamedRecord; conversation_id: string } }
export type StreamEvent = { name: string; id: string | undefined; data: Data }

type Options = {
  headers?: Record<string, string>
  /** Opens the stream without reading it, as a stalled client does. */
  idle?: boolean
  /** The address to call from, of those this machine has. */
  localAddress?: string
}

/** A client of server-sent events that records them, as a browser would. */
export async function openListener(url: string, { headers = {}, idle = false, localAddress }: Options = {}) {
  const options = { agent: false as const, ...(localAddress && { localAddress }) }
  const sent = request(url, { headers: { accept: 'text/event-stream', ...headers }, ...options })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end()
  })
  after(() => sent.destroy())
  const events: StreamEvent[] = []
  const state = { ended: false, text: '', last_id: undefined as string | undefined, retry: 0 }
  const read = (block: string) => {
    const fields = block.split('\n').filter((line) => !line.startsWith(':'))
    const field = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const [id, data] = [field('id'), field('data')]
    state.last_id = id ?? state.last_id
    state.retry = Number(field('retry') ?? state.retry)
    if (data !== undefined) events.push({ name: field('event') ?? 'message', id, data: JSON.parse(data) })
  }
  response.setEncoding('utf8')
  response.on('error', () => {}).once('close', () => (state.ended = true))
  sent.on('error', () => {})
  if (!idle) {
    response.on('data', (piece: string) => {
      const blocks = (state.text + piece).split('\n\n')
      state.text = blocks.pop()!
      blocks.forEach(read)
    })
  }
  return {
    status: response.statusCode!,
    headers: response.headers,
    events: events,
    state,
    /** The events with this name. */
    eventsNamed: (name: string) => events.filter((each) => each.name === name),
    close: () => sent.destroy(),
  }
}
