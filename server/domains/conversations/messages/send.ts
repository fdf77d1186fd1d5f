import type { Conversation, Message } from '#contract/records/conversation.ts'
import { checkTemplateParameters, type TemplateParameters } from '#contract/template-parameters.ts'
import { append, insertScheduled } from '#domains/conversations/messages/append.ts'
import { getHeaderFile } from '#domains/conversations/messages/header-file.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as outbound from '#domains/conversations/messages/outbound-rules.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type OutboundFields = Omit<outbound.OutboundContent, 'content'> & {
  content?: string | undefined
  content_type?: string | undefined
  content_attributes?: Record<string, unknown> | undefined
  attachments?: string[] | undefined
  private?: boolean | undefined
  external_id?: string | undefined
  voice?: boolean | undefined
  /** Original time of an imported message. */
  created_at?: Date | undefined
}

/** Adds a message of the business to a locked conversation; where a provider is connected, it is queued for it. */
export async function sendMessage(
  ctx: Context,
  conversation: Conversation,
  fields: OutboundFields,
): Promise<{ message: Message; conversation: Conversation }> {
  const { template, buttons, list, reply_to, human_agent, scheduled_at, subject, cc, bcc, ...plain } = fields
  const rendered =
    template && (await renderTemplate(ctx, conversation, template, (fields.attachments ?? []).length > 0))
  const file = await getHeaderFile(ctx, template)
  const content = rendered ?? rules.checkContent(fields.content, fields.attachments ?? [])
  const { content_type, content_attributes } = { ...plain, ...outbound.contentOf({ content, template, buttons, list }) }
  if (!fields.private && !fields.external_id) outbound.checkOutbound(conversation, { ...fields, content })
  if (scheduled_at) outbound.checkScheduledAt(scheduled_at, ctx.now)
  const fresh = {
    ...plain,
    content,
    content_type,
    content_attributes: { ...content_attributes, ...outbound.mailAttributes({ content, subject, cc, bcc }) },
    direction: 'outgoing' as const,
    author: rules.authorOf(ctx.actor),
    reply_to:
      reply_to === undefined
        ? undefined
        : { id: await checkQuoted(ctx, conversation, reply_to, fields.private ?? false) },
    shared_files: file && [file],
    delivery: human_agent ? { human_agent } : {},
  }
  if (scheduled_at) {
    const message = await insertScheduled(ctx, conversation, { ...fresh, scheduled_at })
    ctx.emit('message.scheduled', { conversation, message })
    return { message, conversation }
  }
  const result = await append(ctx, conversation, fresh)
  ctx.emit('message.sent', result)
  return result
}

/** The text of a template with its parameters; refuses unknown templates and missing values. */
async function renderTemplate(
  ctx: Context,
  { inbox }: Conversation,
  given: NonNullable<outbound.OutboundContent['template']>,
  hasFile: boolean,
): Promise<string> {
  const template = await templates.find(ctx, inbox.id, given)
  if (!template)
    return reject(
      'invalid_value',
      `There is no template ${given.name} in ${given.language}; see GET /inboxes/${inbox.id}/templates.`,
      'template',
    )
  if (template.status !== 'APPROVED')
    return reject(
      'invalid_state',
      `The template ${given.name} cannot be sent; its status is ${template.status}.`,
      'template',
    )
  const parameters = (given.parameters ?? {}) as TemplateParameters
  const [problem] = checkTemplateParameters(template, parameters, hasFile)
  if (problem) return reject('missing_field', problem.detail, `template/parameters/${problem.field}`)
  return templates.render(template, parameters)
}

/** The quoted message must belong to the same conversation; only a note may quote a note. */
async function checkQuoted(ctx: Context, conversation: Conversation, id: string, isNote: boolean): Promise<string> {
  const [quoted] = await messages.listByIds(ctx, [id])
  if (!quoted) return reject('not_found', `There is no message ${id} to quote.`, 'reply_to')
  if (quoted.conversation_id !== conversation.id)
    return reject('invalid_value', `Message ${id} is not part of this conversation; quote one that is.`, 'reply_to')
  if (!quoted.private || isNote) return id
  return reject('invalid_value', `Message ${id} is an internal note, which customers never see.`, 'reply_to')
}
