import { randomUUID } from 'node:crypto'
import { isUnavailable } from '#db/database.ts'
import { part, type Sql } from '#db/sql.ts'
import { emailAdministrators } from '#domains/access/emails/administrators.ts'
import {
  actWith,
  makerColumns,
  type MakerRow,
  type Refusal,
  requireRights,
  type Rights,
} from '#domains/access/makers.ts'
import { stoppedEmail } from '#domains/campaigns/email-templates.ts'
import * as recipients from '#domains/campaigns/recipients.ts'
import * as rules from '#domains/campaigns/rules.ts'
import { sendBatch } from '#domains/campaigns/send-batch.ts'
import { startCampaign } from '#domains/campaigns/start.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Recipients per timer run, so other timers aren't delayed; the rest is due again immediately. */
const BATCH_LIMIT = 200
const CAMPAIGN_LIMIT = 20

/** When the next campaign starts or continues. */
export const nextToRun = part`
  select least((select min(scheduled_at) from campaigns where status = 'scheduled'),
               (select min(next_send_at) from campaigns where status = 'running')) as at`

/** Starts scheduled campaigns and sends the due batches of running ones. Safe to run on several nodes. */
export async function runCampaigns(runtime: Runtime): Promise<void> {
  let left = BATCH_LIMIT
  const failures = new Map<string, unknown>()
  while (left > 0) {
    const due = (await listDue(runtime.database.sql)).filter(
      ({ account_id, id }) => !failures.has(`${account_id}/${id}`),
    )
    let done = 0
    for (const each of due) {
      // A failing campaign does not stop the others.
      done += await advance(runtime, each).catch((error: unknown) => {
        failures.set(`${each.account_id}/${each.id}`, error)
        return 0
      })
    }
    // Remaining due campaigns are locked by another node.
    if (done === 0) break
    left -= done
  }
  for (const error of failures.values()) throw error
}

type Due = MakerRow & { account_id: string; id: string; name: string; status: 'scheduled' | 'running'; now: string }

function listDue(sql: Sql): Promise<Due[]> {
  return sql<Due>`
    select account_id, id, name, status, clock_timestamp() as now, ${makerColumns(part`due`)} from (
      (select account_id, id, name, status, maker, scheduled_at as at from campaigns where status = 'scheduled' and scheduled_at <= now()
        order by scheduled_at limit ${CAMPAIGN_LIMIT})
      union all
      (select account_id, id, name, status, maker, next_send_at from campaigns where status = 'running' and next_send_at <= now()
        order by next_send_at limit ${CAMPAIGN_LIMIT})
    ) due order by at limit ${CAMPAIGN_LIMIT}`
}

/** Starts the campaign or sends its next batch. Returns the number of steps done. */
async function advance(runtime: Runtime, campaign: Due): Promise<number> {
  const rights = requireRights(campaign, ['admin'])
  if ('refused' in rights)
    return runAsSystem(runtime, campaign.account_id, 'run_campaign', (ctx) => stopForMaker(ctx, campaign.id, rights))
  const due = { ...campaign, rights }
  if (due.status === 'scheduled') return asCampaign(runtime, due, (ctx) => startScheduled(ctx, due.id))
  let contact_id: string | undefined
  try {
    return await asCampaign(runtime, due, (ctx) => sendBatch(ctx, due.id, (id) => (contact_id = id)))
  } catch (err) {
    if (contact_id === undefined || isTransient(err)) throw err
    // The batch was rolled back. The recipient that failed is marked, and the others are due again immediately.
    runtime.log.warn({ err, campaign_id: due.id, contact_id }, 'campaign message failed')
    const failed = contact_id
    await asCampaign(runtime, due, (ctx) => markFailed(ctx, due.id, failed))
    return 1
  }
}

/** Stops a campaign whose maker is no longer an administrator, and e-mails the administrators. */
async function stopForMaker(ctx: Context, id: string, { refused }: Refusal): Promise<number> {
  const before = await campaigns.getLocked(ctx, id)
  if (before.status !== 'scheduled' && before.status !== 'running') return 0
  const problem = refused[ctx.actor.account.locale]
  const campaign = await campaigns.update(ctx, id, { status: 'stopped', problem })
  ctx.emit('campaign.updated', { campaign })
  const key = `campaign_stopped:${id}:${ctx.now.toISOString()}`
  await emailAdministrators(ctx, 'campaign_stopped', key, stoppedEmail(ctx, campaign.name, problem))
  return 1
}

function markFailed(ctx: Context, campaign_id: string, contact_id: string): Promise<unknown> {
  const error = rules.failureText('error', ctx.actor.account.locale)
  return recipients.recordOutcomes(ctx, campaign_id, [{ contact_id, error }])
}

async function startScheduled(ctx: Context, id: string): Promise<number> {
  const [locked] = await ctx.sql`
    select from campaigns where account_id = ${ctx.actor.account.id} and id = ${id} and status = 'scheduled' and scheduled_at <= ${ctx.now}
       for no key update skip locked`
  if (!locked) return 0
  await startCampaign(ctx, await campaigns.get(ctx, id))
  return 1
}

/** True if a retry may succeed: the database is unavailable or busy, or there was a lock conflict. */
function isTransient(error: unknown): boolean {
  return (
    isUnavailable(error) || ['40001', '40P01', '55P03', '57014'].includes(String((error as { code?: string }).code))
  )
}

/** Runs in a transaction as the campaign, with the rights of its maker and the database clock, which all nodes share. */
async function asCampaign<T>(
  runtime: Runtime,
  due: Due & { rights: Rights },
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const author = { type: 'campaign', id: due.id, name: due.name } as const
  const actor = await actWith(runtime.database.sql, due.account_id, author, due.rights)
  return inTransaction(runtime, 'run_campaign', actor, { request_id: randomUUID(), now: new Date(due.now) }, run)
}
