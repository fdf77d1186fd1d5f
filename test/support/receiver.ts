import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A request the receiver got, with its raw body. */
export type WebhookRequest = { path: string; headers: IncomingHttpHeaders; body: string }

type Answer = number | ((request: WebhookRequest, response: ServerResponse) => void)

/** A local webhook receiver that records its requests. Tests set its answers. */
export async function openReceiver() {
  const requests: WebhookRequest[] = []
  let answer: Answer = 200
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const call = { path: request.url!, headers: request.headers, body: Buffer.concat(pieces).toString('utf8') }
    requests.push(call)
    if (typeof answer === 'number') response.writeHead(answer).end('ok')
    else answer(call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    requests: requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Sets its answers from now on. */
    answers: (how: Answer) => void (answer = how),
    /** The parsed bodies of the requests. */
    // oxlint-disable-next-line typescript/no-explicit-any -- each test asserts its own shape
    bodies: (): any[] => requests.map(({ body }) => JSON.parse(body)),
  }
}
