import assert from 'node:assert/strict'
import type { lookup as systemLookup } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createListener, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openOutbound } from '#gateways/outbound.ts'

const strict = openOutbound({ outbound_allow: [] })
const loopback = openOutbound({ outbound_allow: ['127.0.0.0/8', '::1'] })

/** A local receiver that records its requests. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const calls: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    calls.push({ url: request.url!, headers: request.headers, body })
    answer(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { calls, port: (server.address() as AddressInfo).port }
}

/** A DNS resolver that returns these answers in turn. */
function names(...answers: string[][]): typeof systemLookup {
  let lookups = 0
  const lookup = (_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const found = answers[Math.min(lookups++, answers.length - 1)]!
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return lookup as unknown as typeof systemLookup
}

const inside = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '::7f00:1',
  '::a9fe:a9fe',
  'fe80::1',
  'fec0::1',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '3fff::1',
]

test('Private, local and cloud metadata addresses are not called, and the refusal names the setting', async () => {
  for (const address of inside) {
    const url = `https://${address.includes(':') ? `[${address}]` : address}/hook`
    assert.match(strict.checkUrl(url) ?? '', /HILO_OUTBOUND_ALLOW/, url)
    await assert.rejects(strict.post(url, '{}'), /HILO_OUTBOUND_ALLOW/, url)
  }
})

test('No notation of a local address hides it', async () => {
  const disguises = ['2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1.', '①②⑦.0.0.1', '0']
  const more = ['localhost', 'LOCALHOST', 'app.localhost', 'localhost.', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]']
  for (const host of [...disguises, ...more]) {
    const url = `https://${host}:8443/hook`
    assert.match(strict.checkUrl(url) ?? '', /HILO_OUTBOUND_ALLOW/, url)
    await assert.rejects(strict.post(url, '{}'), /HILO_OUTBOUND_ALLOW/, url)
  }
})

test('A name that resolves to a private address is refused when called', async () => {
  for (const address of inside) {
    const outbound = openOutbound({ outbound_allow: [] }, { lookup: names([address]) })
    assert.equal(outbound.checkUrl('https://hook.example.com/'), undefined)
    await assert.rejects(outbound.post('https://hook.example.com/', '{}'), /HILO_OUTBOUND_ALLOW/, address)
  }
})

test('A name of a private network or of a cloud’s own service is refused without a lookup', () => {
  const names = [
    'metadata.google.internal',
    'metadata',
    'METADATA.google.internal.',
    'redis',
    'db.local',
    'x.home.arpa',
  ]
  for (const name of names) assert.match(strict.checkUrl(`https://${name}/`) ?? '', /HILO_OUTBOUND_ALLOW/, name)
  assert.match(loopback.checkUrl('https://metadata.google.internal/')!, /HILO_OUTBOUND_ALLOW/)
  assert.equal(loopback.checkUrl('https://tienda.internal/'), undefined, 'judged by its address')
})

test('Of the addresses of a name only allowed ones are tried', async () => {
  const { port, calls } = await listen((_, response) => response.end('ok'))
  const outbound = openOutbound(
    { outbound_allow: ['127.0.0.1'] },
    { lookup: names(['10.0.0.1', '169.254.169.254', '127.0.0.1']) },
  )
  const { status, body } = await outbound.post(`http://hook.example.com:${port}/`, '{}')
  assert.deepEqual([status, body], [200, 'ok'])
  assert.equal(calls.length, 1)
})

test('A name that was public when saved and private when called is refused', async () => {
  let reached = 0
  const listener = createListener(() => reached++).listen(0, '127.0.0.1')
  after(() => listener.close())
  await new Promise((resolve) => listener.once('listening', resolve))
  const { port } = listener.address() as AddressInfo
  const outbound = openOutbound({ outbound_allow: [] }, { lookup: names(['127.0.0.1'], ['127.0.0.1']) })
  const url = `https://rebind.example.com:${port}/`
  assert.equal(outbound.checkUrl(url), undefined)
  await assert.rejects(outbound.post(url, '{}'), /HILO_OUTBOUND_ALLOW/)
  await assert.rejects(strict.post(`https://127.0.0.1:${port}/`, '{}'), /HILO_OUTBOUND_ALLOW/)
  assert.equal(reached, 0)
})

test('Every call is checked: a name that becomes private after the first call is refused', async () => {
  const { port } = await listen((_, response) => response.end())
  const outbound = openOutbound({ outbound_allow: ['127.0.0.1'] }, { lookup: names(['127.0.0.1'], ['10.0.0.1']) })
  assert.equal((await outbound.post(`http://hook.example.com:${port}/`, '{}')).status, 200)
  await assert.rejects(outbound.post(`http://hook.example.com:${port}/`, '{}'), /HILO_OUTBOUND_ALLOW/)
})

test('An address needs https, no credentials, and a port that is not that of another service', () => {
  for (const url of [
    'https://example.com/hook',
    'https://example.com:80',
    'https://8.8.8.8:8443/',
    'https://8.8.8.8:9000/',
    'https://[2606:4700::1]/',
  ])
    assert.equal(strict.checkUrl(url), undefined, url)
  assert.match(strict.checkUrl('http://example.com/')!, /Only https .* HILO_OUTBOUND_ALLOW/)
  assert.match(strict.checkUrl('http://8.8.8.8/')!, /Only https .* HILO_OUTBOUND_ALLOW/)
  for (const url of ['https://user@example.com/', 'https://user:word@example.com/', 'https://:word@example.com/'])
    assert.match(strict.checkUrl(url)!, /name and password/, url)
  for (const port of [1, 22, 25, 81, 444, 1023, 3306, 5432, 6379, 9200, 11211, 27017])
    assert.match(strict.checkUrl(`https://example.com:${port}/`)!, /ports/)
  for (const url of [
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1:70/',
    'javascript:alert(1)',
    'data:,x',
  ])
    assert.match(strict.checkUrl(url)!, /https/, url)
  for (const url of ['', 'example.com', '/hook', 'https://', 'https://a b/', 'https://1.2.3.4.5/'])
    assert.match(strict.checkUrl(url) ?? '', /whole address/, url)
})

test('Plain http is allowed only for networks set by the operator', async () => {
  assert.equal(loopback.checkUrl('http://127.0.0.1:3000/'), undefined)
  assert.equal(loopback.checkUrl('http://localhost:3000/'), undefined)
  assert.equal(loopback.checkUrl('http://[::ffff:127.0.0.1]:3000/'), undefined)
  assert.equal(loopback.checkUrl('http://nodo.example.com/'), undefined)
  assert.match(loopback.checkUrl('http://8.8.8.8/')!, /Only https/)
  assert.match(loopback.checkUrl('https://10.0.0.1/')!, /10\.0\.0\.1 is not public/)
  const outbound = openOutbound({ outbound_allow: ['127.0.0.1'] }, { lookup: names(['8.8.8.8']) })
  await assert.rejects(outbound.post('http://nodo.example.com/', '{}'), /Only https/)
})

test('The posted body arrives unchanged, and the uncompressed response comes back', async () => {
  const { port, calls } = await listen((_, response) =>
    response.writeHead(202, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] }).end('¡Gracias!'),
  )
  const sent = JSON.stringify({ text: 'Ñandú' })
  const answer = await loopback.post(`http://localhost:${port}/hook?a=1`, sent, { 'webhook-id': 'evt_1' })
  assert.deepEqual([answer.status, answer.body], [202, '¡Gracias!'])
  assert.deepEqual([answer.headers['retry-after'], answer.headers['set-cookie']], ['7', 'a=1, b=2'])
  const [{ url, headers, body }] = calls as [(typeof calls)[number]]
  assert.deepEqual([url, body], ['/hook?a=1', sent])
  assert.deepEqual(
    [headers['webhook-id'], headers['content-type'], headers['accept-encoding'], headers['user-agent']],
    ['evt_1', 'application/json', 'identity', 'Hilo'],
  )
})

test('A redirect is not followed', async () => {
  const { port, calls } = await listen((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1/metadata' }).end(),
  )
  assert.equal((await loopback.post(`http://127.0.0.1:${port}/`, '{}')).status, 302)
  assert.equal(calls.length, 1)
})

test('Only the start of an endless response is read', async () => {
  let stopped = false
  const { port } = await listen((_, response) => {
    response.writeHead(200)
    const flood = () => {
      while (!stopped && response.write('x'.repeat(4096)));
    }
    response.on('drain', flood).on('close', () => (stopped = true))
    flood()
  })
  const { body } = await loopback.post(`http://127.0.0.1:${port}/`, '{}')
  assert.equal(body, 'x'.repeat(16 * 1024))
})

test('A server that never answers, or never finishes, times out', async () => {
  const impatient = openOutbound({ outbound_allow: ['127.0.0.1'] }, { timeout: 200 })
  const silent = await listen(() => {})
  await assert.rejects(impatient.post(`http://127.0.0.1:${silent.port}/`, '{}'), { name: 'TimeoutError' })
  const slow = await listen((_, response) => response.writeHead(200).write('...'))
  await assert.rejects(impatient.post(`http://127.0.0.1:${slow.port}/`, '{}'), { name: 'TimeoutError' })
})

test('A page is read up to the limit, and the result shows whether it is complete', async () => {
  const { port, calls } = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('página'),
  )
  const url = `http://127.0.0.1:${port}/doc`
  const { bytes, ...rest } = await loopback.get(url, { most: 7, headers: { accept: 'text/plain' } })
  assert.deepEqual([bytes.toString(), rest.whole, rest.status, rest.url], ['página', true, 200, url])
  assert.equal(rest.headers['content-type'], 'text/plain')
  assert.deepEqual([calls[0]?.headers.accept, calls[0]?.headers['accept-encoding']], ['text/plain', 'identity'])
  const part = await loopback.get(url, { most: 4 })
  assert.deepEqual([part.bytes.length, part.whole], [4, false])
})

test('Redirects are followed up to the limit, and only to allowed addresses', async () => {
  const { port, calls } = await listen((request, response) => {
    const to = new Map([
      ['/one', '/two'],
      ['/two', '/three'],
      ['/inside', 'http://169.254.169.254/latest/meta-data'],
      ['/file', 'file:///etc/passwd'],
      ['/user', `http://a:b@127.0.0.1:${port}/three`],
      ['/round', '/round'],
    ]).get(request.url!)
    if (to) response.writeHead(302, { location: to })
    response.end('fin')
  })
  const read = (path: string, redirects?: number) =>
    loopback.get(`http://127.0.0.1:${port}${path}`, { most: 10, ...(redirects !== undefined && { redirects }) })
  assert.equal((await read('/one')).status, 302)
  assert.equal((await read('/one', 1)).status, 302)
  const { url, status, bytes } = await read('/one', 2)
  assert.deepEqual([url, status, bytes.toString()], [`http://127.0.0.1:${port}/three`, 200, 'fin'])
  for (const path of ['/inside', '/file', '/user']) await assert.rejects(read(path, 3), { code: 'blocked' }, path)
  const known = calls.length
  assert.equal((await read('/round', 3)).status, 302)
  assert.equal(calls.length - known, 4)
})

test('A blocked address has its own error code', async () => {
  const rebound = openOutbound({ outbound_allow: [] }, { lookup: names(['10.0.0.1']) })
  const calls = [
    strict.post('https://127.0.0.1/', '{}'),
    strict.get('http://example.com/', { most: 1 }),
    rebound.post('https://hook.example.com/', '{}'),
  ]
  for (const call of calls) await assert.rejects(call, { code: 'blocked' })
})

test('Proxies of the environment are ignored', async () => {
  const proxy = await listen((_, response) => response.end('proxy'))
  const { port } = await listen((_, response) => response.end('direct'))
  for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy']) process.env[name] = `http://127.0.0.1:${proxy.port}`
  const outbound = openOutbound({ outbound_allow: ['127.0.0.1'] })
  assert.equal((await outbound.post(`http://127.0.0.1:${port}/`, '{}')).body, 'direct')
  for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy']) delete process.env[name]
  assert.equal(proxy.calls.length, 0)
})

test('An unreachable server, or one that does not speak HTTP, is an error', async () => {
  const { port } = await listen((_, response) => response.end())
  await assert.rejects(loopback.post(`https://127.0.0.1:${port}/`, '{}'))
  await assert.rejects(loopback.post('http://127.0.0.1:1024/', '{}'), /ECONNREFUSED/)
  await assert.rejects(loopback.post(`http://127.0.0.1:${port}/`, '{}', { 'x-evil': 'a\r\nb: c' }), /header/)
})

test('Invalid networks stop the start with an error', () => {
  for (const wrong of ['10.0.0.0/33', 'lan', '300.1.1.1', '12', '127.0.0.1/-1', ''])
    assert.throws(() => openOutbound({ outbound_allow: [wrong] }), /HILO_OUTBOUND_ALLOW must list networks/, wrong)
})
