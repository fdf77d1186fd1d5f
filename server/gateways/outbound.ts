import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import {
  literal,
  mayReach,
  type Networks,
  findObjection,
  readNetworks,
  describeRefusal,
} from '#gateways/outbound-address.ts'

/** The response. Repeated headers are joined. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

/** A page or file, up to the requested size: `whole` is false if there was more. */
export type FetchedPage = {
  url: string
  status: number
  headers: Record<string, string>
  bytes: Buffer
  whole: boolean
}

export type FetchOptions = {
  /** Maximum number of bytes to read. */
  most: number
  headers?: Record<string, string>
  /** Maximum number of redirects. Each target is checked like the first address. */
  redirects?: number
}

export type Outbound = {
  /** Posts to an address given by a user. Redirects are not followed; only the start of a long response is read. */
  post(url: string, body: string | Buffer, headers?: Record<string, string>): Promise<Answer>
  /** Reads from an address given by a user. */
  get(url: string, options: FetchOptions): Promise<FetchedPage>
  /** The reason this address will not be called, as far as is known without a lookup. */
  checkUrl(url: string): string | undefined
}

const CONNECT_MILLISECONDS = 5_000
const TIMEOUT_MILLISECONDS = 15_000
const ANSWER_BYTES = 16 * 1024

/**
 * The only way to call addresses given by users. Every connection is checked when it is made: the given address, each
 * answer of the name server, and the connected address, so that no name can point to a private network.
 */
export function openOutbound(
  { outbound_allow }: { outbound_allow: readonly string[] },
  { lookup = systemLookup, timeout = TIMEOUT_MILLISECONDS } = {},
): Outbound {
  const allowed = readNetworks(outbound_allow)
  // Connections are not reused, because each is checked. Proxies of the environment are ignored.
  const dispatcher = new Agent({ pipelining: 0, connect: createGuardedConnect(allowed, lookup) })
  const checkUrl = (url: string) => findObjection(url, allowed)

  const ask = async (url: string, how: RequestOptions, signal: AbortSignal) => {
    const reason = checkUrl(url)
    if (reason) throw createBlockedError(reason)
    const headers = { 'user-agent': 'Hilo', ...how.headers, 'accept-encoding': 'identity' }
    return request(url, { ...how, headers, dispatcher, signal })
  }

  return {
    checkUrl,
    async post(url, body, headers = {}) {
      const allHeaders = { 'content-type': 'application/json', ...headers }
      const answer = await ask(url, { method: 'POST', body, headers: allHeaders }, AbortSignal.timeout(timeout))
      const { bytes } = await readBeginning(answer.body, ANSWER_BYTES)
      return { status: answer.statusCode, headers: flattenHeaders(answer.headers), body: bytes.toString('utf8') }
    },
    async get(url, { most, headers = {}, redirects = 0 }) {
      const signal = AbortSignal.timeout(timeout)
      for (let left = redirects; ; left--) {
        const answer = await ask(url, { method: 'GET', headers }, signal)
        const found = { url, status: answer.statusCode, headers: flattenHeaders(answer.headers) }
        const next = left > 0 ? findRedirect(found) : undefined
        const read = await readBeginning(answer.body, next ? 0 : most)
        if (!next) return { ...found, ...read }
        url = next
      }
    },
  }
}

type RequestOptions = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | Buffer }

/** The error for a blocked address; its code tells it apart from network errors. */
function createBlockedError(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'blocked' })
}

/** The target of a redirect. */
function findRedirect({ url, status, headers }: Pick<FetchedPage, 'url' | 'status' | 'headers'>): string | undefined {
  const { location } = headers
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  return isRedirect && location && URL.canParse(location, url) ? new URL(location, url).href : undefined
}

export function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])
  return Object.fromEntries(entries) as Record<string, string>
}

/** Opens connections to allowed addresses only. */
export function createGuardedConnect(
  allowed: Networks,
  lookup: typeof systemLookup = systemLookup,
): buildConnector.connector {
  const connectors = {
    'http:': guardConnections('http:', allowed, lookup),
    'https:': guardConnections('https:', allowed, lookup),
  }
  return (options, done) => connectors[options.protocol as keyof typeof connectors](options, done)
}

/** Connects only to allowed addresses. */
function guardConnections(protocol: string, allowed: Networks, lookup: typeof systemLookup): buildConnector.connector {
  const may = (address: string) => mayReach(protocol, address, allowed)
  const connect = buildConnector({
    timeout: CONNECT_MILLISECONDS,
    allowH2: false,
    lookup: filterLookup(lookup, may, protocol),
  })
  return (options, done) => {
    // A literal address needs no lookup.
    const address = literal(options.hostname)
    if (address && !may(address)) return done(createBlockedError(describeRefusal(protocol, address)), null)
    connect(options, (error, socket) => {
      if (error) return done(error, null)
      if (may(socket.remoteAddress ?? '')) return done(null, socket)
      socket.destroy()
      done(createBlockedError(describeRefusal(protocol, socket.remoteAddress ?? options.hostname)), null)
    })
  }
}

/** Resolves a name to its allowed addresses. */
function filterLookup(
  lookup: typeof systemLookup,
  may: (address: string) => boolean,
  protocol: string,
): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, answers) => {
      if (error) return done(error, '')
      const good = answers.filter(({ address }) => may(address))
      const [first] = good
      if (!first) return done(createBlockedError(describeRefusal(protocol, hostname)), '')
      if (options.all) done(null, good)
      else done(null, first.address, first.family)
    })
  }
}

/** Reads the first bytes of a response and drops the rest. */
export async function readBeginning(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ bytes: Buffer; whole: boolean }> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > most) break
  }
  return { bytes: Buffer.concat(pieces).subarray(0, most), whole: size <= most }
}
