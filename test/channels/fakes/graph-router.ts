import { createServer, request as forward } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A Graph API at one address, although WhatsApp and Messenger have fakes of their own: the token of a call names its fake. */
export async function openGraphRouter(fakes: readonly { token: string; url: string }[]): Promise<string> {
  const server = createServer((incoming, response) => {
    const { authorization = '' } = incoming.headers
    const { url } = fakes.find(({ token }) => authorization === `Bearer ${token}`) ?? fakes[0]!
    const outgoing = forward(url + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    // A connection that the fake cuts is cut here as well.
    outgoing.on('error', () => incoming.socket.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
