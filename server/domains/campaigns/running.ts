import { randomUUID } from 'node:crypto'
import { isUnavailable } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import * as recipients from '#domains/campaigns/recipients.ts'
import * as rules from '#domains/campaigns/rules.ts'
import { sendSome } from '#domains/campaigns/sending.ts'
import { begin } from '#domains/campaigns/starting.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Only so many at a time: other timers wait for this one, and what is left is due again at once. */
const AT_ONCE = 200
const CAMPAIGNS_AT_ONCE = 20

/** When the next campaign starts, or goes on. */
export function nextToRun(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`
    select least((select min(scheduled_at) from campaigns where status = 'scheduled'),
                 (select min(next_send_at) from campaigns where status = 'running')) as at`
}

/** Starts the campaigns whose time has come, and lets each that runs go on by its pace. Two nodes may do it at once. */
export async function runCampaigns(runtime: Runtime): Promise<void> {
  let left = AT_ONCE
  const failures = new Map<string, unknown>()
  while (left > 0) {
    const due = (await dueNow(runtime.database.sql)).filter(
      ({ account_id, id }) => !failures.has(`${account_id}/${id}`),
    )
    let done = 0
    for (const each of due) {
      // One that cannot go on keeps no other from going on.
      done += await advance(runtime, each).catch((error: unknown) => {
        failures.set(`${each.account_id}/${each.id}`, error)
        return 0
      })
    }
    // What is due and was not done is in the hands of another node.
    if (done === 0) break
    left -= done
  }
  for (const error of failures.values()) throw error
}

type Due = { account_id: string; id: string; name: string; status: 'scheduled' | 'running'; now: string }

function dueNow(sql: Sql): Promise<Due[]> {
  return sql<Due>`
    select account_id, id, name, status, clock_timestamp() as now from (
      (select account_id, id, name, status, scheduled_at as at from campaigns where status = 'scheduled' and scheduled_at <= now()
        order by scheduled_at limit ${CAMPAIGNS_AT_ONCE})
      union all
      (select account_id, id, name, status, next_send_at from campaigns where status = 'running' and next_send_at <= now()
        order by next_send_at limit ${CAMPAIGNS_AT_ONCE})
    ) due order by at limit ${CAMPAIGNS_AT_ONCE}`
}

/** Starts it or goes on with it; answers how much was done. */
async function advance(runtime: Runtime, due: Due): Promise<number> {
  if (due.status === 'scheduled') return as(runtime, due, (ctx) => startScheduled(ctx, due.id))
  let contact_id: string | undefined
  try {
    return await as(runtime, due, (ctx) => sendSome(ctx, due.id, (id) => (contact_id = id)))
  } catch (err) {
    if (contact_id === undefined || passes(err)) throw err
    // Nobody of these was written to. The one who was in the way is left out, and the others' turn comes at once.
    runtime.log.warn({ err, campaign_id: due.id, contact_id }, 'a message of a campaign could not be written')
    const whose = contact_id
    await as(runtime, due, (ctx) => leaveOut(ctx, due.id, whose))
    return 1
  }
}

function leaveOut(ctx: Context, campaign_id: string, contact_id: string): Promise<unknown> {
  const error = rules.reason('error', ctx.actor.account.locale)
  return recipients.settle(ctx, campaign_id, [{ contact_id, error }])
}

async function startScheduled(ctx: Context, id: string): Promise<number> {
  const [held] = await ctx.sql`
    select from campaigns where account_id = ${ctx.actor.account.id} and id = ${id} and status = 'scheduled' and scheduled_at <= ${ctx.now}
       for no key update skip locked`
  if (!held) return 0
  await begin(ctx, await campaigns.get(ctx, id))
  return 1
}

/** Whether it may go better the next time: the database is away, busy, or somebody was in the way. */
function passes(error: unknown): boolean {
  return (
    isUnavailable(error) || ['40001', '40P01', '55P03', '57014'].includes(String((error as { code?: string }).code))
  )
}

/** The campaign acts, by the clock of the database: all nodes have that one in common. */
async function as<T>(runtime: Runtime, due: Due, run: (ctx: Context) => Promise<T>): Promise<T> {
  const actor = await actAs(runtime.database.sql, due.account_id, { type: 'campaign', id: due.id, name: due.name })
  return within(runtime, 'run_campaign', actor, { request_id: randomUUID(), now: new Date(due.now) }, run)
}
