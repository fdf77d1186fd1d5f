import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { Problem, reject } from '#kernel/problem.ts'

/** One part of a multipart form: a text, or a file when it has a file name. */
export type Part = { name: string; file_name: string | undefined; type: string; content: AsyncIterable<Buffer> }

type Headers = Record<string, string[]>

const STALL_TIMEOUT_MS = 60_000

export function isMultipart({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** Yields the parts of a form as they arrive; each must be read before the next. Rejects a form of more than `max_bytes`. */
export async function* readMultipart(request: IncomingMessage, max_bytes: number): AsyncGenerator<Part> {
  if (Number(request.headers['content-length'] ?? 0) > max_bytes) throw tooLarge(max_bytes)
  const limits = { maxHeaderPairs: 20, maxHeaderSize: 16 * 1024 }
  const parser = new Dicer({ boundary: boundaryOf(request), ...limits })
  const open = new Set<Readable>()
  parser.on('part', (part: Readable) => {
    open.add(part)
    // The reader of a part gets its error; the error of an unread part must not crash the process.
    part.on('error', () => {}).once('close', () => open.delete(part))
    part.once('header', (headers: Headers) => parser.emit('headers', part, headers))
  })

  const fail = (problem: Problem) => {
    for (const part of open) part.destroy(problem)
    parser.emit('error', problem)
  }
  let size = 0
  const count = (chunk: Buffer) => {
    if ((size += chunk.length) > max_bytes) fail(tooLarge(max_bytes))
  }
  const checkComplete = () => {
    if (!request.complete) fail(unreadable())
  }

  // A sender that stalls is disconnected.
  request.setTimeout(STALL_TIMEOUT_MS)
  request.on('data', count).once('close', checkComplete)
  try {
    const parts = on(parser, 'headers', { close: ['finish'] })
    request.pipe(parser)
    for await (const [part, headers] of parts) yield describe(part as Readable, headers as Headers)
  } catch (error) {
    throw asProblem(error)
  } finally {
    parser.on('error', () => {})
    request.off('data', count).off('close', checkComplete).unpipe(parser)
    // The rest of the body is discarded, or its sender would never get to read the answer.
    if (request.complete) request.setTimeout(0)
    else request.resume()
  }
}

function boundaryOf({ headers }: IncomingMessage): string {
  const boundary = parameters(headers['content-type'] ?? '').get('boundary')
  return boundary && boundary.length <= 70
    ? boundary
    : reject('invalid_request', 'The Content-Type of the form lacks its boundary; let your HTTP client set it.')
}

function describe(part: Readable, headers: Headers): Part {
  const disposition = parameters(utf8(headers['content-disposition']?.[0] ?? ''))
  const name =
    disposition.get('name') ?? reject('invalid_request', 'A part of the form has no name; give each part one.')
  const type = headers['content-type']?.[0]?.split(';')[0]!.trim().toLowerCase() ?? 'text/plain'
  return { name, file_name: disposition.get('filename*') ?? disposition.get('filename'), type, content: readPart(part) }
}

async function* readPart(part: Readable): AsyncGenerator<Buffer> {
  try {
    yield* part
  } catch (error) {
    throw asProblem(error)
  }
}

/** The parameters of a header such as `form-data; name="x"; filename*=UTF-8''y`. Those with a star are encoded by RFC 5987. */
function parameters(header: string): Map<string, string> {
  const matches = header.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)
  const pairs = [...matches].map(([, name, quoted, bare]): [string, string] => {
    // Browsers escape a quote as %22, other clients with a backslash.
    const value = quoted?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? bare ?? ''
    return [name!.toLowerCase(), name!.endsWith('*') ? decodeExtended(value) : value]
  })
  return new Map(pairs)
}

function decodeExtended(extended: string): string {
  const [, charset = '', text = ''] = /^([\w-]*)'[^']*'(.*)$/.exec(extended) ?? []
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /^utf-?8$/i.test(charset) ? utf8(bytes) : bytes
}

/** Headers are parsed as bytes, but browsers send UTF-8. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : unreadable()
}

function unreadable(): Problem {
  return new Problem('invalid_request', 'The form is incomplete or malformed; send it again.')
}

function tooLarge(max_bytes: number): Problem {
  return new Problem('payload_too_large', `A form may be up to ${Math.floor(max_bytes / 1024 / 1024)} MB in total.`)
}
