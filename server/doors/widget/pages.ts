import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { frameAncestors } from '#doors/widget/embedding.ts'
import { getSite } from '#doors/widget/site.ts'
import type { Runtime } from '#kernel/runtime.ts'

const dist = new URL('../../../dist/widget/', import.meta.url).pathname

/** What a site's page loads of the chat: the loader, the panel in its frame, and the panel's files. */
export async function openWidgetPages(app: FastifyInstance, runtime: Runtime): Promise<void> {
  if (!existsSync(join(dist, 'panel/panel.html'))) return
  const loader = readFileSync(join(dist, 'loader/widget.js'))
  const tag = `"${createHash('sha1').update(loader).digest('base64url')}"`
  const panel = readFileSync(join(dist, 'panel/panel.html'))
  await app.register(staticFiles, {
    root: join(dist, 'panel/assets'),
    prefix: '/widget/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  })

  app.get('/widget.js', (request, reply) => {
    reply.header('content-type', 'text/javascript; charset=utf-8')
    // It stands in other people's pages, whatever their policy asks of what they load.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    reply.header('cache-control', 'public, max-age=600, stale-while-revalidate=86400').header('etag', tag)
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(loader)
  })

  app.get('/widget/panel', async (request, reply) => {
    const { settings } = await getSite(runtime, (request.query as { inbox?: unknown }).inbox)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy(settings.allowed_domains, runtime.config.base_url))
      .header('cache-control', 'no-cache')
      .send(panel)
  })
}

/** Files lie at our public address, which need not be the one the page was opened by. */
function policy(domains: readonly string[], base_url: string): string {
  const files = new URL(base_url).origin
  return [
    "default-src 'self'",
    `img-src 'self' blob: data: ${files}`,
    `media-src 'self' blob: ${files}`,
    `frame-ancestors ${frameAncestors(domains)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
