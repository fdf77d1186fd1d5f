import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { literal, mayReach, type Networks, objection, readNetworks, refused } from '#gateways/outbound-address.ts'

export type Outbound = {
  /** Calls an address somebody wrote down. Redirects are an answer like any other; of a long one only the beginning is read. */
  post(url: string, body: string, headers?: Record<string, string>): Promise<{ status: number; body: string }>
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

  return {
    checkUrl,
    async post(url, body, headers = {}) {
      const reason = checkUrl(url)
      if (reason) throw new Error(reason)
      const answer = await request(url, {
        dispatcher,
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Hilo',
          ...headers,
          'accept-encoding': 'identity',
        },
        signal: AbortSignal.timeout(patience),
      })
      return { status: answer.statusCode, body: await beginning(answer.body) }
    },
  }
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
    if (address && !may(address)) return done(new Error(refused(protocol, address)), null)
    connect(options, (error, socket) => {
      if (error) return done(error, null)
      if (may(socket.remoteAddress ?? '')) return done(null, socket)
      socket.destroy()
      done(new Error(refused(protocol, socket.remoteAddress ?? options.hostname)), null)
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
      if (!first) return done(new Error(refused(protocol, hostname)), '')
      if (options.all) done(null, good)
      else done(null, first.address, first.family)
    })
  }
}

async function beginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size >= ANSWER_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString('utf8')
}
