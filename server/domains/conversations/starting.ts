import { randomUUID } from 'node:crypto'
import type { Conversation, Status } from '#contract/records/conversation.ts'
import * as identities from '#domains/conversations/identities.ts'
import { whenOpened } from '#domains/conversations/lifecycle.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type Start = {
  contact_id: string
  inbox_id: string
  source_id?: string | undefined
  status?: Status | undefined
  snoozed_until?: string | undefined
  assignee_id?: string | undefined
  team_id?: string | undefined
  custom_attributes?: Conversation['custom_attributes'] | undefined
  additional_attributes?: Record<string, unknown> | undefined
  message?: { content?: string | undefined; attachments?: string[] | undefined } | undefined
}

/** Begins a conversation from our side, as who the contact is in the inbox; someone unknown there becomes known. */
export async function start(ctx: Context, { message, snoozed_until, ...asked }: Start): Promise<Conversation> {
  const { status = 'open' } = asked
  if ((status === 'snoozed') !== (snoozed_until !== undefined)) {
    reject('missing_field', 'Give snoozed_until with the status snoozed, and only then.', 'snoozed_until')
  }
  const content = message && rules.checkContent(message.content, message.attachments ?? [])
  const identity = await identityOf(ctx, asked)
  const made = await conversations.insert(ctx, { ...asked, status, identity_id: identity.id })
  const conversation = snoozed_until
    ? await conversations.update(ctx, made.id, rules.snooze(made, snoozed_until, ctx.now, 'snoozed_until'))
    : made
  if (content === undefined) {
    ctx.emit('conversation.created', { conversation })
    return whenOpened(ctx, undefined, conversation)
  }
  const author = rules.authorOf(ctx.actor)
  const result = await messages.append(ctx, conversation, { ...message, content, direction: 'outgoing', author })
  ctx.emit('conversation.created', { conversation: result.conversation })
  ctx.emit('message.sent', result)
  return whenOpened(ctx, undefined, result.conversation)
}

/** Who the contact is in the inbox. A source_id that is somebody else's is refused. */
async function identityOf(ctx: Context, { contact_id, inbox_id, source_id }: Start): Promise<{ id: string }> {
  if (source_id === undefined) {
    const known = await identities.findOfContact(ctx, contact_id, inbox_id)
    return known ?? identities.insert(ctx, { contact_id, inbox_id, source_id: randomUUID() })
  }
  const known = await identities.hold(ctx, inbox_id, source_id)
  if (known && known.contact_id !== contact_id) {
    reject('duplicate_value', `This source_id is contact ${known.contact_id} in this inbox.`, 'source_id')
  }
  return known ?? identities.insert(ctx, { contact_id, inbox_id, source_id })
}
