import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#db/sql.ts'
import { type Answer, raw } from '#test/raw.ts'

type Acknowledged = { id: string; email: string }

/** Between two writes of a client, in milliseconds, so that the servers it waits for have time to start. */
const PAUSE = 20

/**
 * Clients that create contacts continuously, each request with its own idempotency key. A failed request is repeated
 * with its key, or given up when `retry` is off.
 */
export function startWriters(url: string, key: string, { count = 6, retry = true, timeout = 120_000 } = {}) {
  const acknowledged: Acknowledged[] = []
  const answers: { status: number; retry_after: string | undefined; type: string; ms: number; text: string }[] = []
  const totals = { sent: 0, replayed: 0, cut: 0, longest: 0 }
  let stopping = false
  let halted = false

  const attempt = async (email: string): Promise<Answer | undefined> => {
    const begun = performance.now()
    const headers = ['authorization', `Bearer ${key}`, 'content-type', 'application/json', 'idempotency-key', email]
    totals.sent++
    try {
      const body = JSON.stringify({ name: 'Cliente', email })
      const answer = await failAfter(timeout, raw(url, 'POST', '/api/v1/contacts', { headers, body }))
      const { status, headers: got, text } = answer
      const ms = performance.now() - begun
      answers.push({ status, retry_after: got['retry-after'], type: got['content-type'] ?? '', ms, text })
      return answer
    } catch (error) {
      if ((error as Error).message === 'no answer') throw error
      totals.cut++
      return undefined
    } finally {
      totals.longest = Math.max(totals.longest, performance.now() - begun)
    }
  }

  const write = async (writer: number) => {
    for (let i = 0; !stopping; i++) {
      const email = `w${writer}.${i}.${runs}@example.com`
      for (let tries = 0; !halted; tries++) {
        const answer = await attempt(email)
        if (answer?.status === 201) {
          acknowledged.push({ id: String(answer.body.id), email })
          if (answer.headers['idempotency-replayed']) totals.replayed++
          await sleep(PAUSE)
          break
        }
        await sleep(50)
        // Every third client gives up when cut off, so the outcome of its request stays unknown.
        if (!retry || writer % 3 === 2) break
      }
    }
  }

  runs++
  const running = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  running.catch(() => {})
  return {
    acknowledged,
    answers,
    totals,
    /** Waits until every client has finished its request, or gives up after `timeout`. */
    stop: async (timeout = 120_000) => {
      stopping = true
      const timer = setTimeout(() => (halted = true), timeout)
      await running.finally(() => clearTimeout(timer))
    },
  }
}

let runs = 0

/** Counts acknowledged contacts that are missing, and contacts without event or events without contact: all must be 0. */
export async function findLosses(sql: Sql, acknowledged: Acknowledged[]) {
  // One statement, hence one snapshot: writers may still be running.
  const rows = await sql<{ kind: 'contact' | 'event'; id: string; email: string }>`
    select 'contact' as kind, id::text as id, email from contacts
    union all
    select 'event', payload -> 'contact' ->> 'id', payload -> 'contact' ->> 'email' from events where name = 'contact.created'`
  const contacts = new Map<string, string>()
  const eventCounts = new Map<string, number>()
  for (const { kind, id, email } of rows) {
    if (kind === 'contact') contacts.set(id, email)
    else eventCounts.set(id, (eventCounts.get(id) ?? 0) + 1)
  }
  return {
    contacts: acknowledged.filter(({ id, email }) => contacts.get(id) !== email).length,
    events: acknowledged.filter(({ id }) => eventCounts.get(id) !== 1).length,
    silent: [...contacts.keys()].filter((id) => !eventCounts.has(id)).length,
    phantom: [...eventCounts.keys()].filter((id) => !contacts.has(id)).length,
    double: contacts.size - new Set(contacts.values()).size,
  }
}

export const nothingLost = { contacts: 0, events: 0, silent: 0, phantom: 0, double: 0 }

async function failAfter<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => (timer = setTimeout(() => fail(new Error('no answer')), milliseconds)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
