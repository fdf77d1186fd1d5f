import type { Conversation } from '#contract/records/conversation.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { recordFactsOf } from '#domains/conversations/report-facts.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { importContact } from './contacts.ts'
import { eachPage, findImported, type Imported, type Job, saveImported, step, tryStep } from './job.ts'
import { fetchMessages, insertMessages, type ReadMessage } from './messages.ts'
import { clean, cleanJson, moment, plainAttributes, type SourceConversation } from './source.ts'

type Page = { data: { meta: { all_count: number }; payload: SourceConversation[] } }
/** Records here by their id there. */
export type References = { inboxes: Map<string, string>; agents: Map<string, string>; teams: Map<string, string> }

/** Conversations of every status, oldest first, each with all its messages in one transaction. */
export async function importConversations(job: Job): Promise<void> {
  const references = await step(job, async (ctx) => ({
    inboxes: await existing(ctx, job, 'inboxes'),
    agents: await existing(ctx, job, 'agents'),
    teams: await existing(ctx, job, 'teams'),
  }))
  await eachPage(job, 'conversations', async (page) => {
    const query = { status: 'all', assignee_type: 'all', sort_by: 'created_at_asc', page: String(page) }
    const { data } = await job.client.get<Page>('/conversations', query)
    const ids = data.payload.map(({ id }) => id)
    const known = await step(job, (ctx) => findImported(ctx, job, 'conversations', ids))
    for (const source of data.payload) await importConversation(job, source, known.get(String(source.id)), references)
    job.onProgress('conversations', (page - 1) * 25 + ids.length, Number(data.meta.all_count))
    return ids.length > 0
  })
}

/** Records of an earlier stage that still exist here. */
async function existing(ctx: Context, job: Job, kind: 'inboxes' | 'agents' | 'teams'): Promise<Map<string, string>> {
  const imported = await findImported(ctx, job, kind)
  const ids = [...imported.values()].map(({ record_id }) => record_id)
  const account_id = ctx.actor.account.id
  const rows = await {
    inboxes: () =>
      ctx.sql<{ id: string }>`select id from inboxes where account_id = ${account_id} and id = any(${ids}::bigint[])`,
    teams: () =>
      ctx.sql<{ id: string }>`select id from teams where account_id = ${account_id} and id = any(${ids}::bigint[])`,
    agents: () => ctx.sql<{ id: string }>`
      select user_id as id from memberships where account_id = ${account_id} and user_id = any(${ids}::bigint[])`,
  }[kind]()
  const here = new Set(rows.map(({ id }) => id))
  const kept = [...imported].filter(([, { record_id }]) => here.has(record_id))
  return new Map(kept.map(([source_id, { record_id }]) => [source_id, record_id]))
}

const RECENT_SECONDS = 60

/** Reads what is new of a conversation, then writes it at once. One without new activity takes no request. */
async function importConversation(
  job: Job,
  source: SourceConversation,
  known: Imported | undefined,
  references: References,
): Promise<void> {
  const last = source.last_activity_at ?? source.timestamp ?? 0
  const activity = String(last)
  const [read_activity, last_id = '0'] = known?.state?.split(' ') ?? []
  if (known && read_activity === activity) return job.summary.add('conversations', false)
  const messages = await fetchMessages(job, source.id, last_id)
  const name = `conversation ${source.id}`
  const isDone = await tryStep(job, 'conversations', name, async (ctx) => {
    const id = known ? await getKnown(ctx, known) : await insertConversation(ctx, job, source, references)
    await insertMessages(ctx, job, { id, source, references }, messages)
    await finish(ctx, id, source, messages)
    const reached = messages.at(-1)?.source.id ?? last_id
    // Activity is given in seconds, so more may follow in the same one: a recent conversation is read again next time.
    const isRecent = ctx.now.getTime() / 1000 - last < RECENT_SECONDS
    await saveImported(ctx, job, 'conversations', source.id, id, `${isRecent ? 'recent' : activity} ${reached}`)
    return true
  })
  if (isDone) job.summary.add('conversations', !known)
}

async function getKnown({ sql, actor }: Context, { record_id }: Imported): Promise<string> {
  const rows =
    await sql`select from conversations where account_id = ${actor.account.id} and id = ${record_id} for update`
  return rows.length > 0 ? record_id : reject('not_found', 'It was deleted here.')
}

const statuses = new Set(['open', 'resolved', 'pending', 'snoozed'])
const priorities = new Set(['urgent', 'high', 'medium', 'low'])

/** Begins as it was before its end, so that reports see the end as a change. */
async function insertConversation(
  ctx: Context,
  job: Job,
  source: SourceConversation,
  { inboxes, agents, teams }: References,
): Promise<string> {
  const inbox_id =
    inboxes.get(String(source.inbox_id)) ?? reject('not_found', 'Its inbox was not imported or was deleted here.')
  const created_at = moment(source.created_at) ?? moment(source.timestamp) ?? ctx.now
  const dated = { ...ctx, now: created_at }
  const contact_id = await findContact(ctx, job, source)
  const identity = await findIdentity(dated, inbox_id, contact_id, source)
  const { meta } = source
  const [row] = await ctx.sql<{ id: string }>`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, priority, assignee_id, team_id, custom_attributes,
                               additional_attributes, opened_at, last_activity_at, created_at, updated_at)
    values (${ctx.actor.account.id}, ${inbox_id}, ${identity.contact_id}, ${identity.id}, ${source.status === 'pending' ? 'pending' : 'open'},
            ${priorities.has(source.priority ?? '') ? source.priority! : 'none'}, ${agents.get(String(meta.assignee?.id)) ?? null},
            ${teams.get(String(meta.team?.id)) ?? null}, ${plainAttributes(source.custom_attributes)},
            ${cleanJson(source.additional_attributes ?? {})}, ${created_at}, ${created_at}, ${created_at}, ${created_at})
    returning id`
  await recordFactsOf(dated, row!.id)
  await ctx.sql`
    insert into conversation_labels (account_id, conversation_id, label_id)
    select account_id, ${row!.id}, id from labels
     where account_id = ${ctx.actor.account.id} and lower(title) = any(${(source.labels ?? []).map((each) => clean(each, 255).toLowerCase())}::text[])`
  return row!.id
}

/** The list of contacts leaves out visitors without any data; they come with their conversation. */
async function findContact(ctx: Context, job: Job, { meta }: SourceConversation): Promise<string> {
  const imported = (await findImported(ctx, job, 'contacts', [meta.sender.id])).get(String(meta.sender.id))
  if (!imported) return importContact(ctx, job, meta.sender)
  const [row] =
    await ctx.sql`select from contacts where account_id = ${ctx.actor.account.id} and id = ${imported.record_id}`
  return row ? imported.record_id : reject('not_found', 'Its contact was deleted or merged here.')
}

/** The identity in the inbox by which the channel knows the contact. */
async function findIdentity(ctx: Context, inbox_id: string, contact_id: string, source: SourceConversation) {
  const { last_non_activity_message: last, meta } = source
  const source_id =
    last?.conversation?.contact_inbox?.source_id ??
    meta.sender.contact_inboxes?.find(({ inbox }) => inbox.id === source.inbox_id)?.source_id ??
    `import-${source.inbox_id}-${meta.sender.id}`
  const known = await identities.find(ctx, inbox_id, clean(source_id, 255))
  return known ?? identities.insert(ctx, { inbox_id, contact_id, source_id: clean(source_id, 255) })
}

/**
 * Sets the final state. Waiting times and SLA targets stay empty, and the idle time began before any rule: rules about
 * elapsed time would otherwise act on every open conversation at once.
 */
async function finish(
  ctx: Context,
  id: string,
  source: SourceConversation,
  messages: readonly ReadMessage[],
): Promise<void> {
  const last = messages.at(-1)?.at
  const at = moment(source.last_activity_at) ?? moment(source.timestamp) ?? last ?? ctx.now
  const { status, snoozed_until } = statusOf(source, ctx.now)
  const [row] = await ctx.sql<{ assignee_id: string | null }>`
    update conversations c
       set status = ${status}, snoozed_until = ${snoozed_until}, resolved_at = ${status === 'resolved' ? at : null},
           unread_count = ${Math.max(0, source.unread_count ?? 0)}, agent_last_seen_at = ${moment(source.agent_last_seen_at) ?? null},
           contact_last_seen_at = ${moment(source.contact_last_seen_at) ?? null}, first_reply_at = ${moment(source.first_reply_created_at) ?? null},
           waiting_since = null, awaiting_customer_since = null, idle_since = c.created_at - interval '100 years',
           last_activity_at = ${at}, updated_at = ${at},
           last_message_id = (select m.id from messages m where m.account_id = c.account_id and m.conversation_id = c.id
                               order by m.created_at desc, m.id desc limit 1)
     where c.account_id = ${ctx.actor.account.id} and c.id = ${id}
    returning c.assignee_id`
  // The other product does not tell who resolved it; its assignee is the best guess.
  const by = row?.assignee_id ? { type: 'agent', id: row.assignee_id } : { type: 'automation', id: null }
  await ctx.sql`select record_conversation(${ctx.actor.account.id}, ${id}, ${at}, ${by.type}, ${by.id}::bigint)`
}

/** A snooze that has ended means open: reopening it now would be announced. */
function statusOf(
  source: SourceConversation,
  now: Date,
): { status: Conversation['status']; snoozed_until: Date | null } {
  const status = (statuses.has(source.status) ? source.status : 'open') as Conversation['status']
  if (status !== 'snoozed') return { status, snoozed_until: null }
  const until = moment(source.snoozed_until)
  return until && until <= now ? { status: 'open', snoozed_until: null } : { status, snoozed_until: until ?? null }
}
