import type { Part } from '#db/sql.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 200

type Work = {
  name: string
  /** The column with the time a conversation is due. */
  due: Part
  /** Does the work for these conversations and returns how many were done. */
  run(ctx: Context, ids: readonly string[]): Promise<number>
}

/** Does the work for all due conversations, in batches, each in a transaction of its workspace. */
export async function inBatches(runtime: Runtime, work: Work): Promise<void> {
  while ((await runSome(runtime, work)) > 0);
}

async function runSome(runtime: Runtime, work: Work): Promise<number> {
  const due = await runtime.database.sql<{ account_id: string; id: string }>`
    select account_id, id from conversations where ${work.due} <= now() order by ${work.due} limit ${AT_ONCE}`
  let done = 0
  for (const [account_id, rows] of Map.groupBy(due, (row) => row.account_id)) {
    const ids = rows.map(({ id }) => id)
    done += await runAll(runtime, work, account_id, ids)
  }
  return done
}

/** Locks those of the conversations that are still due and that no other node has locked. */
export async function lockDue({ sql, actor }: Context, ids: readonly string[], due: Part): Promise<string[]> {
  const locked = await sql<{ id: string }>`
    select id from conversations where account_id = ${actor.account.id} and id = any(${ids}::bigint[]) and ${due} <= now()
     order by id for no key update skip locked`
  return locked.map(({ id }) => id)
}

/** Runs them in one transaction, or one by one if that fails, so that a failing one does not block the others. */
export async function runAll(
  runtime: Runtime,
  work: Work,
  account_id: string,
  ids: readonly string[],
): Promise<number> {
  try {
    return await runAsSystem(runtime, account_id, work.name, (ctx) => work.run(ctx, ids))
  } catch (err) {
    let done = 0
    if (ids.length === 1) runtime.log.warn({ err, conversation_id: ids[0] }, `${work.name} failed; it is tried again`)
    else for (const id of ids) done += await runAll(runtime, work, account_id, [id])
    return done
  }
}
