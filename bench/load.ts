import autocannon from 'autocannon'

export type Request = { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> }

type Load = { url: string; key: string; requests: () => Request; seconds: number }

const CONNECTIONS = Number(process.env.CONNECTIONS ?? 8)

/** autocannon returns a promise that is also an emitter; its types omit this. */
const start = autocannon as unknown as (options: autocannon.Options) => Promise<autocannon.Result> & autocannon.Instance

export type Slice = { requests: number; perSecond: number; p50: number; p99: number; bytes: number }

/** Sends requests over eight connections (`CONNECTIONS`) for the given time. A status other than 2xx invalidates the measurement. */
export async function fire({ url, key, requests, seconds }: Load): Promise<Slice> {
  const times: number[] = []
  let received = 0
  const run = start({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${key}` },
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body, headers } = requests()
          const type = body === undefined ? {} : { 'content-type': 'application/json' }
          return {
            ...request,
            method,
            path,
            body: body === undefined ? '' : JSON.stringify(body),
            headers: { ...request.headers, ...type, ...headers },
          }
        },
      },
    ],
  })
  void run.on('response', (_client, _status, bytes, milliseconds) => {
    times.push(milliseconds)
    received += bytes
  })
  const { non2xx, errors, duration } = await run
  if (non2xx + errors > 0)
    throw new Error(`${non2xx} answers were not 2xx and ${errors} failed at ${url} ${JSON.stringify(requests())}`)
  const { length } = times
  const [p50, p99] = [median(times), quantile(times, 0.99)]
  return { requests: length, perSecond: length / duration, p50, p99, bytes: received / length }
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** The value that this share of all values stays below; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

/** One call of an agent tool. */
export function call(name: string, args: object): Request {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  return { method: 'POST', path: '/api/mcp', body, headers: { accept: 'application/json, text/event-stream' } }
}

export function one<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)]!
}
