import type { FastifyReply, FastifyRequest } from 'fastify'
import { touch_fields } from '#contract/records/lead-form.ts'
import type { PublicForm } from '#domains/access/public/forms.ts'
import { formPage, type FormValues, START_FIELD, TRAP_FIELD } from '#doors/forms/page.ts'
import { sendPage, sendThanks, wantsJson } from '#doors/forms/responses.ts'
import { checkStartToken, issueStartToken } from '#doors/forms/start-token.ts'
import { charge } from '#doors/rate-limit.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const SUBMISSIONS_PER_MINUTE = { ip: 20, form: 300 }

/** Handles a submitted form: bots are thanked and ignored, mistakes are shown beside their question, the rest becomes a lead. */
export function createSubmitHandler(runtime: Runtime, registry: Registry) {
  const { database, secret } = runtime
  const submit_lead_form = ['submit_lead_form', registry.submit_lead_form!] as const

  return async (request: FastifyRequest, reply: FastifyReply, form: PublicForm): Promise<FastifyReply> => {
    const { ip, form: perForm } = SUBMISSIONS_PER_MINUTE
    await charge(database, [`form-sent:${request.address}`, `form:${form.id}`], [ip, perForm])
    const values = readValues(request)
    // Only bots fill in the hidden field. They get the same thanks as everybody, and learn nothing.
    if (values[TRAP_FIELD]) return sendThanks(request, reply, form)

    const start = values[START_FIELD]
    const pace = typeof start === 'string' ? checkStartToken(secret, form.id, start) : 'fine'
    if (pace !== 'fine' && wantsJson(request))
      reject('invalid_value', 'The form was sent too fast, or was opened too long ago; send it again.', START_FIELD)
    if (pace !== 'fine') {
      const next = pace === 'hasty' ? String(start) : issueStartToken(secret, form.id)
      return sendPage(reply, 422, formPage(form, { values, start: next, again: true }), form)
    }

    const mistakes = await submit(request, form, values)
    if (!mistakes) return sendThanks(request, reply, form)
    if (wantsJson(request)) throw mistakes
    // Backdated, so that a quick correction does not count as hasty.
    const next = issueStartToken(secret, form.id, Date.now() - 3_000)
    return sendPage(reply, 422, formPage(form, { values, start: next, errors: mistakes.extra.errors ?? [] }), form)
  }

  /** Creates the lead. Mistakes in the answers are returned, to be shown beside them. */
  async function submit(request: FastifyRequest, form: PublicForm, values: FormValues): Promise<Problem | undefined> {
    const answers = pick(
      values,
      form.fields.map(({ key }) => key),
    )
    const landing_page = externalUrl(request.headers.referer, runtime.config.base_url)
    const touch = { landing_page, ...truncate(pick(values, touch_fields)) }
    const input = { lead_form_id: form.id, answers, ...touch }
    try {
      await invoke(runtime, submit_lead_form, form.actor, input, { request_id: request.id, ip: request.ip })
      return undefined
    } catch (error) {
      if (error instanceof Problem && error.status < 500 && error.extra.errors) return error
      throw error
    }
  }
}

/** Reads a URL-encoded form. Of a field that is sent twice, the first value that is not empty counts. */
export function readUrlEncoded(text: string): FormValues {
  const params = new URLSearchParams(text)
  const names = [...new Set(params.keys())]
  return Object.fromEntries(names.map((name) => [name, params.getAll(name).find(Boolean) ?? '']))
}

/** The URL when it is a page of another site; our own page says nothing about where a visitor came from. */
export function externalUrl(url: string | undefined, base_url: string): string | undefined {
  const isPage = url !== undefined && url.length <= 2000 && URL.canParse(url)
  return isPage && new URL(url).origin !== new URL(base_url).origin ? url : undefined
}

function readValues({ body }: FastifyRequest): FormValues {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as FormValues) : {}
}

function pick(values: FormValues, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(values, key) && values[key] !== null).map((key) => [key, values[key]]),
  )
}

/** Cuts attribution to its maximum length: URLs grow without bound, and no lead must be lost over one. */
function truncate(touch: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(touch).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.map(([key, value]) => [key, (value as string).slice(0, MAX_LENGTHS[key] ?? 255)]))
}

const MAX_LENGTHS: Readonly<Record<string, number>> = {
  gclid: 500,
  fbclid: 500,
  ctwa_clid: 500,
  referer: 2000,
  landing_page: 2000,
}
