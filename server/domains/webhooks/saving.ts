import { limitsOf } from '#contract/plans.ts'
import type { Webhook, WebhookKind } from '#contract/records/webhook.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import * as webhooks from '#domains/webhooks/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const LONGEST_URL = 2000

/** The address as it is kept: as it will be called, and refused where it would not be. */
export function checkAddress(ctx: Context, url: string): string {
  const reason = ctx.checkUrl(url.trim())
  if (reason) reject('invalid_value', reason, 'url')
  if (!URL.canParse(url.trim()))
    reject('invalid_value', 'Write a whole address, such as https://example.com/hook.', 'url')
  const { href } = new URL(url.trim())
  if (href.length > LONGEST_URL) reject('invalid_value', `An address has at most ${LONGEST_URL} characters.`, 'url')
  return href
}

/** A plan allows so many. The program behind an inbox belongs to the inbox, and is not counted. */
export async function checkRoom(ctx: Context, kind: WebhookKind): Promise<void> {
  if (kind === 'inbox') return
  const { plan } = ctx.actor.account
  const { webhooks: most } = limitsOf(plan)
  if ((await webhooks.countLocked(ctx)) >= most)
    reject('plan_limit', `The plan ${plan} allows ${most} webhooks; delete one that is no longer needed.`)
}

/** The inbox an endpoint listens to: any for a classic one, one of channel api for the program behind it. */
export async function checkInbox(
  ctx: Context,
  kind: WebhookKind,
  inbox_id: string | undefined,
): Promise<string | null> {
  if (kind === 'inbox' && inbox_id === undefined)
    reject('missing_field', 'Say behind which inbox the program is.', 'inbox_id')
  if (inbox_id === undefined) return null
  const inbox = await inboxes.getLocked(ctx, inbox_id)
  if (kind === 'standard')
    reject(
      'invalid_value',
      'A standard webhook hears of every inbox; leave inbox_id out, or choose kind classic.',
      'inbox_id',
    )
  if (kind === 'inbox' && inbox.channel !== 'api')
    reject('invalid_value', 'Only an inbox of channel api has a program behind it.', 'inbox_id')
  return inbox.id
}

/** Switches an endpoint on or off, where that is a change. */
export async function setEnabled(ctx: Context, { id, enabled: before }: Webhook, enabled: boolean): Promise<void> {
  if (enabled && !before) await webhooks.enable(ctx, id)
  if (!enabled && before) await webhooks.disable(ctx, id, 'manual')
}
