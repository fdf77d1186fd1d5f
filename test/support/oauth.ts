import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { openServerWithUsers } from '#test/people.ts'

type Server = Awaited<ReturnType<typeof openServerWithUsers>>
type Person = Awaited<ReturnType<Server['enter']>>

export const CALLBACK = 'https://assistant.example/callback'

export type TokenAnswer = {
  access_token: string
  refresh_token: string
  scope: string
  error?: string
}

/** An assistant at the server's OAuth routes, each step by itself, so that a test can do any of them wrongly. */
export function openOAuthClient({ url }: Pick<Server, 'url'>) {
  const post = async <T = TokenAnswer>(path: string, body: object, json = false) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' },
      body: json ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as T }
  }

  const register = (metadata: object = {}) =>
    post<{ client_id: string; client_name: string; error?: string }>(
      '/oauth/register',
      { client_name: 'Claude', redirect_uris: [CALLBACK], ...metadata },
      true,
    )

  /** A request of a registered client, and the verifier that answers its challenge. */
  const prepare = async (more: Record<string, string> = {}) => {
    const verifier = randomBytes(32).toString('base64url')
    const { body } = await register()
    const request = {
      client_id: body.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'estado 1',
      resource: `${url}/mcp`,
      ...more,
    }
    return { request, verifier }
  }

  const allow = (person: Person, request: object, access: 'read' | 'write' = 'read') =>
    person.do<{ redirect_to: string; code: string; detail: string }>('connect_assistant', { ...request, access })

  const exchange = (code: string, { request, verifier }: Awaited<ReturnType<typeof prepare>>, more: object = {}) => {
    const { client_id, redirect_uri, resource } = request
    const given = { grant_type: 'authorization_code', code, client_id, redirect_uri, resource }
    return post('/oauth/token', { ...given, code_verifier: verifier, ...more })
  }

  /** Everything at once: a person allows the assistant, which gets its tokens. */
  const connect = async (person: Person, access: 'read' | 'write' = 'read', more: Record<string, string> = {}) => {
    const prepared = await prepare(more)
    const allowed = await allow(person, prepared.request, access)
    assert.equal(allowed.status, 200, allowed.text)
    const answer = await exchange(codeOf(allowed.body.redirect_to), prepared)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return { ...answer.body, ...prepared, client_id: prepared.request.client_id }
  }

  const refresh = (refresh_token: string, client_id: string, more: object = {}) =>
    post('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id, ...more })

  /** One call of the protocol with an access token. */
  const rpc = async (token: string, method: string, params: object = {}, path = '/mcp') => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const body = (await response.json()) as {
      result: { tools: { name: string }[]; content: { text: string }[]; isError?: boolean }
    }
    return { status: response.status, headers: response.headers, body }
  }

  const tool = async (token: string, name: string, args: object = {}, path = '/mcp') => {
    const { status, body } = await rpc(token, 'tools/call', { name, arguments: args }, path)
    const text = body.result?.content[0]?.text ?? 'null'
    return { status, isError: body.result?.isError ?? false, content: JSON.parse(text) as Record<string, unknown> }
  }

  const list = async (token: string, path = '/mcp') =>
    (await rpc(token, 'tools/list', {}, path)).body.result.tools.map(({ name }) => name)

  return { post, register, prepare, allow, exchange, connect, refresh, rpc, tool, list }
}

export function codeOf(redirect_to: string): string {
  return new URL(redirect_to).searchParams.get('code')!
}
