import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as rules from '#domains/workspace/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { seal } from '#kernel/vault.ts'
import { findImported, type Job, step } from './job.ts'
import { clean, type SourceAgent, type SourceInbox } from './source.ts'
import { importEach } from './workspace.ts'

/**
 * Inboxes with their members. Live chats and API inboxes keep their public token, so that a site or program needs a new
 * address only. An inbox of a provider becomes an API inbox that holds its past: the source does not give its credentials.
 */
export async function importInboxes(job: Job): Promise<void> {
  const { payload } = await job.client.get<{ payload: SourceInbox[] }>('/inboxes')
  const members = new Map<number, string[]>()
  const agents = await step(job, (ctx) => findImported(ctx, job, 'agents'))
  for (const { id, name, channel_type } of payload) {
    const { payload: people } = await job.client.get<{ payload: SourceAgent[] }>(`/inbox_members/${id}`)
    members.set(
      id,
      people.flatMap((agent) => agents.get(String(agent.id))?.record_id ?? []),
    )
    if (!(channel_type in channels))
      job.summary.note('inboxes', `${channel_type} needs credentials; its past is kept in an API inbox.`, name)
  }
  await importEach(
    job,
    'inboxes',
    payload,
    ({ name }) => name,
    (ctx, source) => importInbox(ctx, source, members.get(source.id)!),
  )
}

const channels: Record<string, 'web_widget' | 'api'> = { 'Channel::WebWidget': 'web_widget', 'Channel::Api': 'api' }

async function importInbox(ctx: Context, source: SourceInbox, members: readonly string[]) {
  const channel = channels[source.channel_type] ?? 'api'
  const fields = rules.reviseInbox(rules.new_inbox, {
    name: clean(source.name, 255) || source.channel_type,
    auto_assign: source.enable_auto_assignment ?? true,
    settings: channel === 'web_widget' ? widgetSettings(source) : {},
  })
  const token = await freeToken(ctx, source.website_token ?? source.inbox_identifier)
  const people = members.map((id) => ({ id }))
  const inbox = await inboxes.insert(ctx, channel, fields, people, token ?? inboxes.createToken())
  if (source.hmac_token)
    await ctx.sql`
      update inboxes set identity_secret = ${seal(ctx.secret, source.hmac_token)}
       where account_id = ${ctx.actor.account.id} and id = ${inbox.id}`
  return { id: inbox.id, isNew: true }
}

function widgetSettings(source: SourceInbox): NonNullable<rules.InboxPatch['settings']> {
  const { widget_color, welcome_title, welcome_tagline, pre_chat_form_enabled, hmac_mandatory } = source
  const color = widget_color?.toLowerCase()
  return {
    ...(color && /^#[0-9a-f]{6}$/.test(color) && { color }),
    ...(welcome_title && { greeting_title: clean(welcome_title, 100) }),
    ...(welcome_tagline && { greeting_message: clean(welcome_tagline, 500) }),
    ...(pre_chat_form_enabled && { pre_chat: true }),
    ...(hmac_mandatory && { identity_verification: 'required' as const }),
  }
}

/** The token of the source, unless an inbox of this installation has it. */
async function freeToken({ sql }: Context, token: string | undefined): Promise<string | undefined> {
  if (!token || !/^[\w-]{16,100}$/.test(token)) return undefined
  const taken = await sql`select from inboxes where token = ${token}`
  return taken.length > 0 ? undefined : token
}
