import type { WidgetSettings } from '#contract/records/inbox.ts'
import type { Language } from '#widget/language.ts'

export type Session = { token: string; settings: Required<WidgetSettings>; locale: Language; inbox_name: string }

/** A failed request, as the server describes it. Status 0 means the server could not be reached. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly retry_after: number

  constructor(status: number, code: string, detail: string, retry_after = 0) {
    super(detail)
    this.status = status
    this.code = code
    this.retry_after = retry_after
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    const isTransient = this.status === 0 || this.status >= 500 || [408, 425, 429].includes(this.status)
    return isTransient || this.code === 'request_in_progress'
  }
}

/** Requests with the visitor's token. When the server rejects the token, it is renewed once and the request repeated. */
export function openApi(inbox: string, storedToken: string | null, onRenewed: (session: Session) => void) {
  let token = storedToken
  let renewing: Promise<Session> | undefined

  const start = async (): Promise<Session> => {
    const session = await request<Session>('POST', '/session', { inbox, ...(token && { token }) }, null)
    token = session.token
    return session
  }
  const renew = () =>
    (renewing ??= start().finally(() => {
      renewing = undefined
    }))
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const used = token
    try {
      return await request<T>(method, path, body, used)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error
      if (token === used) onRenewed(await renew())
      return request<T>(method, path, body, token)
    }
  }
  return { start, renew, call, token: () => token!, use: (next: string) => (token = next) }
}

export type Api = ReturnType<typeof openApi>

export const ROOT = '/api/v1/widget'

async function request<T>(method: string, path: string, body: object | undefined, token: string | null): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(ROOT + path, {
    method,
    credentials: 'omit',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(isForm ? 180_000 : 30_000),
  }).catch(() => undefined)
  if (!response) throw new Problem(0, 'unreachable', '')
  if (response.ok) return (await response.json().catch(() => ({}))) as T
  const { code = 'internal', detail = '' } = (await response.json().catch(() => ({}))) as {
    code?: string
    detail?: string
  }
  throw new Problem(response.status, code, detail, Number(response.headers.get('retry-after')) || 0)
}
