import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
  const pages = readPages()
  await app.register(staticFiles, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    preCompressed: true,
  })
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

type Pages = { plain: string; of: Map<string, string> }

/** The page, and one for each screen that asks at once for what the screen is made of and for who looks at it. */
function readPages(): Pages {
  const plain = readFileSync(join(dist, 'index.html'), 'utf8')
  const screens = Object.entries<string[]>(JSON.parse(readFileSync(join(dist, 'screens.json'), 'utf8')))
  const of = screens.map(([screen, files]): [string, string] => {
    const links = ['<link rel="preload" as="fetch" crossorigin href="/api/session">', ...files.map(linkTo)]
    return [screen === 'inbox' ? 'conversations' : screen, plain.replace('</head>', `${links.join('')}</head>`)]
  })
  return { plain, of: new Map(of) }
}

const linkTo = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`

/** Dark or light from the first paint, where somebody has chosen. */
function pageOf({ url, headers }: FastifyRequest, { plain, of }: Pages): string {
  const page = of.get(/^\/app\/\d+\/(\w+)/.exec(url)?.[1] ?? '') ?? plain
  const theme = /(?:^|; )hilo\.theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1]
  return theme ? page.replace('<html', `<html data-theme="${theme}"`) : page
}
