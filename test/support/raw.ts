import { request } from 'node:http'

export type Answer = {
  status: number
  headers: Record<string, string>
  text: string
  body: Record<string, unknown> & {
    code?: string
    detail?: string
    request_id?: string
    errors?: { pointer?: string; parameter?: string; code: string }[]
  }
}

type Options = {
  /** Names and values in turn, as sent over the wire, so that a header may repeat. */
  headers?: string[]
  body?: string | Buffer
  /** Sends the body without a content length. */
  chunked?: boolean
}

/** Sends a request exactly as given; fetch would correct or refuse some of them. */
export function raw(url: string, method: string, path: string, options: Options = {}): Promise<Answer> {
  const { hostname, port, host } = new URL(url)
  const { headers = [], body, chunked = false } = options
  const length = chunked || method === 'GET' ? [] : ['content-length', String(Buffer.byteLength(body ?? ''))]
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: ['host', host, ...headers, ...length] })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          text,
          body: text.startsWith('{') ? JSON.parse(text) : {},
        })
      })
    })
    // Sent separately, so that Node.js adds no content length.
    if (chunked) sent.flushHeaders()
    if (body !== undefined) sent.write(body)
    sent.end()
  })
}
