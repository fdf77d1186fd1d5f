import { z } from 'zod'
import { Conversation, statuses } from '#contract/records/conversation.ts'
import { attributes, id, instant, line, written } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities.ts'
import { kept, message_fields } from '#domains/conversations/inputs.ts'
import { start } from '#domains/conversations/starting.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as customAttributes from '#domains/workspace/custom-attributes.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import * as teams from '#domains/workspace/teams.ts'

export const create_conversation = operation({
  summary: 'Begin a conversation with a contact in an inbox, with a first message if you like.',
  rest: 'POST /conversations',
  permission: ['conversations:write', 'messages:send'],
  tool: false,
  status: 201,
  input: z.strictObject({
    contact_id: id.optional().describe('The contact; or give the source_id of someone known'),
    inbox: line.optional().describe('Inbox, by name or id'),
    inbox_id: id.optional().describe('Inbox, by id'),
    source_id: written.min(1).max(500).optional().describe('Who the contact is in the channel, when not known yet'),
    status: z.enum(statuses).optional().describe('Default open'),
    snoozed_until: instant.optional().describe('With status snoozed'),
    agent: line.optional().describe('Agent to assign, by name, e-mail or id'),
    team: line.optional().describe('Team, by name or id'),
    custom_attributes: attributes.optional(),
    additional_attributes: kept.optional(),
    message: z.strictObject(message_fields).optional().describe('The first message, sent to the customer'),
  }),
  output: Conversation,

  async run(ctx, input) {
    const whom = await whomIn(ctx, input)
    const assignee = input.agent === undefined ? undefined : await agents.get(ctx, { agent: input.agent })
    const team = input.team === undefined ? undefined : await teams.get(ctx, { team: input.team })
    const sent = input.custom_attributes ?? {}
    const custom_attributes = await customAttributes.conform(ctx, 'conversation_attribute', sent)
    return start(ctx, { ...input, ...whom, custom_attributes, assignee_id: assignee?.id, team_id: team?.id })
  },
})

type Asked = {
  contact_id?: string | undefined
  inbox?: string | undefined
  inbox_id?: string | undefined
  source_id?: string | undefined
}

/** With whom, and where: a contact and an inbox, or someone the channel knows already. */
async function whomIn(ctx: Context, asked: Asked): Promise<{ contact_id: string; inbox_id: string }> {
  const { contact_id, source_id, ...where } = asked
  if (contact_id !== undefined) {
    await contacts.get(ctx, contact_id)
    return { contact_id, inbox_id: (await inboxes.get(ctx, where)).id }
  }
  if (source_id === undefined)
    reject('missing_field', 'Give contact_id, or the source_id of someone known.', 'contact_id')
  const inbox = (where.inbox ?? where.inbox_id) === undefined ? undefined : await inboxes.get(ctx, where)
  const known = await identities.findSource(ctx, source_id, inbox?.id)
  return known ?? reject('not_found', `Nobody is known as ${source_id}; give contact_id and inbox_id.`, 'source_id')
}
