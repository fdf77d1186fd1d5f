import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findDemoInbox } from '#domains/access/visitors.ts'
import { drawHome } from '#doors/widget/demo-homes.ts'
import { demoPage, demoStyle } from '#doors/widget/demo-page.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

// As strict as a site can be: the chat needs a script, a frame and a request, and no style or script written in the page.
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

/** For the demo workspace: pictures of its homes, and a small shop's site that shows the chat of the demo workspace, or of the inbox in `?inbox=`. */
export function openDemoSite(app: FastifyInstance, { database, config }: Runtime): void {
  app.get('/demo', async (request, reply) => {
    const { inbox, lang } = request.query as { inbox?: unknown; lang?: unknown }
    const token = inbox === undefined ? await findInbox() : String(inbox)
    const language = chosen(String(lang ?? request.headers['accept-language']))
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('vary', 'Accept-Language')
      .send(demoPage({ token, base_url: config.base_url, language }))
  })

  /** What the homes of the demo catalog look like; drawn, so that nothing has to be brought along. */
  app.get('/demo/homes/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'public, max-age=86400')
      .send(drawHome(name.replace(/\.svg$/, '')))
  })

  async function findInbox(): Promise<string | undefined> {
    try {
      return await findDemoInbox(database.sql)
    } catch (error) {
      throw await asProblem(error, database)
    }
  }
}

/** The first of the languages somebody names that we speak. */
function chosen(wanted: string): 'es' | 'en' {
  return /\b(es|en)\b/i.exec(wanted)?.[1]?.toLowerCase() === 'en' ? 'en' : 'es'
}
