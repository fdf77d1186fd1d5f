import { randomUUID } from 'node:crypto'
import * as emails from '#domains/access/emails.ts'
import type { Letter } from '#domains/access/letters.ts'
import * as messages from '#domains/conversations/messages.ts'
import { climbs } from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as letters from '#domains/webhooks/letters.ts'
import type { Claimed } from '#domains/webhooks/queue.ts'
import { type Health, verdict } from '#domains/webhooks/rules.ts'
import * as webhooks from '#domains/webhooks/store.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Which = { account_id: string; webhook_id: string }

/** It goes well: whatever was before is forgotten. */
export async function noteSuccess({ database }: Runtime, { account_id, webhook_id }: Which): Promise<void> {
  await database.sql`
    update webhooks set last_success_at = now(), failing_since = null, failed_attempts = 0, warned_at = null, last_error = null
     where account_id = ${account_id} and id = ${webhook_id}`
}

/** It does not. After a day administrators are told; after five nothing more is sent. */
export async function noteFailure(runtime: Runtime, which: Which, error: string | null): Promise<void> {
  const [health] = await runtime.database.sql<Health & { now: string }>`
    update webhooks set last_failure_at = now(), last_error = ${error}, failing_since = coalesce(failing_since, now()),
           failed_attempts = failed_attempts + 1
     where account_id = ${which.account_id} and id = ${which.webhook_id}
    returning enabled, last_success_at, failing_since, failed_attempts, created_at, warned_at, now() as now`
  const sentence = health && verdict(health, new Date(health.now))
  if (sentence === 'disable') await switchOff(runtime, which, 'failing')
  if (sentence === 'warn') await warn(runtime, which)
}

async function warn(runtime: Runtime, which: Which): Promise<void> {
  await asHilo(runtime, which, async (ctx) => {
    const webhook = await webhooks.findLocked(ctx, which.webhook_id)
    if (!webhook || webhook.banner) return
    await webhooks.markWarned(ctx, webhook.id)
    await tellAdministrators(
      ctx,
      `webhook_failing:${webhook.id}:${webhook.failing_since}`,
      letters.failing(ctx, webhook),
    )
  })
}

/** Nothing more is sent there until somebody switches it on again. */
export async function switchOff(runtime: Runtime, which: Which, reason: 'gone' | 'failing'): Promise<void> {
  await asHilo(runtime, which, async (ctx) => {
    const webhook = await webhooks.findLocked(ctx, which.webhook_id)
    // Several attempts may find it gone at once.
    if (!webhook?.enabled) return
    const { id } = webhook
    await webhooks.disable(ctx, id, reason)
    await tellAdministrators(
      ctx,
      `webhook_disabled:${id}:${ctx.now.toISOString()}`,
      letters.disabled(ctx, webhook, reason),
    )
  })
}

/** A mail to everybody who runs the workspace. */
async function tellAdministrators(ctx: Context, key: string, letter: Letter): Promise<void> {
  const people = await ctx.sql<{ id: string; name: string; email: string }>`
    select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id and u.disabled_at is null
     where m.account_id = ${ctx.actor.account.id} and m.role = 'administrator' and m.deactivated_at is null`
  for (const { id, name, email } of people)
    await emails.queue(ctx, { ...letter, key: `${key}:${id}`, kind: 'webhook', to_address: email, to_name: name })
}

/** A message the program behind its inbox never took has not reached its customer. */
export async function failMessage(
  runtime: Runtime,
  { account_id, webhook_id, body }: Claimed,
  why: string,
): Promise<void> {
  const said = JSON.parse(body) as { id: number; message_type: string; private: boolean }
  if (said.message_type !== 'outgoing' || said.private) return
  await asHilo(runtime, { account_id, webhook_id }, async (ctx) => {
    const [known] = await messages.listByIds(ctx, [String(said.id)])
    if (!known) return
    const before = await messages.getLocked(ctx, known.id)
    if (!climbs(before.status, 'failed')) return
    const message = await messages.setStatus(ctx, before.id, 'failed', why)
    ctx.emit('message.status_changed', { conversation: await conversations.get(ctx, before.conversation_id), message })
  })
}

async function asHilo(runtime: Runtime, { account_id }: Which, run: (ctx: Context) => Promise<void>): Promise<void> {
  const actor = await actAs(runtime.database.sql, account_id, { type: 'system', id: null, name: 'Hilo' })
  await within(runtime, 'watch_webhooks', actor, { request_id: randomUUID() }, run)
}
