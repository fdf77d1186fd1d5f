import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Drafts } from '#gateways/files/drafts.ts'
import type { Files } from './file-storage.ts'

/** A bucket of Amazon S3 or a compatible service. */
export type S3 = {
  endpoint: string
  bucket: string
  region: string
  access_key_id: string
  secret_access_key: string
  prefix: string
}

const TIMEOUT = 30_000

/** Files in a bucket, at `<endpoint>/<bucket>/<prefix><file_key>`. */
export function openS3(settings: S3, drafts: Drafts): Files {
  const { endpoint, bucket, region, access_key_id, secret_access_key, prefix } = settings
  const client = new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    region,
    service: 's3',
  })

  const request = async (method: string, file_key: string, statuses: number[], init: RequestInit = {}) => {
    const request = await client.sign(`${endpoint}/${bucket}/${prefix}${file_key}`, { method, ...init })
    // The response must start in time; reading a large one may take longer.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error(`The bucket did not answer in ${TIMEOUT} ms.`)), TIMEOUT)
    const answered = fetch(request, { redirect: 'manual', signal: late.signal })
    const response = await answered.finally(() => clearTimeout(timer))
    if (statuses.includes(response.status)) return response
    // Error texts of a bucket contain no secrets and help the operator.
    throw new Error(`The bucket answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
  }

  return {
    // The bucket needs size and checksum in advance, so the content is stored here first.
    put: async (file_key, content) => {
      const hash = createHash('sha256')
      let size = 0
      const measured = observed(content, (piece) => {
        hash.update(piece)
        size += piece.length
      })
      const draft = await drafts.write(measured)
      try {
        const headers = { 'content-length': String(size), 'x-amz-content-sha256': hash.digest('hex') }
        const body = size > 0 ? Readable.toWeb(createReadStream(draft)) : ''
        await close(await request('PUT', file_key, [200], { headers, body } as RequestInit))
      } finally {
        await rm(draft, { force: true })
      }
    },

    get: async (file_key, range) => {
      const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {}
      const response = await request('GET', file_key, [range ? 206 : 200, 404], { headers })
      if (response.status === 404) return close(response)
      const size = range ? response.headers.get('content-range')?.split('/')[1] : response.headers.get('content-length')
      return { stream: Readable.fromWeb(response.body as ReadableStream), size: Number(size) }
    },

    remove: async (file_key) => close(await request('DELETE', file_key, [204, 200, 404])),
  }
}

async function* observed(content: AsyncIterable<Uint8Array>, see: (piece: Uint8Array) => void) {
  for await (const piece of content) {
    see(piece)
    yield piece
  }
}

/** An unread response would keep its connection open. */
async function close(response: Response): Promise<undefined> {
  await response.body?.cancel()
}
