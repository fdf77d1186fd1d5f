import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#db/sql.ts'
import { type Answer, raw } from '#test/raw.ts'

type Acknowledged = { id: string; email: string }

/**
 * Clients that create contacts without pause, each request under an idempotency key of its own. One that fails is
 * repeated with its key, as a good client does, or given up, as a cut-off one must be.
 */
export function startWriters(url: string, key: string, { count = 6, retry = true, timeout = 15_000 } = {}) {
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
      const answer = await within(timeout, raw(url, 'POST', '/api/v1/contacts', { headers, body }))
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
          break
        }
        await sleep(50)
        // Every third client goes away when it is cut off; nobody ever learns what became of its request.
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
    /** Lets everyone finish what they began, or after this time leaves it. */
    stop: async (patience = 20_000) => {
      stopping = true
      const timer = setTimeout(() => (halted = true), patience)
      await running.finally(() => clearTimeout(timer))
    },
  }
}

let runs = 0

/** How many acknowledged contacts are missing, and what is there by half: all of it must be nothing. */
export async function findLosses(sql: Sql, acknowledged: Acknowledged[]) {
  const rows = JSON.stringify(acknowledged)
  const [lost] = await sql<{ contacts: number; events: number }>`
    with acknowledged as (select * from jsonb_to_recordset(${rows}::jsonb) as a (id bigint, email text))
    select count(*) filter (where not exists (
             select from contacts c where c.id = a.id and c.email = a.email))::int as contacts,
           count(*) filter (where 1 <> (
             select count(*) from events e
              where e.name = 'contact.created' and e.payload -> 'contact' ->> 'id' = a.id::text))::int as events
      from acknowledged a`
  const [halves] = await sql<{ silent: number; phantom: number; double: number }>`
    with told as (select payload -> 'contact' ->> 'id' as id from events where name = 'contact.created')
    select (select count(*) from contacts where id::text not in (select id from told))::int as silent,
           (select count(*) from told where id not in (select id::text from contacts))::int as phantom,
           (select count(*) from (select email from contacts group by account_id, email having count(*) > 1) d)::int as double`
  return { ...lost!, ...halves! }
}

export const nothingLost = { contacts: 0, events: 0, silent: 0, phantom: 0, double: 0 }

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => (timer = setTimeout(() => fail(new Error('no answer')), milliseconds)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
