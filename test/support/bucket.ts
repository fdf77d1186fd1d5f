import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'

/** An S3 bucket in memory that verifies the signature (AWS version 4) of every request. */
export async function openBucket() {
  const settings = {
    bucket: 'files-of-hilo',
    region: 'sa-east-1',
    access_key_id: 'AKIDEXAMPLE',
    secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    prefix: 'mi negocio/',
  }
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const trouble = { status: 0 }

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    // Port numbers are reused: a retry meant for a server of another test can arrive here.
    if (!request.url!.startsWith(`/${settings.bucket}/`)) return response.writeHead(404).end()
    const wrong = trouble.status ? 'Trouble' : fault(request, body, settings)
    if (wrong) {
      refused.push(wrong)
      return response.writeHead(trouble.status || 403).end(`<Error><Code>${wrong}</Code></Error>`)
    }
    const path = decodeURIComponent(request.url!)
    const known = objects.get(path)
    if (request.method === 'PUT') {
      objects.set(path, body)
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    if (!known) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined) return response.writeHead(200, { 'content-length': known.length }).end(known)
    const range = `bytes ${first}-${last}/${known.length}`
    return response.writeHead(206, { 'content-range': range }).end(known.subarray(Number(first), Number(last) + 1))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { settings: { endpoint, ...settings }, objects, refused, trouble }
}

type Keys = { region: string; access_key_id: string; secret_access_key: string }

/** The S3 error code of an invalid request. */
function fault(request: IncomingMessage, body: Buffer, keys: Keys): string | undefined {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': sum } = request.headers
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    authorization,
  )
  if (!given || typeof date !== 'string') return 'AccessDenied'
  const [, credential, signed, signature] = given as unknown as [string, string, string, string]
  const scope = `${date.slice(0, 8)}/${keys.region}/s3/aws4_request`
  if (credential !== `${keys.access_key_id}/${scope}`) return 'InvalidAccessKeyId'
  if (!signed.split(';').includes('host')) return 'AccessDenied'
  const moment = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - moment) < 900_000)) return 'RequestTimeTooSkewed'
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return 'MissingContentLength'
    if (sum !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  }
  const [path, query = ''] = request.url!.split('?') as [string, string?]
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, path, query, headers.join(''), signed, sum].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, piece) => createHmac('sha256', secret).update(piece).digest(),
      `AWS4${keys.secret_access_key}`,
    )
  return createHmac('sha256', key).update(text).digest('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
