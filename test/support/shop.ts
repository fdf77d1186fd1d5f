import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A site of somebody else's, on an origin of its own, with the chat's one line in it. `policy` is its own content security policy. */
export async function openShop(hilo: string): Promise<(inbox: string, policy?: string) => string> {
  const server = createServer((request, response) => {
    const asked = new URL(request.url!, 'http://shop').searchParams
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(asked.has('policy') && { 'content-security-policy': asked.get('policy')! }),
    })
    response.end(`<!doctype html><html lang="es"><head><title>Tienda</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="${hilo}/widget.js" data-inbox="${asked.get('inbox')}" async></script></head>
<body><main><h1>Tienda</h1><p>Una página cualquiera. <a href="#abajo">Un enlace</a></p></main></body></html>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return (inbox, policy) => {
    const query = new URLSearchParams({ inbox, ...(policy && { policy }) })
    return `http://127.0.0.1:${port}/?${query.toString()}`
  }
}
