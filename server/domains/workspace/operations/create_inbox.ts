import { z } from 'zod'
import { BusinessHours, channels, CsatSettings, Inbox, Sla, WidgetSettings } from '#contract/records/inbox.ts'
import { line } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { members } from '#domains/workspace/inputs.ts'
import * as rules from '#domains/workspace/rules.ts'
import { checkTold } from '#domains/workspace/telling.ts'
import { operation } from '#kernel/operation.ts'

export const create_inbox = operation({
  summary: 'Create an inbox: a live chat for a web site, or a channel of your own by the API.',
  rest: 'POST /inboxes',
  permission: ['workspace:write', 'workspace:setup'],
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line.describe('What agents call it'),
    channel: z.enum(channels).describe('web_widget or api; the others arrive with their channels'),
    auto_assign: z.boolean().optional().describe('New conversations go to the members in turn. Default true.'),
    ai_agent_enabled: z.boolean().optional().describe('The AI agent answers first. Default false.'),
    settings: WidgetSettings.optional().describe('How the live chat looks and behaves'),
    business_hours: BusinessHours.nullable().optional().describe('When people answer. Default null: always.'),
    sla: Sla.optional().describe('How soon customers are to be answered. Default: a first answer in 15 minutes.'),
    csat: CsatSettings.optional().describe('Whether customers are asked how it was. Default: they are not.'),
    members: members.optional(),
  }),
  output: Inbox,

  async run(ctx, { channel, members = [], ...fields }) {
    rules.checkChannel(channel)
    const answering = await agents.getAll(ctx, members)
    checkTold(fields)
    const inbox = await inboxes.insert(ctx, channel, rules.reviseInbox(rules.new_inbox, fields), answering)
    ctx.emit('inbox.created', { inbox })
    return inbox
  },
})
