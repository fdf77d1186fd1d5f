import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { Problem, reject } from '#kernel/problem.ts'

/** One part of a form: a text, or a file when it has a file name. */
export type Part = { name: string; file_name: string | undefined; type: string; content: AsyncIterable<Buffer> }

type Headers = Record<string, string[]>

const STALLED = 60_000

export function isForm({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** The parts of a form while they arrive, each to be read before the next. No more than so many bytes are taken in all. */
export async function* readForm(request: IncomingMessage, most: number): AsyncGenerator<Part> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most)
  const limits = { maxHeaderPairs: 20, maxHeaderSize: 16 * 1024 }
  const parser = new Dicer({ boundary: boundaryOf(request), ...limits })
  const open = new Set<Readable>()
  parser.on('part', (part: Readable) => {
    open.add(part)
    // Its reader hears of a failure by reading; a part nobody reads must not end the process.
    part.on('error', () => {}).once('close', () => open.delete(part))
    part.once('header', (headers: Headers) => parser.emit('begun', part, headers))
  })

  const fail = (problem: Problem) => {
    for (const part of open) part.destroy(problem)
    parser.emit('error', problem)
  }
  let taken = 0
  const count = (piece: Buffer) => {
    if ((taken += piece.length) > most) fail(tooLarge(most))
  }
  const cut = () => {
    if (!request.complete) fail(unreadable())
  }

  // Whoever falls silent is let go.
  request.setTimeout(STALLED)
  request.on('data', count).once('close', cut)
  try {
    const begun = on(parser, 'begun', { close: ['finish'] })
    request.pipe(parser)
    for await (const [part, headers] of begun) yield describe(part as Readable, headers as Headers)
  } catch (error) {
    throw asProblem(error)
  } finally {
    parser.on('error', () => {})
    request.off('data', count).off('close', cut).unpipe(parser)
    // What is still on its way is let go by, or its sender would never come to read the answer.
    if (request.complete) request.setTimeout(0)
    else request.resume()
  }
}

function boundaryOf({ headers }: IncomingMessage): string {
  const boundary = parameters(headers['content-type'] ?? '').get('boundary')
  return boundary && boundary.length <= 70
    ? boundary
    : reject('invalid_request', 'The form does not name its boundary.')
}

function describe(part: Readable, headers: Headers): Part {
  const given = parameters(utf8(headers['content-disposition']?.[0] ?? ''))
  const name = given.get('name') ?? reject('invalid_request', 'A part of the form has no name.')
  const type = headers['content-type']?.[0]?.split(';')[0]!.trim().toLowerCase() ?? 'text/plain'
  return { name, file_name: given.get('filename*') ?? given.get('filename'), type, content: readPart(part) }
}

async function* readPart(part: Readable): AsyncGenerator<Buffer> {
  try {
    yield* part
  } catch (error) {
    throw asProblem(error)
  }
}

/** `form-data; name="x"; filename*=UTF-8''y`, by name. A name with a star is encoded as RFC 5987 says. */
function parameters(header: string): Map<string, string> {
  const found = header.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)
  const pairs = [...found].map(([, name, quoted, bare]): [string, string] => {
    // Browsers write a quote as %22, others with a backslash.
    const value = quoted?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? bare ?? ''
    return [name!.toLowerCase(), name!.endsWith('*') ? decoded(value) : value]
  })
  return new Map(pairs)
}

function decoded(extended: string): string {
  const [, charset = '', text = ''] = /^([\w-]*)'[^']*'(.*)$/.exec(extended) ?? []
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /^utf-?8$/i.test(charset) ? utf8(bytes) : bytes
}

/** Headers are read as bytes; browsers mean UTF-8. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : unreadable()
}

function unreadable(): Problem {
  return new Problem('invalid_request', 'The form is cut short or cannot be read; send it again.')
}

function tooLarge(most: number): Problem {
  return new Problem('payload_too_large', `A form may have ${Math.floor(most / 1024 / 1024)} MB in all.`)
}
