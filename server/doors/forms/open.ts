import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { touch_fields } from '#contract/records/lead-form.ts'
import { findForm, type PublicForm } from '#domains/access/forms.ts'
import { formPage, noticePage, type Sent, START, thanksPage, TRAP } from '#doors/forms/page.ts'
import { issueStart, judgeStart } from '#doors/forms/started.ts'
import { formStyle } from '#doors/forms/style.ts'
import { type Language, words } from '#doors/forms/words.ts'
import { refuse, toProblem } from '#doors/http.ts'
import { mayEmbed } from '#doors/widget/embedding.ts'
import { charge } from '#doors/widget/gate.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The form an address stands for. */
    form?: PublicForm | undefined
  }
}

const CALLS_A_MINUTE = 60
const SENT_A_MINUTE = { address: 20, form: 300 }
const MOST_BYTES = 32 * 1024

/**
 * The page of a form, and where forms on other sites send what was filled in. Nothing here looks at a cookie: whoever
 * has the link may send it from anywhere, so that there is nothing another site could do in a visitor's name.
 */
export function openForms(app: FastifyInstance, runtime: Runtime, registry: Registry): void {
  const { database, secret, config } = runtime
  const submit_lead_form = ['submit_lead_form', registry.submit_lead_form!] as const
  const snippet = readFileSync(new URL('./snippet.js', import.meta.url), 'utf8')

  app.get('/forms.js', (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=600, stale-while-revalidate=86400')
      .send(snippet),
  )

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, firstOfEach(new URLSearchParams(text as string))),
    )
    scope.addHook('onRequest', enter)
    scope.setErrorHandler((error, request, reply) => {
      if (wantsJson(request)) return refuse(error, request, reply, config.base_url)
      const { status, extra } = toProblem(error, request)
      if (extra.retry_after) reply.header('retry-after', extra.retry_after)
      return show(reply, status, noticePage(languageOf(request), 'failed'))
    })

    scope.get('/forms/:token', async (request, reply) => {
      const { form } = request
      if (!form?.active) return show(reply, form ? 410 : 404, unavailable(request))
      const query = request.query as Record<string, unknown>
      if (query.sent !== undefined) return show(reply, 200, thanksPage(form), form)
      const referer = foreign(request.headers.referer)
      const sent = { referer, ...query }
      return show(reply, 200, formPage(form, { sent, started: issueStart(secret, form.id) }), form)
    })

    scope.get('/forms/:token/start', async (request, reply) => {
      const form = request.form?.active ? request.form : missing()
      return reply.header('cache-control', 'no-store').send({ started: issueStart(secret, form.id) })
    })

    scope.options('/forms/:token', async (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '600')
        .send(),
    )

    scope.post('/forms/:token', { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const { form } = request
      if (!form?.active && !wantsJson(request)) return show(reply, form ? 410 : 404, unavailable(request))
      if (!form?.active) missing()
      await charge(
        database,
        [`form-sent:${request.ip}`, `form:${form.id}`],
        [SENT_A_MINUTE.address, SENT_A_MINUTE.form],
      )
      const sent = readSent(request)
      // Only programs fill in what no person sees. They are thanked like everybody, and learn nothing.
      if (sent[TRAP]) return thank(request, reply, form)
      const pace = typeof sent[START] === 'string' ? judgeStart(secret, form.id, sent[START]) : 'fine'
      if (pace !== 'fine' && wantsJson(request))
        reject('invalid_value', 'This was sent too fast, or began too long ago; send it again.', START)
      if (pace !== 'fine') {
        const started = pace === 'hasty' ? String(sent[START]) : issueStart(secret, form.id)
        return show(reply, 422, formPage(form, { sent, started, again: true }), form)
      }
      const wrong = await submit(request, form, sent)
      if (wrong && wantsJson(request)) throw wrong
      if (wrong) {
        const started = issueStart(secret, form.id, Date.now() - 3_000)
        return show(reply, 422, formPage(form, { sent, started, errors: wrong.extra.errors ?? [] }), form)
      }
      return thank(request, reply, form)
    })
  })

  /** Finds the form before the body is read, and says who may hear the answer. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('vary', 'Origin, Referer, Accept')
    await charge(database, [`form:${request.ip}`], [CALLS_A_MINUTE])
    const { token = '' } = request.params as { token?: string }
    request.form = await findForm(database.sql, token).catch(async (error) => {
      throw await asProblem(error, database)
    })
    request.actor = request.form?.actor
    const { origin, referer } = request.headers
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const allowed = mayEmbed(request.form?.allowed_domains ?? [], origin ?? referer, config.base_url)
    if (origin && allowed) reply.header('access-control-allow-origin', origin)
    if (!allowed && !isRead)
      reject(
        'permission_denied',
        'This form may not be sent from this site; add its domain to the form’s allowed domains.',
      )
  }

  /** Makes the lead. What was wrong with the answers is answered, to be shown beside them. */
  async function submit(request: FastifyRequest, form: PublicForm, sent: Sent): Promise<Problem | undefined> {
    const answers = pick(
      sent,
      form.fields.map(({ key }) => key),
    )
    const touch = { landing_page: foreign(request.headers.referer), ...shortened(pick(sent, touch_fields)) }
    const input = { lead_form_id: form.id, answers, ...touch }
    try {
      await invoke(runtime, submit_lead_form, form.actor, input, { request_id: request.id, ip: request.ip })
      return undefined
    } catch (error) {
      if (error instanceof Problem && error.status < 500 && error.extra.errors) return error
      throw error
    }
  }

  /** A page of another site; that somebody came from our own page tells nothing. */
  function foreign(address: string | undefined): string | undefined {
    const isPage = address !== undefined && address.length <= 2000 && URL.canParse(address)
    return isPage && new URL(address).origin !== new URL(config.base_url).origin ? address : undefined
  }
}

/** The same answer whatever became of it: who may be a contact already, or be blocked, is nobody's business. */
function thank(request: FastifyRequest, reply: FastifyReply, form: PublicForm): FastifyReply {
  const { redirect_url, thanks_message, token, actor } = form
  if (wantsJson(request))
    return reply.send({ thanks_message: thanks_message ?? words[actor.account.locale].thanks, redirect_url })
  return reply.redirect(redirect_url ?? `/forms/${token}?sent=1`, 303)
}

function show(reply: FastifyReply, status: number, page: string, form?: PublicForm): FastifyReply {
  return (
    reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy(form?.redirect_url ?? null))
      .header('x-frame-options', 'DENY')
      // Its own page must tell where it stands, or what it sends would come from nowhere.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(page)
  )
}

const STYLE_HASH = createHash('sha256').update(formStyle).digest('base64')

/** Where the form may send its visitor on to is part of where it may be sent. */
function policy(redirect_url: string | null): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    'img-src data:',
    `form-action 'self'${redirect_url ? ` ${new URL(redirect_url).origin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return [headers['content-type'], headers.accept].some((type) => type?.includes('application/json'))
}

function readSent({ body }: FastifyRequest): Sent {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Sent) : {}
}

/** Of what is named twice, the first that was filled in. */
function firstOfEach(params: URLSearchParams): Sent {
  const names = [...new Set(params.keys())]
  return Object.fromEntries(names.map((name) => [name, params.getAll(name).find(Boolean) ?? '']))
}

function pick(sent: Sent, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(sent, key) && sent[key] !== null).map((key) => [key, sent[key]]),
  )
}

/** Addresses grow without bound, and no lead is to be lost for where it came from. */
function shortened(touch: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(touch).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.map(([key, value]) => [key, (value as string).slice(0, LONGEST[key] ?? 255)]))
}

const LONGEST: Readonly<Record<string, number>> = {
  gclid: 500,
  fbclid: 500,
  ctwa_clid: 500,
  referer: 2000,
  landing_page: 2000,
}

function unavailable(request: FastifyRequest): string {
  const { form } = request
  return form ? noticePage(form.actor.account.locale, 'closed', form.name) : noticePage(languageOf(request), 'missing')
}

function missing(): never {
  return reject('not_found', 'There is no form at this address, or it was closed.')
}

/** Where there is no form there is no workspace whose language to speak. */
function languageOf({ form, headers }: FastifyRequest): Language {
  if (form) return form.actor.account.locale
  return /\b(es|en)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase() === 'en' ? 'en' : 'es'
}
