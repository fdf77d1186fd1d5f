import type { FastifyInstance } from 'fastify'
import { findDownload, openDownload, type Range, readRange, type Storage } from '#doors/files/downloads.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Types a browser may display. Everything else is downloaded, so that no page of a stranger ever opens on our origin. */
const DISPLAYED =
  /^(image\/(png|jpeg|gif|webp|avif)|audio\/(mpeg|ogg|wav|x-m4a|mp4|webm)|video\/(mp4|webm)|application\/pdf)$/

type Options = { runtime: Runtime; storage: Storage }

/** Downloads of the files of messages and properties, by signed URLs that expire. */
export async function filesDoor(app: FastifyInstance, { runtime, storage }: Options): Promise<void> {
  declareRoutes(app, { open: openLimits.files })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:account_id/:file_id/:expires/:signature/*',
    handler: async (request, reply) => {
      const file = await findDownload(runtime, request)
      const range = readRange(request, file.size_bytes)
      if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.size_bytes}`).send()
      const stream = await openDownload(runtime, storage, file, range)

      const inline = DISPLAYED.test(file.content_type)
      reply.headers({
        'content-type': inline ? file.content_type : 'application/octet-stream',
        'content-disposition': disposition(inline, file.file_name),
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=86400, immutable',
        'accept-ranges': 'bytes',
        'content-length': range ? range.last - range.first + 1 : file.size_bytes,
      })
      if (range) reply.code(206).header('content-range', contentRange(range, file.size_bytes))
      if (request.method === 'GET') return reply.send(stream)
      stream.destroy()
      return reply.send()
    },
  })
}

function contentRange({ first, last }: Range, size: number): string {
  return `bytes ${first}-${last}/${size}`
}

/** The file name in ASCII and in UTF-8 (RFC 6266). */
function disposition(inline: boolean, file_name: string): string {
  const ascii = file_name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const utf8 = encodeURIComponent(file_name).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
