import autocannon from 'autocannon'

export type Request = { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> }

type Load = { url: string; key: string; requests: () => Request; seconds: number }

const CONNECTIONS = 16

/** It answers a promise that is an emitter too, which its types do not say. */
const start = autocannon as unknown as (options: autocannon.Options) => Promise<autocannon.Result> & autocannon.Instance

/** As many requests as sixteen connections can make in the time given. An answer other than 2xx spoils the measurement. */
export async function fire({ url, key, requests, seconds }: Load): Promise<{ perSecond: number; p99: number }> {
  const times: number[] = []
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
  void run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const { non2xx, errors, duration } = await run
  if (non2xx + errors > 0)
    throw new Error(`${non2xx} answers were not 2xx and ${errors} failed at ${url} ${JSON.stringify(requests())}`)
  times.sort((a, b) => a - b)
  return { perSecond: times.length / duration, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** One call of an agent tool. */
export function call(name: string, args: object): Request {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  return { method: 'POST', path: '/api/mcp', body, headers: { accept: 'application/json, text/event-stream' } }
}

export function one<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)]!
}
