import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { frameAncestors, mayEmbed, rejectSite } from '#doors/widget/embedding.ts'
import { getSite } from '#doors/widget/site.ts'
import type { Runtime } from '#kernel/runtime.ts'

const dist = new URL('../../../dist/widget/', import.meta.url).pathname

/** The files of the chat: the loader script for any site, the panel shown in its frame, and the panel's assets. */
export async function addAssets(app: FastifyInstance, runtime: Runtime): Promise<void> {
  if (!existsSync(join(dist, 'panel/panel.html'))) return
  const panel = readFileSync(join(dist, 'panel/panel.html'))
  await app.register(staticFiles, {
    root: join(dist, 'panel/assets'),
    prefix: '/widget/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  })

  addScript(app, '/widget.js', 'loader/widget.js')
  // The address of the script in Chatwoot's snippet.
  addScript(app, '/packs/js/sdk.js', 'classic/sdk.js')

  app.get('/widget/panel', async (request, reply) => {
    const { inbox, origin } = request.query as { inbox?: unknown; origin?: unknown }
    const { settings } = await getSite(runtime, inbox)
    const { base_url } = runtime.config
    reply.header('content-security-policy', policy(settings.allowed_domains, base_url))
    // The policy restricts frames only; a window opened by another site would speak with it too.
    if (origin !== undefined && !mayEmbed(settings.allowed_domains, String(origin), base_url)) rejectSite()
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(panel)
  })
}

/** A script that runs on other sites, whose policies may require these headers of everything they load. */
function addScript(app: FastifyInstance, path: string, file: string): void {
  const script = readFileSync(join(dist, file))
  const tag = `"${createHash('sha1').update(script).digest('base64url')}"`
  app.get(path, (request, reply) => {
    reply.header('content-type', 'text/javascript; charset=utf-8')
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    reply.header('cache-control', 'public, max-age=600, stale-while-revalidate=86400').header('etag', tag)
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(script)
  })
}

/** Attachments are served from the public base URL, which may differ from the one the panel was opened by. */
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
