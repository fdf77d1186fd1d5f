import { type Http, type HttpAnswer, HttpError, type MediaReference, type MediaResult } from '#kernel/connector.ts'
import { isOk, refusedBy } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { messagingRefusal } from './errors.ts'

const MAX_BYTES = 100 * 1024 * 1024
const MILLISECONDS = 120_000
const MAX_REDIRECTS = 3
/** Soon after somebody reconnects the inbox, its files arrive. */
const UNAUTHORISED_SECONDS = 60

/** Reads a file from its address, which is open to all and expires; the message then leads to a new one. */
export async function fetchMedia(graph: Graph, http: Http, { id, url }: MediaReference): Promise<MediaResult> {
  try {
    const first = url === undefined ? undefined : await download(http, url)
    if (first && isOk(first)) return toMediaResult(first)
    if (first && (first.status >= 500 || first.status === 429)) return { outcome: 'retry' }
    const found = await locate(graph, id)
    if (typeof found !== 'string') return found
    const second = await download(http, found)
    return second && isOk(second) ? toMediaResult(second) : { outcome: 'retry' }
  } catch (error) {
    if (error instanceof HttpError) return { outcome: 'retry' }
    throw error
  }
}

/** A new address of the file at this position of a message. */
async function locate(graph: Graph, id: string): Promise<string | MediaResult> {
  const [mid = '', index = '0'] = id.split('#')
  const answer = await graph(encodeURIComponent(mid), { query: { fields: 'attachments' } })
  if (!isOk(answer)) {
    const { failure, after_seconds } = refusedBy(answer, messagingRefusal)
    if (failure.provider?.code.startsWith('190')) return { outcome: 'retry', after_seconds: UNAUTHORISED_SECONDS }
    if (failure.retryable)
      return after_seconds === undefined ? { outcome: 'retry' } : { outcome: 'retry', after_seconds }
    return { outcome: 'gone', reason: failure.provider?.message ?? failure.detail }
  }
  const file = objects(object(object(answer.json).attachments).data)[Number(index)]
  const address = file && addressOf(file)
  return address && URL.canParse(address) ? address : { outcome: 'gone', reason: 'Meta no longer has the file.' }
}

function addressOf({ image_data, video_data, audio_data, file_url }: Payload): string | undefined {
  const data = [image_data, video_data, audio_data].map((each) => text(object(each).url))
  return data.find((each) => each !== undefined) ?? text(file_url)
}

async function download(http: Http, address: string): Promise<HttpAnswer | undefined> {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await http(url, { most: MAX_BYTES, milliseconds: MILLISECONDS })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || !location || !URL.canParse(location, url)) return answer
    url = new URL(location, url).href
  }
  return undefined
}

function toMediaResult({ bytes, headers, whole }: HttpAnswer): MediaResult {
  if (!whole) return { outcome: 'too_large' }
  const file_name = /filename="?([^";]+)"?/i.exec(headers['content-disposition'] ?? '')?.[1]
  return { outcome: 'fetched', bytes, content_type: headers['content-type']?.split(';')[0]!.trim(), file_name }
}
