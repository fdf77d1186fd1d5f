import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findDemoInbox } from '#domains/access/public/visitors.ts'
import { attempt } from '#doors/attempt.ts'
import { drawHome } from '#doors/widget/demo-homes.ts'
import { demoPage, demoStyle } from '#doors/widget/demo-page.ts'
import type { Runtime } from '#kernel/runtime.ts'

// As strict as a site can be: the chat needs a script, a frame and requests, but no inline style or script.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(demoStyle).digest('base64')}'`,
  "connect-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A shop's site that shows the chat of the demo workspace, or of the inbox in `?inbox=`; and images for the demo properties. */
export function addDemoSite(app: FastifyInstance, { database, config }: Runtime): void {
  app.get('/demo', async (request, reply) => {
    const { inbox, lang } = request.query as { inbox?: unknown; lang?: unknown }
    const token = inbox === undefined ? await attempt(database, () => findDemoInbox(database.sql)) : String(inbox)
    const language = preferredLanguage(String(lang ?? request.headers['accept-language']))
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('vary', 'Accept-Language')
      .send(demoPage({ token, base_url: config.base_url, language }))
  })

  // The images are drawn, so that no files have to be shipped.
  app.get('/demo/homes/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'public, max-age=86400')
      .send(drawHome(name.replace(/\.svg$/, '')))
  })
}

/** The first language on the list that the page has, Spanish by default. */
function preferredLanguage(languages: string): 'es' | 'en' {
  return /\b(es|en)\b/i.exec(languages)?.[1]?.toLowerCase() === 'en' ? 'en' : 'es'
}
