import { limitsOf } from '#contract/plans.ts'
import type { Webhook, WebhookKind } from '#contract/records/webhook.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as webhooks from './store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const LONGEST_URL = 2000

/** The normalised URL of an endpoint; refuses addresses that may not be called. */
export function checkAddress(ctx: Context, url: string): string {
  const reason = ctx.checkUrl(url.trim())
  if (reason) reject('invalid_value', reason, 'url')
  if (!URL.canParse(url.trim()))
    reject('invalid_value', 'Write a whole address, such as https://example.com/hook.', 'url')
  const { href } = new URL(url.trim())
  if (href.length > LONGEST_URL) reject('invalid_value', `Use a URL of at most ${LONGEST_URL} characters.`, 'url')
  return href
}

/** Refuses more webhooks than the plan allows; those of kind inbox and bot are not counted. */
export async function checkPlanLimit(ctx: Context, kind: WebhookKind): Promise<void> {
  if (kind === 'inbox' || kind === 'bot') return
  const { plan } = ctx.actor.account
  const { webhooks: most } = limitsOf(plan)
  if ((await webhooks.countLocked(ctx)) >= most)
    reject('plan_limit', `The plan ${plan} allows ${most} webhooks; delete one that is no longer needed.`)
}

/** The inbox of an endpoint: any for kind classic, an api inbox for kind inbox. */
export async function checkInbox(
  ctx: Context,
  kind: WebhookKind,
  inbox_id: string | undefined,
): Promise<string | null> {
  if (kind === 'inbox' && inbox_id === undefined)
    reject('missing_field', 'Give the inbox_id of the api inbox this webhook serves.', 'inbox_id')
  if (inbox_id === undefined) return null
  const inbox = await inboxes.getLocked(ctx, inbox_id)
  if (kind === 'standard')
    reject(
      'invalid_value',
      'A standard webhook receives events of every inbox; leave inbox_id out, or choose kind classic.',
      'inbox_id',
    )
  if (kind === 'inbox' && inbox.channel !== 'api')
    reject('invalid_value', 'A webhook of kind inbox needs an api inbox; choose one.', 'inbox_id')
  return inbox.id
}

/** Enables or disables an endpoint, if that is a change. */
export async function setEnabled(ctx: Context, { id, enabled: before }: Webhook, enabled: boolean): Promise<void> {
  if (enabled && !before) await webhooks.enable(ctx, id)
  if (!enabled && before) await webhooks.disable(ctx, id, 'manual')
}
