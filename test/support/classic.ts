import { readClassicToken } from '#domains/access/setup/provision.ts'
import { openNode } from '#test/node.ts'

/** The body of any classic response. Each test asserts the shape it expects. */
// oxlint-disable-next-line typescript/no-explicit-any -- each test asserts its own shape
export type Loose = any
export type Answer = { status: number; headers: Headers; text: string; body: Loose }

type Options = { token?: string; account?: string; headers?: Record<string, string> }

/** A server with one workspace, and functions that send requests as classic clients do. */
export async function openClassicNode(env: NodeJS.ProcessEnv = {}) {
  const limits = {
    HILO_ACCOUNT_LIMIT: '50000',
    HILO_KEY_LIMIT: '50000',
    HILO_CLASSIC_IP_LIMIT: '50000',
    HILO_CLASSIC_ACCOUNT_LIMIT: '50000',
  }
  const node = await openNode({ ...limits, ...env })
  const { url, sql, account_id } = node
  const { secret } = node.node.runtime
  const tokenOf = (account: string) => readClassicToken(sql, secret, account)
  const token = await tokenOf(account_id)

  /** Any request: a JSON body, or a form. */
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const json = body !== undefined && !isForm
    const response = await fetch(url + path, {
      method,
      headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer: Answer = { status: response.status, headers: response.headers, text, body: parsed(text) }
    return answer
  }
  /** A request with the account's token, to a path under the account. */
  const classic = (method: string, path: string, body?: unknown, options: Options = {}) =>
    ask(method, `/api/v1/accounts/${options.account ?? account_id}${path}`, body, {
      api_access_token: options.token ?? token,
      ...options.headers,
    })
  /** The body of a successful response; throws on any other status. */
  const ok = async (method: string, path: string, body?: unknown): Promise<Loose> => {
    const answer = await classic(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  return { ...node, token, tokenOf, ask, classic, ok }
}

function parsed(text: string): unknown {
  return /^[[{"]|^null$/.test(text) ? JSON.parse(text) : undefined
}
