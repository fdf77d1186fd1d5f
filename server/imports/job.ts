import type { Context } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import type { StoredFile } from '#kernel/uploads.ts'
import type { Client } from './client.ts'
import type { Summary } from './summary.ts'

/** An import into a workspace. */
export type Job = {
  runtime: Runtime
  account_id: string
  client: Client
  summary: Summary
  /** Larger files are left out. */
  max_file_bytes: number
  storeFile(bytes: Buffer, declared: { file_name: string; type: string }): Promise<StoredFile>
  onProgress(stage: string, done: number, of?: number): void
}

/**
 * Runs one step in a transaction that emits no events, so nothing of the past is announced. Steps of several imports into
 * one workspace wait for each other.
 */
export function step<T>({ runtime, account_id }: Job, run: (ctx: Context) => Promise<T>): Promise<T> {
  return runAsSystem(runtime, account_id, 'import_chatwoot', async (ctx) => {
    await ctx.sql`select pg_advisory_xact_lock(hashtextextended(${`import:${account_id}`}, 0))`
    return run(ctx)
  })
}

/** The same for one record: one that is refused is skipped, with the reason. */
export async function tryStep<T>(job: Job, kind: string, name: string, run: (ctx: Context) => Promise<T>) {
  try {
    return await step(job, run)
  } catch (error) {
    const problem = await asProblem(error, job.runtime.database)
    if (!(problem instanceof Problem) || problem.status >= 500) throw error
    job.summary.skip(kind, problem.message, name)
    return undefined
  }
}

export type Imported = { record_id: string; state: string | null }

/** The records of these ids that were imported before. */
export async function findImported(
  { sql, actor }: Context,
  { client }: Job,
  kind: string,
  ids?: readonly (string | number)[],
): Promise<Map<string, Imported>> {
  const rows = await sql<Imported & { source_id: string }>`
    select source_id, record_id, state from imported_records
     where account_id = ${actor.account.id} and source = ${client.source} and kind = ${kind}
       and (${ids === undefined} or source_id = any(${(ids ?? []).map(String)}::text[]))`
  return new Map(rows.map((row) => [row.source_id, row]))
}

export async function saveImported(
  { sql, actor }: Context,
  { client }: Job,
  kind: string,
  source_id: string | number,
  record_id: string | number,
  state: string | null = null,
): Promise<void> {
  await sql`
    insert into imported_records (account_id, source, kind, source_id, record_id, state)
    values (${actor.account.id}, ${client.source}, ${kind}, ${String(source_id)}, ${record_id}, ${state})
    on conflict (account_id, source, kind, source_id) do update set record_id = excluded.record_id, state = excluded.state`
}

/** Reads numbered pages from where an interrupted import stopped; a finished stage begins at the first page the next time. */
export async function eachPage(job: Job, stage: string, run: (page: number) => Promise<boolean>): Promise<void> {
  const cursor = (await step(job, (ctx) => findImported(ctx, job, 'page', [stage]))).get(stage)
  for (let page = Number(cursor?.record_id ?? 1); await run(page); page++)
    await step(job, (ctx) => saveImported(ctx, job, 'page', stage, page + 1))
  await step(
    job,
    (ctx) => ctx.sql`
      delete from imported_records
       where account_id = ${ctx.actor.account.id} and source = ${job.client.source} and kind = 'page' and source_id = ${stage}`,
  )
}
