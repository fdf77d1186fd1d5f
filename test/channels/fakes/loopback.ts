import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type LoopbackRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer }

export type LoopbackAnswer = {
  status: number
  headers?: Record<string, string>
  /** Objects are answered as JSON. */
  body?: object | string | Buffer
}

/**
 * A way to spoil a call: another answer instead of carrying it out, a connection closed before or after it was carried
 * out, or no answer although it was carried out.
 */
export type Fault = LoopbackAnswer | 'cut' | 'accept_and_cut' | 'accept_and_hang'

/** A provider on this machine. `receive` takes note of a request and returns the way it is answered, or its fault. */
export async function openLoopback(
  receive: (request: LoopbackRequest) => Promise<{ fault: Fault | undefined; answer: () => LoopbackAnswer }>,
) {
  const server = createServer(async (incoming, response) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const { method = 'GET', headers } = incoming
    const request = { method, url: new URL(incoming.url!, url), headers, body: Buffer.concat(pieces) }
    const { fault, answer } = await receive(request)
    if (fault === 'cut') return incoming.socket.destroy()
    const given = typeof fault === 'object' ? fault : answer()
    if (fault === 'accept_and_cut') return incoming.socket.destroy()
    if (fault === 'accept_and_hang') return undefined
    const isPlain = given.body === undefined || typeof given.body === 'string' || Buffer.isBuffer(given.body)
    response.writeHead(given.status, { ...(!isPlain && { 'content-type': 'application/json' }), ...given.headers })
    return response.end(isPlain ? given.body : JSON.stringify(given.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  after(close)
  return { url, close }
}

/** Faults waiting for the calls they are meant for, in order. */
export function faultQueue() {
  const waiting: { name: string; fault: Fault }[] = []
  return {
    add(name: string, fault: Fault, times = 1): void {
      for (let turn = 0; turn < times; turn++) waiting.push({ name, fault })
    },
    clear: () => void waiting.splice(0),
    take(name: string): Fault | undefined {
      const index = waiting.findIndex((each) => each.name === name)
      return index < 0 ? undefined : waiting.splice(index, 1)[0]!.fault
    },
  }
}
