import { z } from 'zod'
import type { Action } from '#contract/records/automation.ts'
import * as emails from '#domains/access/emails.ts'
import type { Run } from '#domains/automations/running.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** What leaves the house: it is asked for in this transaction, and goes out once that has committed. */
export async function ask(
  ctx: Context,
  run: Run,
  position: number,
  type: Extract<Action['type'], 'send_email' | 'send_webhook'>,
  input: Record<string, unknown>,
): Promise<void> {
  if (type === 'send_email') await mail(ctx, run, position, input as Mail)
  else await call(ctx, run, position, input as { url: string })
}

type Mail = { to: string; subject: string; body: string }

async function mail(ctx: Context, run: Run, position: number, { to, subject, body }: Mail): Promise<void> {
  if (!z.email().safeParse(to.trim()).success)
    reject('invalid_value', 'There is no e-mail address to write to: the contact or agent has none.')
  await emails.queue(ctx, {
    key: `automation:${run.run_id}:${position}`,
    kind: 'automation',
    to_address: to.trim(),
    to_name: null,
    subject,
    paragraphs: body.split(/\n{2,}/),
  })
}

async function call(ctx: Context, run: Run, position: number, { url }: { url: string }): Promise<void> {
  const { run_id, subject, event, by } = run
  const record = JSON.parse(JSON.stringify(await recordOf(ctx, subject)))
  const body = { type: event, ...by, [subject.type]: record }
  ctx.emit('automation.webhook_requested', { run_id, position, url, body })
}

/** The record as everybody else is shown it. */
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
