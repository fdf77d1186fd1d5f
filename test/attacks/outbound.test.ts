import assert from 'node:assert/strict'
import type { lookup as systemLookup } from 'node:dns'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { openOutbound } from '#gateways/outbound.ts'
import { openNode } from '#test/node.ts'
import { openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'

/*
 * Requests forged through addresses that users give. 127.0.0.1 is the outside world here, the only network allowed;
 * 127.0.0.2 is the inside, where a listener counts every connection that reaches it.
 */
const inside = await openInside()
const outside = await openReceiver()
const port = new URL(outside.url).port
const { rest, key } = await openNode({
  HILO_OUTBOUND_ALLOW: '127.0.0.1',
  HILO_WEBHOOK_RETRY_SCHEDULE: '0.01,0.01',
  HILO_KEY_LIMIT: '100000',
  HILO_ACCOUNT_LIMIT: '100000',
})

async function openInside() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { sockets, port: (server.address() as AddressInfo).port }
}

/** Every way to write the inside, and the other addresses no request may reach. */
const forbidden = [
  `http://127.0.0.2:${inside.port}/`,
  `http://2130706434:${inside.port}/`,
  `http://0177.0.0.2:${inside.port}/`,
  `http://0x7f.0.0.2:${inside.port}/`,
  `http://127.2:${inside.port}/`,
  `http://[::ffff:127.0.0.2]:${inside.port}/`,
  `http://[::ffff:7f00:2]:${inside.port}/`,
  `http://[64:ff9b::7f00:2]:${inside.port}/`,
  `http://[2002:7f00:2::]:${inside.port}/`,
  `http://0.0.0.0:${inside.port}/`,
  `http://[::]:${inside.port}/`,
  `https://127.0.0.2:${inside.port}/`,
  `//127.0.0.2:${inside.port}/`,
  'http://169.254.169.254/latest/meta-data',
  'https://168.63.129.16/machine?comp=goalstate',
  'https://[::ffff:168.63.129.16]/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://metadata/',
  `http://127.0.0.1:6379/`,
  `http://127.0.0.1:22/`,
  `http://user:word@127.0.0.1:${port}/`,
  'file:///etc/passwd',
  'gopher://127.0.0.2/',
]

const ask = <T>(method: string, path: string, body?: object) => rest<T>(method, path, { key, ...(body && { body }) })

describe('A page that redirects inside', () => {
  test('is not followed, however the address is written, and the document says why', async () => {
    outside.answers(({ path }, response) =>
      response.writeHead(302, { location: forbidden[Number(path.slice(1))] }).end(),
    )
    const ids = await Promise.all(
      forbidden.map(async (_, i) => {
        const document = { name: `Página ${i}`, url: `http://127.0.0.1:${port}/${i}` }
        return (await ask<{ id: string }>('POST', '/knowledge/documents', document)).body.id
      }),
    )
    for (const [i, id] of ids.entries()) {
      let error: string | null = null
      await until(async () => {
        error = (await ask<{ error: string | null }>('GET', `/knowledge/documents/${id}`)).body.error
        return error !== null
      }, `${forbidden[i]} is refused`)
      assert.match(error!, /no es pública/, forbidden[i])
    }
    assert.equal(inside.sockets.length, 0)
  })

  test('is not followed by a webhook either', async () => {
    outside.answers((_, response) => response.writeHead(307, { location: forbidden[0] }).end())
    await ask('POST', '/webhooks', { url: outside.url, events: ['contact.created'] })
    const known = outside.requests.length
    await ask('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })
    await until(() => outside.requests.length > known + 1, 'it is called, and tried again')
    assert.equal(inside.sockets.length, 0)
  })
})

describe('A name', () => {
  /** A name server whose answers change with every question. */
  const names = (...answers: string[]): typeof systemLookup => {
    let asked = 0
    return ((_name: string, _options: object, done: (error: null, found: object[]) => void) => {
      const address = answers[Math.min(asked++, answers.length - 1)]!
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
    }) as unknown as typeof systemLookup
  }
  const outboundWith = (...answers: string[]) =>
    openOutbound({ outbound_allow: ['127.0.0.1'] }, { lookup: names(...answers) })

  test('that points inside after its first call does not lead there', async () => {
    outside.answers(200)
    for (const later of ['127.0.0.2', '::ffff:127.0.0.2', '0.0.0.0', '168.63.129.16', '64:ff9b::7f00:2']) {
      const outbound = outboundWith('127.0.0.1', later)
      assert.equal((await outbound.post(`http://shop.example.com:${port}/`, '{}')).status, 200)
      for (const scheme of ['http', 'https']) {
        const again = outbound.post(`${scheme}://shop.example.com:${inside.port}/`, '{}')
        await assert.rejects(again, { code: 'blocked' }, later)
      }
    }
    assert.equal(inside.sockets.length, 0)
  })

  test('that points inside at the moment of a redirect does not lead there', async () => {
    outside.answers((_, response) => response.writeHead(302, { location: `//shop.example.com:${inside.port}/` }).end())
    const outbound = outboundWith('127.0.0.1', '127.0.0.2')
    const read = outbound.get(`http://shop.example.com:${port}/`, { most: 10, redirects: 3 })
    await assert.rejects(read, { code: 'blocked' })
    assert.equal(inside.sockets.length, 0)
  })
})

test('An address inside is refused when it is saved, by every operation that takes one', async () => {
  for (const url of forbidden.filter((each) => !each.startsWith('//'))) {
    const actions = [{ type: 'send_webhook', url }]
    const answers = await Promise.all([
      ask('POST', '/webhooks', { url, events: ['contact.created'] }),
      ask('POST', '/knowledge/documents', { name: 'Página', url }),
      ask('POST', '/automation-rules', { name: 'Regla', event: 'conversation.created', conditions: null, actions }),
    ])
    for (const { status, text } of answers) assert.ok([400, 422].includes(status), `${url}: ${text}`)
  }
})
