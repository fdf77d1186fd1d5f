import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { openLimits } from '#doors/open-routes.ts'

/** The script that sites include beside their own form (snippet.js). */
export function addSnippet(app: FastifyInstance): void {
  const snippet = readFileSync(new URL('./snippet.js', import.meta.url), 'utf8')

  app.get('/forms.js', { config: { open: openLimits.pages } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=600, stale-while-revalidate=86400')
      .send(snippet),
  )
}
