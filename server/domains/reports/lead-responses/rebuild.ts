import { transaction } from '#db/database.ts'
import type { Runtime } from '#kernel/runtime.ts'

const BATCH = 500

/** Computes the response times of all leads of a workspace again, one batch per transaction. */
export async function rebuildLeadResponses(runtime: Runtime, account_id: string): Promise<void> {
  let after: string | undefined = '0'
  while (after !== undefined) after = await rebuildBatch(runtime, account_id, after)
}

/** Returns the last lead of the batch, or undefined after the last one. */
function rebuildBatch(runtime: Runtime, account_id: string, after: string): Promise<string | undefined> {
  return transaction(runtime.database.work, async (sql) => {
    // Shared, so that a lead gets no other contact before its response is computed.
    const leads = await sql<{ id: string; contact_id: string | null }>`
      select id, contact_id from leads where account_id = ${account_id} and id > ${after} order by id limit ${BATCH} for share`
    if (leads.length === 0) return undefined
    await sql`select lock_lead_responses(${account_id}, ${leads.map(({ contact_id }) => contact_id)}::bigint[])`
    await sql`select refresh_lead_responses(${account_id}, ${leads.map(({ id }) => id)}::bigint[])`
    return leads.at(-1)!.id
  })
}
