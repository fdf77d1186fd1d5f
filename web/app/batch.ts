import { call, get, post, Problem, type Input, type Name, type Output } from './api.ts'

type PendingRead = {
  name: Name
  input: unknown
  signal: AbortSignal | undefined
  resolve: (output: never) => void
  reject: (error: unknown) => void
}
type Line = { place: number } & ({ answer: never } | { problem: Partial<Problem> })

// The server's limit per request.
const BATCH_SIZE = 20
const pending = new Map<string, PendingRead[]>()

/**
 * Calls an operation that only reads. Reads of the same tick share one request; each resolves as its answer arrives. A
 * read that the page preloads is taken from there.
 */
export function read<N extends Name>(account_id: string, name: N, input: Input<N>, signal?: AbortSignal) {
  const link = findPreload(account_id, name, input)
  if (link) return takePreloaded<N>(link, signal)
  return new Promise<Output<N>>((resolve, reject) => {
    const queue = pending.get(account_id) ?? []
    if (queue.push({ name, input, signal, resolve, reject }) > 1) return
    pending.set(account_id, queue)
    setTimeout(() => flush(account_id))
  })
}

function findPreload(account_id: string, name: Name, input: unknown) {
  const url = `/api/app/reads/${name}?${new URLSearchParams({ account_id, input: JSON.stringify(input) })}`
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]')].find(
    (link) => link.getAttribute('href') === url,
  )
}

/** It answers once: a later read is sent. */
async function takePreloaded<N extends Name>(link: HTMLLinkElement, signal?: AbortSignal): Promise<Output<N>> {
  link.remove()
  return (await get(link.href, signal)).json()
}

/** Sends the pending reads now instead of at the end of the tick. */
export function flush(account_id: string) {
  const reads = pending.get(account_id)?.filter(({ signal }) => !signal?.aborted) ?? []
  pending.delete(account_id)
  for (let i = 0; i < reads.length; i += BATCH_SIZE) void send(account_id, reads.slice(i, i + BATCH_SIZE))
}

async function send(account_id: string, batch: PendingRead[]) {
  const [one] = batch
  if (one && batch.length === 1)
    return call(account_id, one.name, one.input as never, one.signal).then(one.resolve as () => void, one.reject)

  const open = new Set(batch)
  const abort = new AbortController()
  for (const each of batch) {
    each.signal?.addEventListener('abort', () => {
      open.delete(each)
      if (open.size === 0) abort.abort()
    })
  }
  try {
    const reads = batch.map(({ name, input }) => ({ name, input }))
    const response = await post('/api/app', { reads }, { 'x-account-id': account_id }, abort.signal)
    await eachLine(response, (text) => {
      const line = JSON.parse(text) as Line
      const { resolve, reject } = batch[line.place]!
      open.delete(batch[line.place]!)
      if ('problem' in line) reject(new Problem(line.problem))
      else resolve(line.answer)
    })
    if (open.size > 0) throw new Problem({ code: 'unreachable' })
  } catch (error) {
    open.forEach(({ reject }) => reject(error instanceof Problem ? error : new Problem({ code: 'unreachable' })))
  }
}

async function eachLine({ body }: Response, onLine: (line: string) => void) {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop()!
    lines.forEach(onLine)
  }
}
