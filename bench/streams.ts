import { once } from 'node:events'
import { Agent, get, type ClientRequest, type IncomingMessage } from 'node:http'
import { median } from './load.ts'

const STREAMS = 1000
const ROUNDS = 20
const content = 'Para todos los que escuchan'

/** Milliseconds from the moment a message is sent until the last of a thousand listeners receives it: the median of twenty. */
export async function fanOut(target: { url: string; live: string; send: string; key: string }): Promise<number> {
  const headers = { authorization: `Bearer ${target.key}` }
  const agent = new Agent({ maxSockets: Infinity })
  const requests: ClientRequest[] = []
  let received = 0
  let all: (() => void) | undefined
  const count = (chunk: string) => {
    received += chunk.split('event: message.sent\n').length - 1
    if (received >= STREAMS) all?.()
  }
  try {
    for (let open = 0; open < STREAMS; open += 50) {
      const batch = Array.from({ length: 50 }, async () => {
        const request = get(target.url + target.live, { headers, agent })
        requests.push(request)
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        if (response.statusCode !== 200) throw new Error(`A stream was answered with ${response.statusCode}`)
        response.setEncoding('utf8').on('data', count)
      })
      await Promise.all(batch)
    }
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      received = 0
      const done = new Promise<void>((resolve) => (all = resolve))
      const begun = performance.now()
      const body = JSON.stringify({ content })
      const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      const answer = await fetch(target.url + target.send, post)
      if (answer.status !== 201) throw new Error(`A message was answered with ${answer.status}`)
      await done
      times.push(performance.now() - begun)
    }
    return median(times)
  } finally {
    for (const request of requests) request.destroy()
    agent.destroy()
  }
}
