import { randomBytes } from 'node:crypto'
import type { Author } from '#contract/records/author.ts'
import type { EventName } from '#contract/events.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

export type Emitted = { name: EventName; payload: unknown }

type Origin = { actor: Actor; request_id: string; runtime: Runtime }

/** Writes what happened, and one delivery for each subscriber who wants to know, as the last statement of the transaction. */
export async function writeEvents(sql: Sql, emitted: Emitted[], { actor, request_id, runtime }: Origin): Promise<void> {
  const now = new Date()
  const rows = emitted.map(({ name, payload }) => ({
    id: uuid(now.getTime()),
    name,
    payload,
    wanted: runtime.subscribersOf(name),
  }))
  await sql`
    with emitted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, name text, payload jsonb, wanted jsonb)
    ), written as (
      insert into events (account_id, id, name, actor, payload, request_id, occurred_at)
      select ${actor.account.id}, id, name, ${author(actor)}, payload, ${request_id}, ${now} from emitted
       -- Whoever draws a sequence has a transaction id by then, so that readers can tell when it never comes.
       where pg_current_xact_id() is not null
    )
    insert into deliveries (account_id, event_id, subscriber, next_try_at)
    select ${actor.account.id}, id, subscriber, ${now} from emitted, jsonb_array_elements_text(wanted) as subscriber`
}

/** The actor as records and events remember it. */
export function author({ type, id, name }: Author): Author {
  return { type, id, name }
}

/** A version 7 UUID: ordered by time, so that new events stand together in the index. */
function uuid(milliseconds: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
