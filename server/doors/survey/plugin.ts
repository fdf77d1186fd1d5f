import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { surveyCloses } from '#contract/records/quality.ts'
import { findSurvey, type Survey } from '#domains/access/public/surveys.ts'
import { attempt } from '#doors/attempt.ts'
import { toProblem } from '#doors/http.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { charge } from '#doors/rate-limit.ts'
import { noticePage, surveyPage, surveyStyle } from '#doors/survey/page.ts'
import type { Language } from '#doors/survey/words.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const CALLS_PER_MINUTE = 60

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(surveyStyle).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Options = { runtime: Runtime; registry: Registry }

/** The survey page. The link is all it takes to answer, so it is sent to no other site and kept by no cache. */
export async function surveyDoor(app: FastifyInstance, { runtime, registry }: Options): Promise<void> {
  const { database } = runtime
  const answer_survey = ['answer_survey', registry.answer_survey!] as const

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, new URLSearchParams(text as string)),
  )
  declareRoutes(app, { open: openLimits.survey })
  app.addHook('onRequest', async ({ address }) => charge(database, [`survey:${address}`], [CALLS_PER_MINUTE]))
  app.setErrorHandler((error, request, reply) => {
    const { status, extra } = toProblem(error, request)
    if (extra.retry_after) reply.header('retry-after', extra.retry_after)
    return show(reply, status, noticePage(languageOf(request), 'failed'))
  })

  const ask = async (request: FastifyRequest, reply: FastifyReply) => {
    const survey = await find(request)
    if (!survey) return show(reply, 404, noticePage(languageOf(request), 'missing'))
    if (isClosed(survey)) return show(reply, 410, closedPage(survey))
    return show(reply, 200, formPage(survey))
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const survey = await find(request)
    if (!survey) return show(reply, 404, noticePage(languageOf(request), 'missing'))
    if (isClosed(survey)) return show(reply, 410, closedPage(survey))
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const comment = (fields.get('comment') ?? '').replaceAll('\r\n', '\n')
    const rating = fields.get('rating') ?? ''
    if (!/^[1-5]$/.test(rating)) return show(reply, 422, formPage({ ...survey, comment }, true))
    const { token } = request.params as { token: string }
    const input = { token, rating: Number(rating), comment }
    await invoke(runtime, answer_survey, survey.actor, input, { request_id: request.id, ip: request.ip })
    return reply.redirect(`/survey/${token}`, 303)
  }

  // Classic clients expect the page under the second address.
  for (const url of ['/survey/:token', '/survey/responses/:token']) {
    app.get(url, ask)
    app.post(url, answer)
  }

  async function find(request: FastifyRequest): Promise<Survey | undefined> {
    const { token } = request.params as { token: string }
    const survey = await attempt(database, () => findSurvey(database.sql, token))
    request.actor = survey?.actor
    return survey
  }
}

function show(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(page)
}

function isClosed({ sent_at }: Survey): boolean {
  return surveyCloses(sent_at) <= new Date().toISOString()
}

function closedPage({ actor, inbox_name }: Survey): string {
  return noticePage(actor.account.locale, 'closed', inbox_name)
}

function formPage({ actor, sent_at, ...survey }: Survey, incomplete = false): string {
  const { locale: language, time_zone } = actor.account
  const answered = survey.rating !== null
  return surveyPage({ ...survey, language, time_zone, answered, closes_at: surveyCloses(sent_at), incomplete })
}

/** The language of the browser, for pages without a survey, and so without a workspace whose language to use. */
function languageOf({ headers }: FastifyRequest): Language {
  return /\b(es|en)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase() === 'en' ? 'en' : 'es'
}
