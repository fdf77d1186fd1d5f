import type { Refusal } from '#domains/access/makers.ts'
import { emailAdministrators } from '#domains/access/emails/administrators.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import { canAdvance } from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as emailTemplates from './email-templates.ts'
import type { ClaimedDelivery } from '#domains/webhooks/deliveries/queue.ts'
import { type Health, healthAction } from '#domains/webhooks/rules.ts'
import * as webhooks from './store.ts'
import type { Context } from '#kernel/operation.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import type { Runtime } from '#kernel/runtime.ts'

type WebhookKey = { account_id: string; webhook_id: string }

/** Resets the health of an endpoint after a success. */
export async function recordSuccess({ database }: Runtime, { account_id, webhook_id }: WebhookKey): Promise<void> {
  await database.sql`
    update webhooks set last_success_at = now(), failing_since = null, failed_attempts = 0, warned_at = null, last_error = null
     where account_id = ${account_id} and id = ${webhook_id}`
}

/** Records a failure. Administrators are e-mailed after a day; after five days the endpoint is disabled. */
export async function recordFailure(runtime: Runtime, which: WebhookKey, error: string | null): Promise<void> {
  const [health] = await runtime.database.sql<Health & { now: string }>`
    update webhooks set last_failure_at = now(), last_error = ${error}, failing_since = coalesce(failing_since, now()),
           failed_attempts = failed_attempts + 1
     where account_id = ${which.account_id} and id = ${which.webhook_id}
    returning enabled, last_success_at, failing_since, failed_attempts, created_at, warned_at, now() as now`
  const action = health && healthAction(health, new Date(health.now))
  if (action === 'disable') await disableEndpoint(runtime, which, 'failing')
  if (action === 'warn') await warn(runtime, which)
}

async function warn(runtime: Runtime, which: WebhookKey): Promise<void> {
  await runAsSystem(runtime, which.account_id, 'watch_webhooks', async (ctx) => {
    const webhook = await webhooks.findLocked(ctx, which.webhook_id)
    if (!webhook || webhook.banner) return
    await webhooks.markWarned(ctx, webhook.id)
    await emailAdministrators(
      ctx,
      'webhook',
      `webhook_failing:${webhook.id}:${webhook.failing_since}`,
      emailTemplates.failingEmail(ctx, webhook),
    )
  })
}

/** Disables an endpoint until it is enabled again, and e-mails the administrators. */
export async function disableEndpoint(runtime: Runtime, which: WebhookKey, reason: 'gone' | 'failing'): Promise<void> {
  await runAsSystem(runtime, which.account_id, 'watch_webhooks', (ctx) => disable(ctx, which.webhook_id, reason))
}

/** Disables an endpoint whose maker may no longer have it. */
export async function disableForMaker(ctx: Context, webhook_id: string, { refused }: Refusal): Promise<void> {
  await disable(ctx, webhook_id, 'maker', refused[ctx.actor.account.locale])
}

async function disable(
  ctx: Context,
  webhook_id: string,
  reason: 'gone' | 'failing' | 'maker',
  error?: string,
): Promise<void> {
  const webhook = await webhooks.findLocked(ctx, webhook_id)
  // Concurrent attempts may all find it gone.
  if (!webhook?.enabled) return
  await webhooks.disable(ctx, webhook_id, reason, error)
  const text = emailTemplates.disabledEmail(ctx, { ...webhook, last_error: error ?? webhook.last_error }, reason)
  await emailAdministrators(ctx, 'webhook', `webhook_disabled:${webhook_id}:${ctx.now.toISOString()}`, text)
}

/** Marks a message as failed when the webhook of its inbox never accepted it. */
export async function failMessage(runtime: Runtime, { account_id, body }: ClaimedDelivery, why: string): Promise<void> {
  const sent = JSON.parse(body) as { id: number; message_type: string; private: boolean }
  if (sent.message_type !== 'outgoing' || sent.private) return
  await runAsSystem(runtime, account_id, 'watch_webhooks', async (ctx) => {
    const [known] = await messages.listByIds(ctx, [String(sent.id)])
    if (!known) return
    const before = await messages.getLocked(ctx, known.id)
    if (!canAdvance(before.status, 'failed')) return
    const message = await messages.setStatus(ctx, before.id, 'failed', why)
    ctx.emit('message.status_changed', { conversation: await conversations.get(ctx, before.conversation_id), message })
  })
}
