import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Conversation } from '#contract/records/conversation.ts'
import { attributeChanges, id, line } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import { findIdentity } from '#domains/conversations/chat/visitor.ts'
import { chat_conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const titles = z.array(line).max(20)

export const update_chat = operation({
  summary: 'Update custom attributes and labels of the visitor’s own conversation.',
  description:
    'Unknown labels are ignored. Only labels that were added this way can be removed, never those of the team.',
  rest: 'PATCH /widget/conversation',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    conversation_id: chat_conversation_id.optional(),
    custom_attributes: attributeChanges
      .optional()
      .describe('Attributes to merge with the existing ones; null removes one'),
    add_labels: titles.optional().describe('Titles of existing labels'),
    remove_labels: titles.optional().describe('Titles of labels added before'),
  }),
  output: z.object({ id, custom_attributes: z.record(z.string(), z.unknown()), labels: z.array(z.string()) }),

  async run(ctx, { conversation_id, custom_attributes = {}, add_labels = [], remove_labels = [] }) {
    const before = await lockOwn(ctx, conversation_id)
    const changed = await changeAttributes(ctx, before, custom_attributes)
    const conversation = await changeLabels(ctx, changed, add_labels, remove_labels)
    // Labels of the team are internal, so the visitor sees only their own.
    return { id: conversation.id, custom_attributes: conversation.custom_attributes, labels: ownLabels(conversation) }
  },
})

async function lockOwn(ctx: Context, conversation_id: string | undefined): Promise<Conversation> {
  const identity = await findIdentity(ctx)
  const found =
    identity &&
    (conversation_id
      ? await conversations.findOfIdentityLocked(ctx, identity.id, conversation_id)
      : await conversations.findLatestLocked(ctx, identity.id))
  return found ?? reject('not_found', 'There is no conversation yet; send a message first.')
}

async function changeAttributes(
  ctx: Context,
  before: Conversation,
  sent: z.infer<typeof attributeChanges>,
): Promise<Conversation> {
  const conforming = await customAttributes.conform(ctx, 'conversation_attribute', sent)
  const custom_attributes = mergeAttributes(before.custom_attributes, conforming)
  if (isDeepStrictEqual(custom_attributes, before.custom_attributes)) return before
  const conversation = await conversations.update(ctx, before.id, { custom_attributes })
  const changes = { custom_attributes: { from: before.custom_attributes, to: custom_attributes } }
  ctx.emit('conversation.updated', { conversation, changes })
  return conversation
}

async function changeLabels(
  ctx: Context,
  before: Conversation,
  add: string[],
  remove: string[],
): Promise<Conversation> {
  if (add.length + remove.length === 0) return before
  const own = new Set(ownLabels(before))
  const all = await labels.list(ctx)
  const named = (wanted: string[]) => all.filter((label) => wanted.some((title) => isSame(title, label.title)))
  for (const label of named(add)) {
    if (!(await conversations.tag(ctx, before.id, label.id))) continue
    own.add(label.title)
    ctx.emit('conversation.label_added', { conversation: await conversations.getOwn(ctx, before.id), label })
  }
  for (const label of named(remove)) {
    if (!own.delete(label.title) || !(await conversations.untag(ctx, before.id, label.id))) continue
    ctx.emit('conversation.label_removed', { conversation: await conversations.getOwn(ctx, before.id), label })
  }
  if (isDeepStrictEqual([...own], ownLabels(before))) return before
  const additional_attributes = { ...before.additional_attributes, site_labels: [...own] }
  return conversations.update(ctx, before.id, { additional_attributes })
}

/** Labels the visitor's site has added. */
function ownLabels({ additional_attributes }: Conversation): string[] {
  const { site_labels } = additional_attributes
  return Array.isArray(site_labels) ? site_labels.map(String) : []
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase()
}
