import type { z } from 'zod'
import type { UserRole } from '#contract/permissions.ts'
import type { Account as Workspace } from '#contract/records/access.ts'
import type { Registry } from '#registry'

export type Name = keyof Registry
export type Input<N extends Name> = z.input<Registry[N]['input']>
export type Output<N extends Name> = z.output<Registry[N]['output']>

export type Contact = Output<'search_contacts'>['items'][number]
export type Profile = Output<'get_contact'>
export type Label = Output<'list_labels'>['items'][number]

export type Account = Workspace & { role: UserRole; visibility: 'all' | 'team' | 'own' }
export type Session = {
  user: { id: string; name: string; email: string; super_administrator: boolean }
  accounts: Account[]
  /** Time in which the app offers to undo a change. */
  undo_seconds: number
  /** The event position of this session: everything read later is covered by the stream from here. */
  position: string
}

/** Runs one operation of the registry on the server and returns its output. */
export async function call<N extends Name>(
  account_id: string,
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  const response = await post(`/api/app/${name}`, input, { 'x-account-id': account_id }, signal)
  return response.json()
}

/** Runs an operation with an idempotency key, so that a retry does not repeat it. */
export async function callOnce<N extends Name>(
  account_id: string,
  name: N,
  input: Input<N>,
  key: string,
  /** Completes the request although the page is closed. */
  keepalive = false,
): Promise<Output<N>> {
  const headers = { 'x-account-id': account_id, 'idempotency-key': key }
  const response = await post(`/api/app/${name}`, input, headers, undefined, keepalive)
  return response.json()
}

/** Runs an operation that takes files besides its input. Reports upload progress from 0 to 1. */
export function sendFiles<N extends Name>(
  account_id: string,
  name: N,
  input: Input<N>,
  files: Record<string, readonly File[]>,
  onProgress?: (part: number) => void,
): Promise<Output<N>> {
  const form = new FormData()
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined) form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [field, list] of Object.entries(files)) list.forEach((file) => form.append(field, file))
  // fetch reports no upload progress.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `/api/app/${name}`)
    request.setRequestHeader('x-account-id', account_id)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total ? loaded / total : 0))
    request.addEventListener('error', () => reject(new Problem({ code: 'unreachable' })))
    request.addEventListener('load', () => {
      const { status, response } = request
      if (status < 400) resolve(response as Output<N>)
      else reject(new Problem({ ...(response as object | null), status }))
    })
    request.send(form)
  })
}

/** Runs an operation whose answer is a file. */
export async function fetchFile<N extends Name>(account_id: string, name: N, input: Input<N>) {
  const response = await post(`/api/app/${name}`, input, { 'x-account-id': account_id })
  return response.blob()
}

export async function readSession(): Promise<Session | null> {
  const response = await send('/api/session?optional')
  if (response.status === 204 || response.status === 401) return null
  return (await checkResponse(response)).json()
}

export type Credentials = { email: string; password: string; code?: string }

export async function signIn(credentials: Credentials): Promise<Session> {
  return (await post('/api/session', credentials)).json()
}

export async function signOut() {
  await checkResponse(await send('/api/session', { method: 'DELETE' }))
}

/** Requests a password reset link. The answer is the same whether or not the account exists. */
export async function requestReset(input: { email: string }) {
  await post('/api/password-reset', input)
}

export async function completeReset(input: { token: string; password: string }) {
  await post('/api/password-reset/complete', input)
}

/** Whether the set-up link is still valid. */
export async function checkSetup(token: string) {
  await checkResponse(await send(`/api/setup?${new URLSearchParams({ token })}`))
  return true
}

export type FirstRun = {
  token: string
  account_name: string
  name: string
  email: string
  password: string
  locale: 'es' | 'en'
  time_zone: string
  default_currency: string
}

/** Creates the first workspace and its administrator, and signs them in. */
export async function setUp(input: FirstRun): Promise<Session> {
  return (await post('/api/setup', input)).json()
}

/** The details shown before an invitation is accepted. */
export type InvitationDetails = {
  email: string
  name: string | null
  account_id: string
  account_name: string
  invited_by: string
  has_account: boolean
}

export async function readInvitation(token: string): Promise<InvitationDetails> {
  return (await checkResponse(await send(`/api/invitation?${new URLSearchParams({ token })}`))).json()
}

export type Acceptance = { token: string; name: string; password: string; code?: string }

export async function acceptInvitation(input: Acceptance): Promise<Session> {
  return (await post('/api/invitation', input)).json()
}

type FieldError = { pointer?: string; parameter?: string; code: string; detail: string }

/** A problem of the server (RFC 9457). Status 0 means it could not be reached. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  /** The record that already has the unique value. */
  readonly conflicting_id: string | undefined
  /** Candidates when a reference is ambiguous. */
  readonly candidates: { id: string; name: string }[]
  readonly request_id: string | undefined
  readonly retry_after: number

  constructor(body: Partial<Problem> & { detail?: string; title?: string }) {
    super(body.detail ?? body.title ?? '')
    this.status = body.status ?? 0
    this.code = body.code ?? 'internal'
    this.errors = body.errors ?? []
    this.conflicting_id = body.conflicting_id
    this.candidates = body.candidates ?? []
    this.request_id = body.request_id
    this.retry_after = body.retry_after ?? 0
  }
}

export async function get(path: string, signal?: AbortSignal) {
  return checkResponse(await send(path, { signal: signal ?? null }))
}

export async function post(
  path: string,
  body: unknown,
  headers?: Record<string, string>,
  signal?: AbortSignal,
  keepalive = false,
) {
  const sent = { method: 'POST', body: JSON.stringify(body), signal: signal ?? null, keepalive }
  return checkResponse(await send(path, { ...sent, headers: { 'content-type': 'application/json', ...headers } }))
}

async function send(path: string, init?: RequestInit) {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init?.signal?.aborted) throw error
    throw new Problem({ code: 'unreachable' })
  }
}

async function checkResponse(response: Response) {
  if (response.ok) return response
  const body = await response.json().catch(() => ({}))
  const retry_after = Number(response.headers.get('retry-after')) || 0
  throw new Problem({ ...body, status: response.status, retry_after })
}
