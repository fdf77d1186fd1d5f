import type { Http, HttpAnswer, HttpRequest } from '#kernel/connector.ts'

/** Version of the Graph API for every call. That of webhooks is a setting of the Meta app. */
export const GRAPH_VERSION = 'v25.0'

export type Graph = (path: string, request?: GraphRequest) => Promise<HttpAnswer>
export type GraphRequest = HttpRequest & { query?: Record<string, string>; scheme?: 'Bearer' | 'OAuth' }

/** Calls the Graph API with a token. */
export function openGraph(graph_url: string, token: string, http: Http): Graph {
  return (path, { query = {}, scheme = 'Bearer', headers = {}, ...request } = {}) => {
    const url = new URL(`${graph_url.replace(/\/+$/, '')}/${GRAPH_VERSION}/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return http(url.href, { ...request, headers: { ...headers, authorization: `${scheme} ${token}` } })
  }
}
