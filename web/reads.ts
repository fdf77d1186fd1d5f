import { call, post, Problem, type Input, type Name, type Output } from './api.ts'

type Asked = {
  name: Name
  input: unknown
  signal: AbortSignal | undefined
  answer: (output: never) => void
  refuse: (error: unknown) => void
}
type Line = { place: number } & ({ answer: never } | { problem: Partial<Problem> })

// The server takes so many at once.
const MOST = 20
const waiting = new Map<string, Asked[]>()

/** Asks an operation that only reads. What a screen asks in one go travels together, and each is answered when it is ready. */
export function ask<N extends Name>(account_id: string, name: N, input: Input<N>, signal?: AbortSignal) {
  return new Promise<Output<N>>((answer, refuse) => {
    const others = waiting.get(account_id) ?? []
    if (others.push({ name, input, signal, answer, refuse }) > 1) return
    waiting.set(account_id, others)
    setTimeout(() => send(account_id))
  })
}

/** Sends what waits to travel, without waiting for more. */
export function send(account_id: string) {
  const wanted = waiting.get(account_id)?.filter((each) => !each.signal?.aborted) ?? []
  waiting.delete(account_id)
  for (let i = 0; i < wanted.length; i += MOST) void travel(account_id, wanted.slice(i, i + MOST))
}

async function travel(account_id: string, asked: Asked[]) {
  const [one] = asked
  if (one && asked.length === 1)
    return call(account_id, one.name, one.input as never, one.signal).then(one.answer as () => void, one.refuse)

  const open = new Set(asked)
  const left = new AbortController()
  for (const each of asked) {
    each.signal?.addEventListener('abort', () => {
      open.delete(each)
      if (open.size === 0) left.abort()
    })
  }
  try {
    const reads = asked.map(({ name, input }) => ({ name, input }))
    const response = await post('/api/app', { reads }, { 'x-account-id': account_id }, left.signal)
    await eachLine(response, (text) => {
      const line = JSON.parse(text) as Line
      const { answer, refuse } = asked[line.place]!
      open.delete(asked[line.place]!)
      if ('problem' in line) refuse(new Problem(line.problem))
      else answer(line.answer)
    })
    if (open.size > 0) throw new Problem({ code: 'unreachable' })
  } catch (error) {
    open.forEach(({ refuse }) => refuse(error instanceof Problem ? error : new Problem({ code: 'unreachable' })))
  }
}

async function eachLine({ body }: Response, take: (line: string) => void) {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop()!
    lines.forEach(take)
  }
}
