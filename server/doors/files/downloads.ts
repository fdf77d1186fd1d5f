import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findFile } from '#domains/access/files.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { isGoodFileUrl, type StoredFile } from '#kernel/uploads.ts'

type Range = { first: number; last: number }

/** Where files are got from. */
type Storage = {
  get(file_key: string, range?: Range): Promise<{ stream: Readable; size: number } | undefined>
}

/** What a browser may show in place. Everything else is saved, so that no page of a stranger ever opens here. */
const SHOWN =
  /^(image\/(png|jpeg|gif|webp|avif)|audio\/(mpeg|ogg|wav|x-m4a|mp4|webm)|video\/(mp4|webm)|application\/pdf)$/

/** The files of messages and properties, for whoever has a signed address that is still good. */
export function openDownloads(app: FastifyInstance, runtime: Runtime, storage: Storage): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:account_id/:attachment_id/*',
    handler: async (request, reply) => {
      const file = await find(runtime, request)
      const range = rangeOf(request, file.size_bytes)
      if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.size_bytes}`).send()
      const stream = await open(runtime, storage, file, range)

      const inline = SHOWN.test(file.content_type)
      reply.headers({
        'content-type': inline ? file.content_type : 'application/octet-stream',
        'content-disposition': disposition(inline, file.file_name),
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=86400, immutable',
        'accept-ranges': 'bytes',
        'content-length': range ? range.last - range.first + 1 : file.size_bytes,
      })
      if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size_bytes}`)
      if (request.method === 'GET') return reply.send(stream)
      stream.destroy()
      return reply.send()
    },
  })
}

/** Whatever is wrong with an address, it is answered as one that never was. */
async function find({ database, secret }: Runtime, request: FastifyRequest): Promise<StoredFile> {
  const { account_id, attachment_id: id } = request.params as { account_id: string; attachment_id: string }
  const { expires, signature } = request.query as Record<string, string | string[] | undefined>
  const isId = /^\d{1,18}$/.test(account_id) && /^(property-)?\d{1,18}$/.test(id)
  if (!isId || typeof expires !== 'string' || typeof signature !== 'string') return missing()
  if (!isGoodFileUrl(secret, { account_id, id, expires, signature }, new Date())) return missing()
  const file = await findFile(database.sql, account_id, id).catch(async (error: unknown) => {
    throw await asProblem(error, database)
  })
  return file ?? missing()
}

async function open({ log }: Runtime, storage: Storage, file: StoredFile, range: Range | undefined): Promise<Readable> {
  const found = await storage.get(file.file_key, range).catch((error: unknown) => {
    log.error({ err: error }, 'a file could not be read')
    throw new Problem('unavailable', 'The file cannot be read just now; retry shortly.', { retry_after: 5 })
  })
  // Half a file is no file.
  if (found?.size === file.size_bytes) return found.stream
  found?.stream.destroy()
  return missing()
}

function missing(): never {
  reject('not_found', 'There is no such file, or its address is too old; read the message again for a fresh one.')
}

/** One range, as players ask for. Several at once, or one we cannot read, are answered with the whole. */
function rangeOf({ headers }: FastifyRequest, size: number): Range | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if ((!from && !to) || headers['if-range']) return undefined
  const first = from ? Number(from) : Math.max(0, size - Number(to))
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (from && to && Number(to) < first) return undefined
  return first <= last ? { first, last } : 'outside'
}

/** The name twice: in plain letters, and as it is (RFC 6266). */
function disposition(inline: boolean, file_name: string): string {
  const plain = file_name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const exact = encodeURIComponent(file_name).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`
}
