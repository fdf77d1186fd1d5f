/** An operation of the classic API: answered by operations of ours, or by 501 and a sentence that says what to use instead. */
export type ClassicOperation = {
  group: string
  method: Method
  /** The whole path; parameters begin with a colon. */
  path: string
} & ({ operations: readonly string[] } | { instead: string })

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Route = `${Method} /${string}`

/** Names of our operations, none where the door itself knows the answer; or the sentence of a 501. */
type Answer = readonly string[] | string

/** The operations of a group, by method and path after the base. */
export function group(name: string, base: string, routes: Readonly<Record<Route, Answer>>): ClassicOperation[] {
  return Object.entries(routes).map(([route, answer]) => {
    const [method, path] = route.split(' ') as [Method, string]
    const head = { group: name, method, path: path === '/' ? base : base + path }
    return typeof answer === 'string' ? { ...head, instead: answer } : { ...head, operations: answer }
  })
}

export const ACCOUNT = '/api/v1/accounts/:account_id'
