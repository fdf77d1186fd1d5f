import { z } from 'zod'
import type { Action } from '#contract/records/automation.ts'
import { countEmail } from '#domains/access/emails/limits.ts'
import * as emails from '#domains/access/emails/store.ts'
import type { Run } from '#domains/automations/runs/execute.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { hideSourceIds } from '#kernel/source-ids.ts'

/** Requests an e-mail or webhook in this transaction; it goes out after the commit. */
export async function requestExternalAction(
  ctx: Context,
  run: Run,
  position: number,
  type: Extract<Action['type'], 'send_email' | 'send_webhook'>,
  input: Record<string, unknown>,
): Promise<void> {
  if (type === 'send_email') await queueEmail(ctx, run, position, input as Mail)
  else await requestWebhook(ctx, run, position, input as Webhook)
}

type Mail = { to: string; subject: string; body: string }

async function queueEmail(ctx: Context, run: Run, position: number, { to, subject, body }: Mail): Promise<void> {
  if (!z.email().safeParse(to.trim()).success)
    reject('invalid_value', 'The contact or agent has no e-mail address; add one.')
  // Not a refusal to retry: the mail would come hours late.
  if ((await countEmail(ctx, 'automation', to)) !== undefined)
    reject(
      'invalid_state',
      'Not sent: rules and macros have sent too many e-mails to this address or in total within an hour.',
    )
  await emails.queue(ctx, {
    key: `automation:${run.run_id}:${position}`,
    kind: 'automation',
    to_address: to.trim(),
    to_name: null,
    subject,
    paragraphs: body.split(/\n{2,}/),
  })
}

type Webhook = { url: string; format?: 'standard' | 'classic' }

async function requestWebhook(ctx: Context, run: Run, position: number, { url, format }: Webhook): Promise<void> {
  const { run_id, subject, event, by } = run
  const record = JSON.parse(JSON.stringify(hideSourceIds(ctx.actor, await recordOf(ctx, subject))))
  const body = { type: event, ...by, [subject.type]: record }
  ctx.emit('automation.webhook_requested', { run_id, position, url, body, ...(format && { format }) })
}

/** The record in its API shape. */
function recordOf(ctx: Context, { type, id }: Subject): Promise<object> {
  switch (type) {
    case 'conversation':
      return conversations.getOwn(ctx, id)
    case 'contact':
      return contacts.get(ctx, id)
    case 'lead':
      return leads.get(ctx, id)
    case 'opportunity':
      return opportunities.get(ctx, id)
  }
}
