import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A call another system got, with its body as it came. */
export type Heard = { path: string; headers: IncomingHttpHeaders; body: string }

type Answer = number | ((heard: Heard, response: ServerResponse) => void)

/** Another system, on this machine, which remembers who called and answers as it is told. */
export async function openReceiver() {
  const heard: Heard[] = []
  let answer: Answer = 200
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const call = { path: request.url!, headers: request.headers, body: Buffer.concat(pieces).toString('utf8') }
    heard.push(call)
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
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** What it answers from now on. */
    answers: (how: Answer) => void (answer = how),
    /** The bodies of the calls, read. */
    // oxlint-disable-next-line typescript/no-explicit-any -- what they hold is what these tests are about
    bodies: (): any[] => heard.map(({ body }) => JSON.parse(body)),
  }
}
