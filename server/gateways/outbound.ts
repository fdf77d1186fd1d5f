import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { literal, mayReach, type Networks, objection, readNetworks, refused } from '#gateways/outbound-address.ts'

/** What the other side said. Of a header that came several times, all of it. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

/** A page or a file, as far as it was wanted: `whole` is false where there was more. */
export type Fetched = { url: string; status: number; headers: Record<string, string>; bytes: Buffer; whole: boolean }

export type Fetching = {
  /** How many bytes are wanted at most. */
  most: number
  headers?: Record<string, string>
  /** How many redirects are followed. Where each leads is judged like the first address. */
  redirects?: number
}

export type Outbound = {
  /** Calls an address somebody wrote down. Redirects are an answer like any other; of a long one only the beginning is read. */
  post(url: string, body: string, headers?: Record<string, string>): Promise<Answer>
  /** Reads what stands at an address somebody wrote down. */
  get(url: string, fetching: Fetching): Promise<Fetched>
  /** Why this address will not be called, as far as one can tell without looking up its name. */
  checkUrl(url: string): string | undefined
}

const CONNECT_MILLISECONDS = 5_000
const WHOLE_MILLISECONDS = 15_000
const ANSWER_BYTES = 16 * 1024

/**
 * The one way out to addresses people write down. Where a connection leads is judged when it is made: the address
 * written, every answer of the name server, and the address that answered, so that no name can point inside the house.
 */
export function openOutbound(
  { outbound_allow }: { outbound_allow: readonly string[] },
  { lookup = systemLookup, patience = WHOLE_MILLISECONDS } = {},
): Outbound {
  const allowed = readNetworks(outbound_allow)
  const connectors = {
    'http:': guarded('http:', allowed, lookup),
    'https:': guarded('https:', allowed, lookup),
  }
  // No connection is kept: each is judged anew. Proxies of the environment are not asked.
  const dispatcher = new Agent({
    pipelining: 0,
    connect: (options, done) => connectors[options.protocol as keyof typeof connectors](options, done),
  })
  const checkUrl = (url: string) => objection(url, allowed)

  const ask = async (url: string, how: Asking, signal: AbortSignal) => {
    const reason = checkUrl(url)
    if (reason) throw blocked(reason)
    const headers = { 'user-agent': 'Hilo', ...how.headers, 'accept-encoding': 'identity' }
    return request(url, { ...how, headers, dispatcher, signal })
  }

  return {
    checkUrl,
    async post(url, body, headers = {}) {
      const said = { 'content-type': 'application/json', ...headers }
      const answer = await ask(url, { method: 'POST', body, headers: said }, AbortSignal.timeout(patience))
      const { bytes } = await beginning(answer.body, ANSWER_BYTES)
      return { status: answer.statusCode, headers: flat(answer.headers), body: bytes.toString('utf8') }
    },
    async get(url, { most, headers = {}, redirects = 0 }) {
      const signal = AbortSignal.timeout(patience)
      for (let left = redirects; ; left--) {
        const answer = await ask(url, { method: 'GET', headers }, signal)
        const found = { url, status: answer.statusCode, headers: flat(answer.headers) }
        const next = left > 0 ? elsewhere(found) : undefined
        const read = await beginning(answer.body, next ? 0 : most)
        if (!next) return { ...found, ...read }
        url = next
      }
    },
  }
}

type Asking = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }

/** An address that is not called says so by its code, as the system does of its own errors. */
function blocked(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'blocked' })
}

/** Where a redirect leads. */
function elsewhere({ url, status, headers }: Pick<Fetched, 'url' | 'status' | 'headers'>): string | undefined {
  const { location } = headers
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  return isRedirect && location && URL.canParse(location, url) ? new URL(location, url).href : undefined
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])
  return Object.fromEntries(entries) as Record<string, string>
}

/** Connects only where it may. */
function guarded(protocol: string, allowed: Networks, lookup: typeof systemLookup): buildConnector.connector {
  const may = (address: string) => mayReach(protocol, address, allowed)
  const connect = buildConnector({
    timeout: CONNECT_MILLISECONDS,
    allowH2: false,
    lookup: filtered(lookup, may, protocol),
  })
  return (options, done) => {
    // A literal address is never looked up.
    const address = literal(options.hostname)
    if (address && !may(address)) return done(blocked(refused(protocol, address)), null)
    connect(options, (error, socket) => {
      if (error) return done(error, null)
      if (may(socket.remoteAddress ?? '')) return done(null, socket)
      socket.destroy()
      done(blocked(refused(protocol, socket.remoteAddress ?? options.hostname)), null)
    })
  }
}

/** The answers of the name server that may be reached, and no others. */
function filtered(lookup: typeof systemLookup, may: (address: string) => boolean, protocol: string): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, answers) => {
      if (error) return done(error, '')
      const good = answers.filter(({ address }) => may(address))
      const [first] = good
      if (!first) return done(blocked(refused(protocol, hostname)), '')
      if (options.all) done(null, good)
      else done(null, first.address, first.family)
    })
  }
}

/** The first bytes of an answer; the rest is not waited for. */
async function beginning(body: AsyncIterable<Uint8Array>, most: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > most) break
  }
  return { bytes: Buffer.concat(pieces).subarray(0, most), whole: size <= most }
}
