import type { Channel } from '#contract/records/inbox.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import * as recipients from '#domains/campaigns/recipients.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as conversationRules from '#domains/conversations/rules.ts'
import { start } from '#domains/conversations/starting.ts'
import * as conversations from '#domains/conversations/store.ts'
import { fillIn } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'

type Running = {
  id: string
  content: string
  per_minute: number
  next_send_at: string
  updated_at: string
  inbox: { id: string; name: string; channel: Channel }
}

/** How often those who watch are told how far it is, in milliseconds. */
const TOLD_EVERY = 1_000
const MOMENT = 1_000

/**
 * Writes to the next few of a campaign whose time has come, and says when it goes on. The campaign is held meanwhile, so
 * that all nodes together keep to its pace; message and mark commit together, so that nobody is written to twice.
 * Answers how many were dealt with; when it fails, `blame` hears at whom.
 */
export async function sendSome(ctx: Context, id: string, blame: (contact_id: string) => void): Promise<number> {
  const campaign = await hold(ctx, id)
  if (!campaign) return 0
  const { at_once } = rules.pace(campaign.per_minute)
  const claimed = await recipients.claim(ctx, id, campaign.inbox.id, at_once)
  const outcomes = await deliverAll(ctx, campaign, claimed, blame)
  const ended = await recipients.settle(ctx, id, outcomes)
  const sent = outcomes.filter(({ error }) => error === undefined).length
  // Where all who are left are held by somebody else, they are looked for again a moment later.
  const later = new Date(ended.getTime() + MOMENT)
  const next = rules.next(campaign.per_minute, sent, new Date(campaign.next_send_at), ended)
  await goOn(ctx, campaign, claimed.length > 0 ? next : later)
  return Math.max(1, claimed.length)
}

/** The campaign, unless it is stopped, its time has not come, or another node has it; and its inbox, which stays meanwhile. */
async function hold(ctx: Context, id: string): Promise<Running | undefined> {
  const [row] = await ctx.sql<Running>`
    select g.id, g.content, g.per_minute, g.next_send_at, g.updated_at,
           jsonb_build_object('id', i.id::text, 'name', i.name, 'channel', i.channel) as inbox
      from campaigns g join inboxes i on i.account_id = g.account_id and i.id = g.inbox_id
     where g.account_id = ${ctx.actor.account.id} and g.id = ${id} and g.status = 'running' and g.next_send_at <= ${ctx.now}
       for no key update of g skip locked for key share of i skip locked`
  return row
}

/** Sets when it goes on, or ends it, and tells those who watch. */
async function goOn(ctx: Context, { id, updated_at }: Running, next_send_at: Date): Promise<void> {
  if (!(await recipients.anyQueued(ctx, id)))
    return tell(ctx, await campaigns.update(ctx, id, { status: 'done', finished_at: ctx.now }))
  if (ctx.now.getTime() - Date.parse(updated_at) < TOLD_EVERY) return campaigns.setNext(ctx, id, next_send_at)
  tell(ctx, await campaigns.update(ctx, id, { next_send_at }))
}

function tell(ctx: Context, campaign: Awaited<ReturnType<typeof campaigns.get>>): void {
  ctx.emit('campaign.updated', { campaign })
}

/** All of them, side by side: their statements travel together. */
async function deliverAll(
  ctx: Context,
  campaign: Running,
  claimed: readonly recipients.Recipient[],
  blame: (contact_id: string) => void,
): Promise<recipients.Outcome[]> {
  // Every one is waited for, also when one fails: what is still under way must not outlive the transaction.
  const ends = await Promise.allSettled(claimed.map((each) => deliver(ctx, campaign, each)))
  const failures = ends.flatMap((end, i) => (end.status === 'rejected' ? { at: claimed[i]!, error: end.reason } : []))
  const cause = failures.find(({ error }) => error.code !== AFTER_A_FAILURE)
  if (cause) blame(cause.at.contact.id)
  return ends.map((end, i) => {
    if (end.status === 'rejected') throw cause?.error ?? end.reason
    return { contact_id: claimed[i]!.contact.id, ...end.value }
  })
}

/** What PostgreSQL answers to every statement behind one that failed. */
const AFTER_A_FAILURE = '25P02'

type Delivered = Omit<recipients.Outcome, 'contact_id'>

/** Writes to one contact, in their latest conversation as it is, or in a new one that rests until they answer. */
async function deliver(ctx: Context, campaign: Running, recipient: recipients.Recipient): Promise<Delivered> {
  const { contact, blocked, known, conversation_id } = recipient
  const failed = (why: Parameters<typeof rules.reason>[0]) => ({ error: rules.reason(why, ctx.actor.account.locale) })
  if (blocked) return failed('blocked')
  if (!known && campaign.inbox.channel !== 'api') return failed('unknown')
  const found = conversation_id ? await conversations.getLocked(ctx, conversation_id) : undefined
  if (!words(ctx, campaign, contact, found ?? { id: '0' }).trim()) return failed('empty')

  const where = { contact_id: contact.id, inbox_id: campaign.inbox.id, status: 'resolved' } as const
  const conversation = found ?? (await start(ctx, where))
  const result = await messages.append(ctx, conversation, {
    content: words(ctx, campaign, contact, conversation),
    direction: 'outgoing',
    author: conversationRules.authorOf(ctx.actor),
  })
  ctx.emit('message.sent', result)
  return { conversation_id: conversation.id, message_id: result.message.id }
}

type Spoken = Pick<Conversation, 'id'> & Partial<Pick<Conversation, 'custom_attributes' | 'assignee'>>

/** What the contact reads. */
function words(
  ctx: Context,
  { content, inbox }: Running,
  contact: recipients.Recipient['contact'],
  about: Spoken,
): string {
  return fillIn(content, {
    contact,
    conversation: about,
    agent: about.assignee ?? null,
    inbox,
    account: ctx.actor.account,
  })
}
