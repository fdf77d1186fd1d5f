import { type Channel, channelAddress } from '#contract/channels.ts'
import type { CampaignTemplate } from '#contract/records/campaign.ts'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { checkTemplateParameters } from '#contract/template-parameters.ts'
import { fillParameters, reasonUnsendable } from '#domains/campaigns/content.ts'
import * as recipients from '#domains/campaigns/recipients.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { append } from '#domains/conversations/messages/append.ts'
import { attachmentId, findHeaderFile } from '#domains/conversations/messages/header-file.ts'
import * as conversationRules from '#domains/conversations/rules.ts'
import { startConversation } from '#domains/conversations/outbound.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import { fillTemplate } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'
import type { StoredFile } from '#kernel/uploads.ts'

/** A campaign with its template as the provider has it now, and the stored file of its header. */
type TemplateCampaign = RunningCampaign & { found?: ChannelTemplate | undefined; file?: StoredFile | undefined }

type RunningCampaign = {
  id: string
  content: string
  template: CampaignTemplate | null
  per_minute: number
  next_send_at: string
  updated_at: string
  inbox: { id: string; name: string; channel: Channel }
}

/** Minimum milliseconds between progress events. */
const EMIT_INTERVAL = 1_000
const RETRY_DELAY = 1_000
/** Milliseconds before the daily limit of an account is looked at again. */
const LIMIT_DELAY = 60_000

/**
 * Sends the next batch of a due campaign and schedules the following one. The campaign is locked meanwhile, so all
 * nodes together keep its pace; message and recipient commit together, so nobody gets it twice. Returns the number of
 * recipients handled; on failure, `onFailure` receives the contact that caused it.
 */
export async function sendBatch(ctx: Context, id: string, onFailure: (contact_id: string) => void): Promise<number> {
  const campaign = await lockCampaign(ctx, id)
  if (!campaign) return 0
  const template = campaign.template && (await templates.find(ctx, campaign.inbox.id, campaign.template))
  const problem = campaign.template && reasonUnsendable(template ?? undefined, campaign.template)
  if (problem) return stop(ctx, id, problem)
  const file = await findHeaderFile(ctx, campaign.template)
  if (!file && attachmentId(campaign.template) !== undefined)
    return stop(ctx, id, 'The file of the header was deleted; choose another.')
  const { at_once } = rules.pace(campaign.per_minute)
  const allowance = await recipients.countAllowance(ctx, campaign.inbox.id)
  if (allowance === 0) return postpone(ctx, id)
  const claimed = await recipients.claim(ctx, id, campaign.inbox.id, Math.min(at_once, allowance))
  const outcomes = await deliverAll(ctx, { ...campaign, found: template ?? undefined, file }, claimed, onFailure)
  const ended = await recipients.recordOutcomes(ctx, id, outcomes)
  const sent = outcomes.filter(({ error }) => error === undefined).length
  // If all remaining recipients are locked, try again after a short delay.
  const later = new Date(ended.getTime() + RETRY_DELAY)
  const next = rules.nextSendAt(campaign.per_minute, sent, new Date(campaign.next_send_at), ended)
  await scheduleNext(ctx, campaign, claimed.length > 0 ? next : later)
  return Math.max(1, claimed.length)
}

/** Stops a campaign whose template cannot be sent any more, before recipients fail one by one. */
async function stop(ctx: Context, id: string, problem: string): Promise<number> {
  emitUpdated(ctx, await campaigns.update(ctx, id, { status: 'stopped', problem }))
  return 1
}

/** The account has written to as many people as it may in a day; the oldest of them leave the count one by one. */
async function postpone(ctx: Context, id: string): Promise<number> {
  await campaigns.setNextSend(ctx, id, new Date(ctx.now.getTime() + LIMIT_DELAY))
  return 1
}

/** Locks the campaign and its inbox; undefined if it is stopped, not due, or locked by another node. */
async function lockCampaign(ctx: Context, id: string): Promise<RunningCampaign | undefined> {
  const [row] = await ctx.sql<RunningCampaign>`
    select g.id, g.content, g.template, g.per_minute, g.next_send_at, g.updated_at,
           jsonb_build_object('id', i.id::text, 'name', i.name, 'channel', i.channel) as inbox
      from campaigns g join inboxes i on i.account_id = g.account_id and i.id = g.inbox_id
     where g.account_id = ${ctx.actor.account.id} and g.id = ${id} and g.status = 'running' and g.next_send_at <= ${ctx.now}
       for no key update of g skip locked for key share of i skip locked`
  return row
}

/** Schedules the next batch, or finishes the campaign, and emits its progress. */
async function scheduleNext(ctx: Context, { id, updated_at }: RunningCampaign, next_send_at: Date): Promise<void> {
  if (!(await recipients.hasQueued(ctx, id)))
    return emitUpdated(ctx, await campaigns.update(ctx, id, { status: 'done', finished_at: ctx.now }))
  if (ctx.now.getTime() - Date.parse(updated_at) < EMIT_INTERVAL) return campaigns.setNextSend(ctx, id, next_send_at)
  emitUpdated(ctx, await campaigns.update(ctx, id, { next_send_at }))
}

function emitUpdated(ctx: Context, campaign: Awaited<ReturnType<typeof campaigns.get>>): void {
  ctx.emit('campaign.updated', { campaign })
}

/** Delivers concurrently, so the statements are pipelined. */
async function deliverAll(
  ctx: Context,
  campaign: TemplateCampaign,
  claimed: readonly recipients.Recipient[],
  onFailure: (contact_id: string) => void,
): Promise<recipients.Outcome[]> {
  // Waits for all, even after a failure: no statement may outlive the transaction.
  const ends = await Promise.allSettled(claimed.map((each) => deliver(ctx, campaign, each)))
  const failures = ends.flatMap((end, i) => (end.status === 'rejected' ? { at: claimed[i]!, error: end.reason } : []))
  const cause = failures.find(({ error }) => error.code !== IN_FAILED_TRANSACTION)
  if (cause) onFailure(cause.at.contact.id)
  return ends.map((end, i) => {
    if (end.status === 'rejected') throw cause?.error ?? end.reason
    return { contact_id: claimed[i]!.contact.id, ...end.value }
  })
}

/** SQLSTATE of every statement after a failed one. */
const IN_FAILED_TRANSACTION = '25P02'

type DeliveryResult = Omit<recipients.Outcome, 'contact_id'>

/** Sends to one contact, in their latest conversation or in a new one that stays resolved until they reply. */
async function deliver(
  ctx: Context,
  campaign: TemplateCampaign,
  recipient: recipients.Recipient,
): Promise<DeliveryResult> {
  const { contact, blocked, opted_out, known, reachable, hidden, conversation_id } = recipient
  const failed = (why: rules.FailureReason) => ({ error: rules.failureText(why, ctx.actor.account.locale) })
  if (blocked) return failed('blocked')
  if (opted_out) return { ...failed('opted_out'), opted_out: true }
  if (!reachable) return failed('unreachable')
  if (hidden) return failed('hidden')
  if (!known && !mayWriteFirst(campaign.inbox.channel, contact))
    return failed(rules.reasonUnknown(campaign.inbox.channel))
  const found = conversation_id ? await conversations.getLocked(ctx, conversation_id) : undefined
  const draft = renderMessage(ctx, campaign, contact, found ?? { id: '0' })
  if ('error' in draft) return draft
  if (!draft.content.trim()) return failed('empty')

  const where = { contact_id: contact.id, inbox_id: campaign.inbox.id, status: 'resolved' } as const
  const conversation = found ?? (await startConversation(ctx, where))
  const written = renderMessage(ctx, campaign, contact, conversation)
  if ('error' in written) return written
  const result = await append(ctx, conversation, {
    ...written,
    shared_files: campaign.file && [campaign.file],
    direction: 'outgoing',
    author: conversationRules.authorOf(ctx.actor),
  })
  ctx.emit('message.sent', result)
  const { id: message_id, failure } = result.message
  return { conversation_id: conversation.id, message_id, ...(failure && { error: failure.detail }) }
}

/** Whether the channel reaches a contact who never wrote there. */
function mayWriteFirst(channel: Channel, contact: recipients.Recipient['contact']): boolean {
  const address = channelAddress[channel]
  return channel === 'api' || (address !== null && contact[address] !== null)
}

type ConversationContext = Pick<Conversation, 'id'> & Partial<Pick<Conversation, 'custom_attributes' | 'assignee'>>

type MessageText = { content: string; content_type?: string; content_attributes?: Record<string, unknown> }

/** The message for one contact, or why it cannot be written. */
function renderMessage(
  ctx: Context,
  { content, template, found, inbox }: TemplateCampaign,
  contact: recipients.Recipient['contact'],
  conversation: ConversationContext,
): MessageText | { error: string } {
  const { account } = ctx.actor
  const context = { contact, conversation, agent: conversation.assignee ?? null, inbox, account }
  if (!template || !found) return { content: fillTemplate(content, context) }
  const parameters = fillParameters(template.parameters, context)
  const [problem] = checkTemplateParameters(found, parameters, false)
  if (problem) return { error: problem.detail }
  const content_attributes = { ...template, parameters }
  return { content: templates.render(found, parameters), content_type: 'template', content_attributes }
}
