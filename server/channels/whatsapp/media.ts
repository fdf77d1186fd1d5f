import { createHash } from 'node:crypto'
import { type Http, type HttpAnswer, HttpError, type MediaReference, type MediaResult } from '#kernel/connector.ts'
import { graphError, isOk, refusedBy } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { number, object, type Payload, text } from '#channels/meta/payload.ts'
import { whatsappRefusal } from './errors.ts'

/** Largest file WhatsApp passes on. */
const MAX_BYTES = 100 * 1024 * 1024
const MILLISECONDS = 120_000
const MAX_REDIRECTS = 3
/** Soon after somebody reconnects the inbox, its files arrive. */
const UNAUTHORISED_SECONDS = 60

type Source = { graph: Graph; http: Http; access_token: string; phone_number_id: string }

/** Looks the file's address up and reads it. Addresses live for minutes, ids for days. */
export async function fetchMedia(source: Source, reference: MediaReference): Promise<MediaResult> {
  try {
    let previous: Buffer | undefined
    for (let attempt = 0; attempt < 2; attempt++) {
      const found = await locate(source, reference.id)
      if (found.outcome !== 'located') return found
      if (found.size_bytes > MAX_BYTES) return { outcome: 'too_large' }
      const answer = await download(source, found.url)
      if (!answer || !isOk(answer)) {
        if (answer && (answer.status >= 500 || answer.status === 429)) return { outcome: 'retry' }
        continue
      }
      if (!answer.whole) return { outcome: 'too_large' }
      // The same bytes twice are the file, even if the digest is that of another version of it.
      if (hasDigest(answer.bytes, found.sha256 ?? reference.sha256) || previous?.equals(answer.bytes))
        return toMediaResult(answer, reference, found.content_type)
      previous = answer.bytes
    }
    return { outcome: 'retry' }
  } catch (error) {
    if (error instanceof HttpError) return { outcome: 'retry' }
    throw error
  }
}

type MediaLocation = {
  outcome: 'located'
  url: string
  size_bytes: number
  content_type: string | undefined
  sha256: string | undefined
}

/** Address and facts of a file by its id. */
async function locate({ graph, phone_number_id }: Source, id: string): Promise<MediaLocation | MediaResult> {
  const answer = await graph(encodeURIComponent(id), { query: { phone_number_id } })
  if (isOk(answer)) return readLocation(object(answer.json))
  const isMissing = graphError(answer.json)?.code === 100 || (!graphError(answer.json) && answer.status === 404)
  if (isMissing) return { outcome: 'gone', reason: 'WhatsApp no longer has the file; it keeps files for 7 days.' }
  const { failure, after_seconds } = refusedBy(answer, whatsappRefusal)
  if (failure.code === 'not_authorised') return { outcome: 'retry', after_seconds: UNAUTHORISED_SECONDS }
  if (failure.retryable) return after_seconds === undefined ? { outcome: 'retry' } : { outcome: 'retry', after_seconds }
  return { outcome: 'gone', reason: failure.provider?.message ?? failure.detail }
}

function readLocation({ url, file_size, mime_type, sha256 }: Payload): MediaLocation | MediaResult {
  const address = text(url)
  if (!address || !URL.canParse(address)) return { outcome: 'retry' }
  return {
    outcome: 'located',
    url: address,
    size_bytes: number(file_size) ?? 0,
    content_type: text(mime_type),
    sha256: text(sha256),
  }
}

/** Follows redirects by itself, because the token must not reach another host. */
async function download({ http, access_token }: Source, address: string): Promise<HttpAnswer | undefined> {
  const { origin } = new URL(address)
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const headers: Record<string, string> =
      new URL(url).origin === origin ? { authorization: `Bearer ${access_token}` } : {}
    const answer = await http(url, { headers, most: MAX_BYTES, milliseconds: MILLISECONDS })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || !location || !URL.canParse(location, url)) return answer
    url = new URL(location, url).href
  }
  return undefined
}

function hasDigest(bytes: Buffer, sha256: string | undefined): boolean {
  if (sha256 === undefined) return true
  const digest = createHash('sha256').update(bytes).digest()
  return digest.toString('base64') === sha256 || digest.toString('hex') === sha256.toLowerCase()
}

function toMediaResult(
  { bytes, headers }: HttpAnswer,
  reference: MediaReference,
  mime_type: string | undefined,
): MediaResult {
  const content_type = (mime_type ?? reference.content_type ?? headers['content-type'])?.split(';')[0]!.trim()
  return { outcome: 'fetched', bytes, content_type, file_name: reference.file_name }
}
