import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { PushMessage } from '#domains/people/push/rules.ts'

type Answer = { status: number; meanwhile?: () => Promise<unknown> }

/** A local push service. It knows the keys of its browsers, so that tests read the messages it holds for them. */
export async function openPushService() {
  const browsers = new Map<string, Browser>()
  let answer: Answer = { status: 201 }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const browser = browsers.get(request.url!)
    const { status, meanwhile }: Answer = browser ? answer : { status: 410 }
    if (browser && status === 201)
      browser.received.push(JSON.parse(decrypt(Buffer.concat(pieces), browser)) as PushMessage)
    await meanwhile?.()
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** The subscription of a new browser, and the messages the service received for it. */
    addBrowser() {
      const pair = createECDH('prime256v1')
      const [p256dh, auth] = [pair.generateKeys(), randomBytes(16)]
      const path = `/send/${randomBytes(8).toString('hex')}`
      const browser: Browser = { pair, auth, received: [] }
      browsers.set(path, browser)
      const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
      return { endpoint: url + path, keys, received: browser.received }
    },
    /** Sets its answers from now on. */
    answers: (how: Answer) => void (answer = how),
  }
}

type Browser = { pair: ReturnType<typeof createECDH>; auth: Buffer; received: PushMessage[] }

/** Decrypts as a browser does (RFC 8291). */
function decrypt(body: Buffer, { pair, auth }: Browser): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + length)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, size))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const shared = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const plain = Buffer.concat([decipher.update(body.subarray(21 + length, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}
