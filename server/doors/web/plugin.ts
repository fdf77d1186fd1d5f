import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { Problem } from '#kernel/problem.ts'

const dist = new URL('../../../dist/web/', import.meta.url).pathname
// Images of properties may be on any host, attachments not sent yet only in the browser (blob:), and images of e-mails in their text (data:).
const POLICY = [
  "default-src 'self'",
  "img-src 'self' blob: data: https:",
  "media-src 'self' blob: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/** Files with fixed names: of the installed app, and the script of the API reference. */
const named_files = {
  '/manifest.webmanifest': 'application/manifest+json',
  '/push-worker.js': 'text/javascript; charset=utf-8',
  '/reference.js': 'text/javascript; charset=utf-8',
  '/icons/app-192.png': 'image/png',
  '/icons/app-512.png': 'image/png',
  '/icons/app-maskable-512.png': 'image/png',
  '/icons/badge-96.png': 'image/png',
}

/** The web app: its assets, and its page at every URL below /app. */
export async function webDoor(app: FastifyInstance): Promise<void> {
  declareRoutes(app, { open: openLimits.pages })
  // MCP clients with a key look here for OAuth documents of /api/mcp; only a plain 404 makes them keep it.
  app.all('/.well-known/*', () => {
    throw new Problem('not_found', 'There is no such document here; authenticate with an API key.')
  })
  if (!existsSync(join(dist, 'index.html'))) return
  const pages = readPages()
  await app.register(staticFiles, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    preCompressed: true,
  })
  for (const [path, type] of Object.entries(named_files)) {
    const file = readFileSync(join(dist, path))
    // Their names never change, so browsers ask for a newer version each time.
    app.get(path, (_request, reply) =>
      reply.header('content-type', type).header('cache-control', 'no-cache').send(file),
    )
  }
  for (const path of ['/app', '/app/*']) {
    app.get(path, (request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-cache')
        .send(pageOf(request, pages)),
    )
  }
  app.get('/', (_request, reply) => reply.redirect('/app'))
}

type Page = { html: string; read?: Read }
type Pages = { plain: Page; byScreen: Map<string, Page> }
/** The read a screen begins with when its address has no filters. */
type Read = { name: string; input: object }

/** The page, and a variant for each screen that preloads the code of the screen and the session. */
function readPages(): Pages {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const screens: Record<string, { files: string[]; read?: Read }> = JSON.parse(
    readFileSync(join(dist, 'screens.json'), 'utf8'),
  )
  const byScreen = Object.entries(screens).map(([screen, { files, read }]): [string, Page] => {
    const page = addToHead(html, [linkToRead('/api/session?optional'), ...files.map(linkTo)])
    return [screen === 'inbox' ? 'conversations' : screen, { html: page, ...(read && { read }) }]
  })
  return { plain: { html }, byScreen: new Map(byScreen) }
}

const addToHead = (html: string, links: string[]) => html.replace('</head>', `${links.join('')}</head>`)
const linkTo = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`
const linkToRead = (path: string) =>
  `<link rel="preload" as="fetch" crossorigin href="${path.replaceAll('&', '&amp;')}">`

/**
 * The page of a URL, with the chosen theme set, so that the first paint is dark or light already. For a person with a
 * session it preloads the first read of the screen as well.
 */
function pageOf({ url, headers }: FastifyRequest, { plain, byScreen }: Pages): string {
  const [, account_id = '', screen = ''] = /^\/app\/(\d+)\/(\w+)/.exec(url) ?? []
  const { html, read } = byScreen.get(screen) ?? plain
  const cookies = headers.cookie ?? ''
  const theme = /(?:^|; )hilo\.theme=(light|dark)(?:;|$)/.exec(cookies)?.[1]
  const page = theme ? html.replace('<html', `<html data-theme="${theme}"`) : html
  if (!read || url.includes('?') || !/(?:^|; )(?:__Host-)?sid=/.test(cookies)) return page
  const query = new URLSearchParams({ account_id, input: JSON.stringify(read.input) })
  return addToHead(page, [linkToRead(`/api/app/reads/${read.name}?${String(query)}`)])
}
