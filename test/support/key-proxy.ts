import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { after } from 'node:test'

/** Adds a key to every request on its way to the server, for programs that have no place to put one. */
export async function openKeyProxy(target: { port: number; key: string }): Promise<{ port: number }> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${target.key}` }
    const { url: path, method } = incoming
    const onward = request({ host: '127.0.0.1', port: target.port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return proxy.address() as { port: number }
}
