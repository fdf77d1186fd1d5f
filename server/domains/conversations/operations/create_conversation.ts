import { z } from 'zod'
import { Conversation, statuses } from '#contract/records/conversation.ts'
import { id, instant, line, written, jsonAttributeChanges } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import { json_attributes, mail_fields, message_fields } from '#domains/conversations/inputs.ts'
import { startConversation } from '#domains/conversations/outbound.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as teams from '#domains/workspace/teams.ts'

export const create_conversation = operation({
  summary: 'Start a conversation with a contact in an inbox, optionally with a first message.',
  rest: 'POST /conversations',
  permission: ['conversations:write', 'messages:send'],
  tool: false,
  status: 201,
  input: z.strictObject({
    contact_id: id.optional().describe('Id of the contact; or give the source_id of a known one'),
    inbox: line.optional().describe('Inbox, by name or id'),
    inbox_id: id.optional().describe('Inbox, by id'),
    source_id: written.min(1).max(500).optional().describe('Id of the contact in the channel, if not known yet'),
    status: z.enum(statuses).optional().describe('Default open, or pending where a bot answers first'),
    snoozed_until: instant.optional().describe('With status snoozed'),
    agent: line.optional().describe('Agent to assign, by name, e-mail or id'),
    team: line.optional().describe('Team, by name or id'),
    custom_attributes: jsonAttributeChanges.optional(),
    additional_attributes: json_attributes.optional(),
    message: z
      .strictObject({ ...message_fields, ...mail_fields })
      .optional()
      .describe('The first message, sent to the customer'),
  }),
  output: Conversation,

  async run(ctx, input) {
    const whom = await findRecipient(ctx, input)
    const assignee = input.agent === undefined ? undefined : await agents.get(ctx, { agent: input.agent })
    const team = input.team === undefined ? undefined : await teams.get(ctx, { team: input.team })
    const sent = input.custom_attributes ?? {}
    const custom_attributes = mergeAttributes({}, await customAttributes.conform(ctx, 'conversation_attribute', sent))
    return startConversation(ctx, {
      ...input,
      ...whom,
      custom_attributes,
      assignee_id: assignee?.id,
      team_id: team?.id,
    })
  },
})

type Recipient = {
  contact_id?: string | undefined
  inbox?: string | undefined
  inbox_id?: string | undefined
  source_id?: string | undefined
}

/** Resolves contact and inbox: given explicitly, or through a known source_id. */
async function findRecipient(ctx: Context, recipient: Recipient): Promise<{ contact_id: string; inbox_id: string }> {
  const { contact_id, source_id, ...where } = recipient
  if (contact_id !== undefined) {
    await contacts.get(ctx, contact_id)
    return { contact_id, inbox_id: (await inboxes.get(ctx, where)).id }
  }
  if (source_id === undefined)
    reject('missing_field', 'Give contact_id, or the source_id of a known contact.', 'contact_id')
  const inbox = (where.inbox ?? where.inbox_id) === undefined ? undefined : await inboxes.get(ctx, where)
  const known = await identities.findSource(ctx, source_id, inbox?.id)
  return (
    known ??
    reject('not_found', `No contact has the source_id ${source_id}; give contact_id and inbox_id.`, 'source_id')
  )
}
