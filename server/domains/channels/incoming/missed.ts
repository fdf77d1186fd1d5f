import { transaction } from '#db/database.ts'
import { part } from '#db/sql.ts'
import { findOfInbox, storeRequest } from '#domains/access/public/connections.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { settleUnknown } from '#domains/channels/outgoing/unknown-outcomes.ts'

const FETCHED_EVERY = '5 minutes'
/** Lists of providers may lag; messages that are stored already are left out. */
const LAG = '10 minutes'

type Due = { account_id: string; inbox_id: string; fetched_until: string; began_at: string }

export const nextFetch = part`select min(next_fetch_at) as at from channel_connections`

/** Reads messages whose request never arrived, such as during an outage, from providers that keep them. */
export async function fetchMissed(runtime: Runtime): Promise<void> {
  const due = await runtime.database.sql<Due>`
    update channel_connections n set next_fetch_at = now() + ${FETCHED_EVERY}::interval
     where (account_id, inbox_id) in (
       select account_id, inbox_id from channel_connections where next_fetch_at <= now()
        order by next_fetch_at limit 50 for update skip locked)
    returning account_id, inbox_id, fetched_until, now() as began_at`
  for (const each of due)
    await fetchOf(runtime, each).catch((error: unknown) =>
      runtime.log.warn(
        { message: (error as Error).message, inbox_id: each.inbox_id },
        'missed messages could not be read; retrying',
      ),
    )
}

/** Messages and position are stored together. Until then nothing is skipped; afterwards nothing is stored twice. */
async function fetchOf(runtime: Runtime, { account_id, inbox_id, fetched_until, began_at }: Due): Promise<void> {
  const { database, secret, config, channels } = runtime
  const connection = await findOfInbox(database.sql, { secret, base_url: config.base_url }, account_id, inbox_id)
  const connector = connection && channels?.connectors[connection.channel]
  if (!connection || !connector?.listMissed) return
  const listed = await connector.listMissed(connection, new Date(fetched_until), channels!.http)
  const known = await database.sql<{ external_id: string }>`
    select external_id from messages
     where account_id = ${account_id} and inbox_id = ${inbox_id}
       and external_id = any(${listed.map(({ external_id }) => external_id)}::text[])`
  const ids = new Set(known.map(({ external_id }) => external_id))
  const bodies: Buffer[] = []
  for (const { external_id, read } of listed) if (!ids.has(external_id)) bodies.push(await read())
  await transaction(database.work, async (sql) => {
    for (const body of bodies) await storeRequest(sql, [{ account_id, inbox_id }], body)
    await sql`
      update channel_connections
         set fetched_until = greatest(fetched_until, ${began_at}::timestamptz - ${LAG}::interval)
       where account_id = ${account_id} and inbox_id = ${inbox_id}`
  })
  if (bodies.length > 0) runtime.notify()
  await settleUnknown(runtime, connector, connection)
}
