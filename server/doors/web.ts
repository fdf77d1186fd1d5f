import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#kernel/problem.ts'

const dist = new URL('../../dist/web/', import.meta.url).pathname
// Pictures of properties may lie anywhere, files in a bucket, and what is about to be sent only in the browser.
const POLICY = [
  "default-src 'self'",
  "img-src 'self' blob: https:",
  "media-src 'self' blob: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/** The web app: its files, and its page for every address a person may open. */
export async function openWeb(app: FastifyInstance): Promise<void> {
  // Clients look here for OAuth documents; anything but a plain 404 would make them drop a working key.
  app.all('/.well-known/*', () => {
    throw new Problem('not_found', 'There is no such document here.')
  })
  if (!existsSync(join(dist, 'index.html'))) return
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  await app.register(staticFiles, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    preCompressed: true,
  })
  for (const path of ['/app', '/app/*']) {
    app.get(path, (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-cache')
        .send(page),
    )
  }
  app.get('/', (_request, reply) => reply.redirect('/app'))
}
