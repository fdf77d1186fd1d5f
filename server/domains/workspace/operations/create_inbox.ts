import { z } from 'zod'
import { channels } from '#contract/channels.ts'
import { BusinessHours, CsatSettings, Inbox, Sla, WidgetSettings } from '#contract/records/inbox.ts'
import { line } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import { credentials, members } from '#domains/workspace/inputs.ts'
import * as rules from '#domains/workspace/rules.ts'
import { checkInboxMessages } from '#domains/workspace/inboxes/messages.ts'
import { operation } from '#kernel/operation.ts'

export const create_inbox = operation({
  summary: 'Create an inbox: a live chat, a custom channel for the API, or an account of a provider.',
  description:
    'For whatsapp, messenger, instagram, telegram, email and sms give the credentials of the account; they are checked with the provider, stored encrypted and never returned.',
  rest: 'POST /inboxes',
  permission: ['workspace:write', 'workspace:setup'],
  reader: 'conversations:read',
  tool: false,
  status: 201,
  audit: { without: ['credentials'] },
  input: z.strictObject({
    name: line.describe('Name shown to agents'),
    channel: z.enum(channels).describe('Type of the channel'),
    credentials: credentials
      .optional()
      .describe('Credentials of the account, by channel; required except for web_widget and api'),
    auto_assign: z.boolean().optional().describe('Assign new conversations to the members in turn. Default true.'),
    ai_agent_enabled: z.boolean().optional().describe('Let the AI agent answer first. Default false.'),
    settings: WidgetSettings.optional().describe('Appearance and behaviour of the live chat'),
    business_hours: BusinessHours.nullable().optional().describe('Business hours. Default null: always open.'),
    sla: Sla.optional().describe('SLA targets. Default: first response in 15 minutes.'),
    csat: CsatSettings.optional().describe('Satisfaction survey. Default: off.'),
    members: members.optional(),
  }),
  output: Inbox,

  async prepare(ctx, { channel, credentials, settings = {} }) {
    rules.checkCredentials(channel, credentials)
    const token = inboxes.createToken()
    if (!credentials || !connections.isProviderChannel(channel)) return { token }
    return { token, checked: await connections.checkCredentials(ctx, channel, credentials, { token, settings }) }
  },

  async run(ctx, { channel, members = [], ...given }, { token, checked }) {
    const { credentials: _credentials, ...fields } = given
    const answering = await agents.getAll(ctx, members)
    checkInboxMessages(fields)
    const inbox = await inboxes.insert(ctx, channel, rules.reviseInbox(rules.new_inbox, fields), answering, token)
    if (checked) await connections.save(ctx, inbox, checked)
    const created = checked ? (await inboxes.find(ctx, inbox.id))! : inbox
    ctx.emit('inbox.created', { inbox: created })
    return connections.withAddress(ctx, created)
  },
})
