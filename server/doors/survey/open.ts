import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { surveyCloses } from '#contract/records/quality.ts'
import { findSurvey, type Survey } from '#domains/access/surveys.ts'
import { toProblem } from '#doors/http.ts'
import { noticePage, surveyPage, surveyStyle } from '#doors/survey/page.ts'
import type { Language } from '#doors/survey/words.ts'
import { charge } from '#doors/widget/gate.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

const CALLS_A_MINUTE = 60
const MOST_BYTES = 16 * 1024

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(surveyStyle).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page of a survey. Its link is all it takes to answer, so that it is told to nobody and kept by none in between. */
export function openSurvey(app: FastifyInstance, runtime: Runtime, registry: Registry): void {
  const { database } = runtime
  const answer_survey = ['answer_survey', registry.answer_survey!] as const

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(text as string)),
    )
    scope.addHook('onRequest', async (request) => charge(database, [`survey:${request.ip}`], [CALLS_A_MINUTE]))
    scope.setErrorHandler((error, request, reply) => {
      const { status, extra } = toProblem(error, request)
      if (extra.retry_after) reply.header('retry-after', extra.retry_after)
      return show(reply, status, noticePage(languageOf(request), 'failed'))
    })

    scope.get('/survey/:token', async (request, reply) => {
      const survey = await find(request)
      if (!survey) return show(reply, 404, noticePage(languageOf(request), 'missing'))
      if (isClosed(survey)) return show(reply, 410, closed(survey))
      return show(reply, 200, form(survey))
    })

    scope.post('/survey/:token', { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const survey = await find(request)
      if (!survey) return show(reply, 404, noticePage(languageOf(request), 'missing'))
      if (isClosed(survey)) return show(reply, 410, closed(survey))
      const said = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const comment = (said.get('comment') ?? '').replaceAll('\r\n', '\n')
      const rating = said.get('rating') ?? ''
      if (!/^[1-5]$/.test(rating)) return show(reply, 422, form({ ...survey, comment }, true))
      const { token } = request.params as { token: string }
      const input = { token, rating: Number(rating), comment }
      await invoke(runtime, answer_survey, survey.actor, input, { request_id: request.id, ip: request.ip })
      return reply.redirect(`/survey/${token}`, 303)
    })

    async function find(request: FastifyRequest): Promise<Survey | undefined> {
      const { token } = request.params as { token: string }
      const survey = await findSurvey(database.sql, token).catch(async (error) => {
        throw await asProblem(error, database)
      })
      request.actor = survey?.actor
      return survey
    }
  })
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

function closed({ actor, inbox_name }: Survey): string {
  return noticePage(actor.account.locale, 'closed', inbox_name)
}

function form({ actor, sent_at, ...survey }: Survey, incomplete = false): string {
  const { locale: language, time_zone } = actor.account
  const answered = survey.rating !== null
  return surveyPage({ ...survey, language, time_zone, answered, closes_at: surveyCloses(sent_at), incomplete })
}

/** Who has no survey has no workspace whose language to speak. */
function languageOf({ headers }: FastifyRequest): Language {
  return /\b(es|en)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase() === 'en' ? 'en' : 'es'
}
