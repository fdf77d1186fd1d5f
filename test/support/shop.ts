import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** The script that shows the chat. */
const ownScript = (hilo: string, inbox: string) =>
  `<script src="${hilo}/widget.js" data-inbox="${inbox}" async></script>`

/** A customer's site on its own origin with the chat widget embedded. `policy` is its content security policy. */
export async function openShop(hilo: string, script = ownScript): Promise<(inbox: string, policy?: string) => string> {
  const server = createServer((request, response) => {
    const query = new URL(request.url!, 'http://shop').searchParams
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(query.has('policy') && { 'content-security-policy': query.get('policy')! }),
    })
    response.end(`<!doctype html><html lang="es"><head><title>Tienda</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${script(hilo, query.get('inbox')!)}</head>
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
