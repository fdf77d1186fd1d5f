import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { JSON_TYPE } from '#doors/http.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { buildDocument } from '#doors/openapi/document.ts'
import { referencePage } from '#doors/openapi/reference-page.ts'
import { referenceStyle } from '#doors/openapi/reference-style.ts'
import { referenceWords } from '#doors/openapi/reference-words.ts'
import type { Registry } from '#kernel/operation.ts'
import { codes } from '#kernel/problem.ts'

type Options = { registry: Registry; base_url: string }

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'`,
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** The description of the REST API for programs (`openapi.json`) and for people (`/docs`). */
export async function openapiDoor(app: FastifyInstance, { registry, base_url }: Options): Promise<void> {
  let built: ReturnType<typeof buildReference> | undefined
  // Built once, for the first reader: it would take a seventh of every start.
  const reference = () => (built ??= buildReference(registry, base_url))
  declareRoutes(app, { open: openLimits.reference })

  app.get('/api/v1/openapi.json', (_request, reply) => reply.header('content-type', JSON_TYPE).send(reference().json))

  // The `type` of a problem is a URL, which leads to the meaning of its code.
  app.get('/problems/:code', (request, reply) =>
    reply.redirect(`/docs#${encodeURIComponent((request.params as { code: string }).code)}`),
  )

  app.get('/docs', (request, reply) => {
    const { language } = request.query as { language?: unknown }
    const { headers } = request
    const { page, compressed } = reference().pages[preferred(String(language ?? headers['accept-language']))]
    const isCompressed = /\bbr\b/.test(String(headers['accept-encoding']))
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('vary', 'Accept-Language, Accept-Encoding')
      .headers(isCompressed ? { 'content-encoding': 'br' } : {})
      .send(isCompressed ? compressed : page)
  })
}

/** Buffers are sent as they are; a text would be encoded again, and held in memory, for every reader. */
function buildReference(registry: Registry, base_url: string) {
  const document = buildDocument(registry, base_url)
  const pageIn = (language: keyof typeof referenceWords) => {
    const page = Buffer.from(referencePage(document, codes, referenceWords[language]))
    return { page, compressed: brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) }
  }
  return { json: Buffer.from(JSON.stringify(document)), pages: { en: pageIn('en'), es: pageIn('es') } }
}

/** The first language on the list that the page has, English by default like the API itself. */
function preferred(languages: string): 'es' | 'en' {
  return /\b(es|en)\b/i.exec(languages)?.[1]?.toLowerCase() === 'es' ? 'es' : 'en'
}
