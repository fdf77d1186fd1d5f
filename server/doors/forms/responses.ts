import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicForm } from '#domains/access/public/forms.ts'
import { noticePage } from '#doors/forms/page.ts'
import { formStyle } from '#doors/forms/style.ts'
import { type Language, words } from '#doors/forms/words.ts'
import { sendProblem, toProblem } from '#doors/http.ts'

/** Whether a script sent the form, or a browser that shows the answer as a page. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return [headers['content-type'], headers.accept].some((type) => type?.includes('application/json'))
}

/** The same answer regardless of outcome, so that nobody learns who is a contact already, or is blocked. */
export function sendThanks(request: FastifyRequest, reply: FastifyReply, form: PublicForm): FastifyReply {
  const { redirect_url, thanks_message, token, actor } = form
  if (wantsJson(request))
    return reply.send({ thanks_message: thanks_message ?? words[actor.account.locale].thanks, redirect_url })
  return reply.redirect(redirect_url ?? `/forms/${token}?sent=1`, 303)
}

/** A page that says that the form is closed, or that there is none. */
export function sendUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { form } = request
  if (form) return sendPage(reply, 410, noticePage(form.actor.account.locale, 'closed', form.name))
  return sendPage(reply, 404, noticePage(languageOf(request), 'missing'))
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  base_url: string,
): FastifyReply {
  if (wantsJson(request)) return sendProblem(error, request, reply, base_url)
  const { status, extra } = toProblem(error, request)
  if (extra.retry_after) reply.header('retry-after', extra.retry_after)
  return sendPage(reply, status, noticePage(languageOf(request), 'failed'))
}

export function sendPage(reply: FastifyReply, status: number, page: string, form?: PublicForm): FastifyReply {
  return (
    reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy(form?.redirect_url ?? null))
      .header('x-frame-options', 'DENY')
      // The page must send its own origin with the form, which is checked against the allowed domains.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(page)
  )
}

const STYLE_HASH = createHash('sha256').update(formStyle).digest('base64')

/** Browsers check redirects against form-action too, so it includes the site the form redirects to. */
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

/** The language of the workspace, or of the browser where there is no form. */
function languageOf({ form, headers }: FastifyRequest): Language {
  if (form) return form.actor.account.locale
  return /\b(es|en)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase() === 'en' ? 'en' : 'es'
}
