import { z } from 'zod'
import { written } from '#contract/scalars.ts'
import { reject } from '#kernel/problem.ts'

/** A program that asks for access: registered by itself, or described by the document at its client_id. */
export type Client = { client_id: string; name: string; redirect_uris: string[] }

const REDIRECTS = 10
const uri = written.min(1).max(1000)

/** The fields of a registration (RFC 7591) and of a metadata document that matter here; others are ignored. */
export const ClientMetadata = z.object({
  client_name: written.max(1000).optional(),
  redirect_uris: z.array(uri).min(1).max(REDIRECTS),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})
export type ClientMetadata = z.output<typeof ClientMetadata>

/** The parameters of an authorization request (RFC 6749, 7636, 8707). */
export const authorizationRequest = {
  client_id: uri,
  redirect_uri: uri,
  response_type: z.string().max(100).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(20).optional(),
  scope: z.string().max(1000).optional(),
  state: z.string().max(2000).optional(),
  resource: uri.optional(),
}
const AuthorizationRequest = z.object(authorizationRequest)
export type AuthorizationRequest = z.output<typeof AuthorizationRequest>

/** The scopes of OAuth. The person's own permissions limit them further. */
export const oauth_scopes = ['read', 'write'] as const
export type Access = (typeof oauth_scopes)[number]

/** A client's name as people are shown it: one short line without invisible characters, which could imitate another. */
export function clientName(name: string | undefined, fallback: string): string {
  const shown = (name ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return Array.from(shown || fallback)
    .slice(0, 80)
    .join('')
}

/** Whether a client may be sent to this address: https, a program on the person's own machine, or an app's own scheme. */
export function mayRedirectTo(address: string): boolean {
  if (!URL.canParse(address) || address.includes('#')) return false
  const { protocol, username, password, hostname } = new URL(address)
  if (username || password) return false
  if (protocol === 'https:') return hostname !== ''
  return isLoopback(address) || isAppScheme(protocol)
}

/** Schemes of known editors, and reverse domain names (RFC 8252). No scheme that a browser runs or reads itself. */
function isAppScheme(protocol: string): boolean {
  return /^(cursor|vscode|vscode-insiders|windsurf|zed|[a-z][a-z0-9-]*(\.[a-z0-9-]+)+):$/.test(protocol)
}

export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Whether the address is one of the client's, exactly; programs on the person's machine may choose the port (RFC 8252). */
export function isRegistered(client: Client, address: string): boolean {
  if (!mayRedirectTo(address)) return false
  return client.redirect_uris.some(
    (each) =>
      each === address || (isLoopback(each) && isLoopback(address) && withoutPort(each) === withoutPort(address)),
  )
}

function withoutPort(address: string): string {
  const url = new URL(address)
  url.port = ''
  return url.href
}

/** Whether the client_id is the address of a metadata document. Plain http is for documents on the same machine, in tests. */
export function isDocumentAddress(client_id: string): boolean {
  if (!URL.canParse(client_id)) return false
  const { protocol, pathname, hash, username, password, href } = new URL(client_id)
  const isPlain = !hash && !username && !password && pathname !== '/' && href === client_id
  return isPlain && (protocol === 'https:' || isLoopback(client_id))
}

/** The client that a document describes. It must be the document of that very address (no client names another). */
export function readDocument(client_id: string, text: string): Client {
  const read = ClientMetadata.extend({ client_id: z.literal(client_id), client_secret: z.undefined().optional() })
  const { success, data } = read.safeParse(parseJson(text))
  if (!success || !data.redirect_uris.every(mayRedirectTo))
    reject(
      'invalid_value',
      'The address of this assistant does not describe it correctly; tell its maker.',
      'client_id',
    )
  const { redirect_uris, client_name } = data
  return { client_id, redirect_uris, name: clientName(client_name, new URL(client_id).hostname) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The host a person is shown for a client: that of its document, else of the address it is sent back to. */
export function clientHost({ client_id }: Pick<Client, 'client_id'>, redirect_uri: string): string {
  if (isDocumentAddress(client_id)) return new URL(client_id).host
  return redirectHost(redirect_uri)
}

/** The host of the address, or the scheme of an app. */
export function redirectHost(redirect_uri: string): string {
  const { protocol, hostname } = new URL(redirect_uri)
  return /^https?:$/.test(protocol) ? hostname : protocol
}

/** Addresses of the tools that take access tokens; each is a resource of its own. */
const addresses = /^\/mcp(\/x\/[a-z_]+)?(\/readonly)?$/

/** The resource that a URL names, in one way of writing. Undefined if it is not one of ours. */
export function readResource(base_url: string, resource: string | undefined): string | undefined {
  if (resource === undefined) return `${base_url}/mcp`
  if (!URL.canParse(resource)) return undefined
  const { origin, pathname, hash } = new URL(resource)
  const path = pathname.replace(/\/$/, '')
  return origin === new URL(base_url).origin && !hash && addresses.test(path) ? `${base_url}${path}` : undefined
}

export type Refusal = { error: string; error_description: string }

/** The access that a valid request may be given, and for which resource; or the refusal its client is sent. */
export function readRequest(
  request: AuthorizationRequest,
  base_url: string,
): { resource: string; challenge: string; offered: Access[] } | Refusal {
  const { response_type, code_challenge = '', code_challenge_method, scope } = request
  if (response_type !== 'code') return refusal('unsupported_response_type', 'The response_type must be code.')
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge))
    return refusal('invalid_request', 'A code_challenge with the method S256 is required.')
  const resource = readResource(base_url, request.resource)
  if (!resource) return refusal('invalid_target', `The resource must be ${base_url}/mcp.`)
  const requested = scope?.split(' ').filter((each) => (oauth_scopes as readonly string[]).includes(each)) ?? []
  const mayWrite = !resource.endsWith('/readonly') && (requested.length === 0 || requested.includes('write'))
  return { resource, challenge: code_challenge, offered: mayWrite ? ['read', 'write'] : ['read'] }
}

function refusal(error: string, error_description: string): Refusal {
  return { error, error_description }
}

/** The identifier of the server that issues tokens. It has a path, so that clients of API keys find nothing at the root. */
export function issuerOf(base_url: string): string {
  return `${base_url}/oauth`
}

/** The address a browser is sent to with the answer, which names its issuer (RFC 9207). */
export function answerAddress(
  { redirect_uri, state }: AuthorizationRequest,
  base_url: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect_uri)
  const fields = { ...answer, ...(state !== undefined && { state }), iss: issuerOf(base_url) }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
