import type { ContactTimelineEntry, TimelineKind } from '#contract/records/contact.ts'
import type { EntityType } from '#contract/records/crm.ts'
import { human_activity_types } from '#contract/records/crm.ts'
import type { Permission } from '#contract/permissions.ts'
import { joined, nothing, part, type Part } from '#db/sql.ts'
import { visibleByOwner } from '#domains/access/visibility.ts'
import { seen as seenConversations } from '#domains/conversations/store.ts'
import { columnOf } from '#domains/crm/activities.ts'
import { kept, seen, url } from '#domains/crm/shape.ts'
import type { Context } from '#kernel/operation.ts'

type Page = { after: string[] | undefined; limit: number }

/** What happened, newest first, and one more than asked for: every source gives its newest, and of those the newest stay. */
export function list(
  ctx: Context,
  contact_id: string,
  kinds: readonly TimelineKind[],
  page: Page,
): Promise<ContactTimelineEntry[]> {
  const wanted = new Set(kinds)
  const sources = [...wanted].filter((kind) => mayRead(ctx, kind)).flatMap((kind) => from[kind](ctx, contact_id, page))
  if (sources.length === 0) return Promise.resolve([])
  return ctx.sql<ContactTimelineEntry>`
    select * from (${joined(sources, ' union all ')}) t
     order by occurred_at desc, id collate "C" desc limit ${page.limit + 1}`
}

/** Who may know contacts need not be allowed to read what they write or buy. */
function mayRead({ actor }: Context, kind: TimelineKind): boolean {
  const needed = readers[kind]
  return needed === undefined || actor.permissions.has(needed)
}

const readers: Partial<Record<TimelineKind, Permission>> = {
  conversation: 'conversations:read',
  message: 'conversations:read',
  lead: 'crm:read',
  opportunity: 'crm:read',
  activity: 'crm:read',
}

const from: Record<TimelineKind, (ctx: Context, contact_id: string, page: Page) => Part[]> = {
  conversation: (ctx, contact_id, page) => [
    entries(page, {
      id: part`'conversation:' || c.id`,
      at: part`c.created_at`,
      kind: 'conversation',
      about: conversation(ctx),
      source: part`conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
        where c.account_id = ${ctx.actor.account.id} and c.contact_id = ${contact_id} ${seenConversations(ctx)}`,
    }),
  ],

  message: (ctx, contact_id, page) => [
    entries(page, {
      id: part`'message:' || m.id`,
      at: part`m.created_at`,
      kind: 'message',
      author: part`jsonb_build_object('type', case m.author_type when 'agent' then 'user' when 'api' then 'api_key' else m.author_type end,
        'id', m.author_id::text, 'name', m.author_name)`,
      about: conversation(ctx),
      text: part`left(m.content, 500)`,
      message: part`jsonb_build_object('direction', m.direction, 'private', m.private, 'attachment_count',
        (select count(*) from attachments f where f.account_id = m.account_id and f.message_id = m.id))`,
      source: part`conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
        cross join lateral (
          select * from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.deleted_at is null
             ${before(page, part`m.created_at`, part`'message:' || m.id`)}
           order by m.created_at desc, ('message:' || m.id) collate "C" desc limit ${page.limit + 1}) m
        where c.account_id = ${ctx.actor.account.id} and c.contact_id = ${contact_id} ${seenConversations(ctx)}`,
    }),
  ],

  note: ({ actor }, contact_id, page) => [
    entries(page, {
      id: part`'note:' || n.id`,
      at: part`n.created_at`,
      kind: 'note',
      author: part`n.author`,
      text: part`left(n.body, 500)`,
      source: part`contact_notes n where n.account_id = ${actor.account.id} and n.contact_id = ${contact_id}`,
    }),
  ],

  lead: (ctx, contact_id, page) => [begun(ctx, 'lead', contact_id, page), noted(ctx, 'lead', contact_id, page, false)],
  opportunity: (ctx, contact_id, page) => [
    begun(ctx, 'opportunity', contact_id, page),
    noted(ctx, 'opportunity', contact_id, page, false),
  ],
  activity: (ctx, contact_id, page) => [
    noted(ctx, 'lead', contact_id, page, true),
    noted(ctx, 'opportunity', contact_id, page, true),
  ],

  label: (ctx, contact_id, page) => [
    happened(ctx, contact_id, page, {
      names: part`('contact.label_added', 'contact.label_removed')`,
      kind: 'label',
      action: part`substr(e.name, length('contact.label_') + 1)`,
      text: part`e.payload #>> '{label,title}'`,
    }),
  ],

  contact: (ctx, contact_id, page) => [
    entries(page, {
      id: part`'contact:' || k.id`,
      at: part`k.created_at`,
      kind: 'contact',
      source: part`contacts k where k.account_id = ${ctx.actor.account.id} and k.id = ${contact_id}`,
    }),
    happened(ctx, contact_id, page, {
      names: part`('contact.updated', 'contact.merged')`,
      kind: 'contact',
      action: part`case e.name when 'contact.merged' then 'merged' else 'changed' end`,
    }),
  ],
}

/** The moment a lead or opportunity began; who made it put it into its first stage. */
function begun(ctx: Context, type: EntityType, contact_id: string, page: Page): Part {
  return entries(page, {
    id: part`${`${type}:`}::text || r.id`,
    at: part`r.created_at`,
    kind: type,
    author: part`(select h.author from stage_history h where h.account_id = r.account_id and h.${columnOf(type)} = r.id order by h.id limit 1)`,
    about: record(ctx, type),
    source: part`${tables[type]} r where r.account_id = ${ctx.actor.account.id} and r.contact_id = ${contact_id} ${seen(ctx, part`r`)}`,
  })
}

/** The timeline of their leads or opportunities: what people did about them, or what merely changed. */
function noted(ctx: Context, type: EntityType, contact_id: string, page: Page, byPeople: boolean): Part {
  const { actor } = ctx
  // What is about somebody else's record is also seen by who is to do it.
  const visible =
    actor.visibility === 'all'
      ? nothing
      : part`and (a.assignee_id = ${actor.user_id} or (true ${visibleByOwner(actor, part`r.owner_id`)}))`
  const human = part`a.type = any(${human_activity_types}::text[])`
  return entries(page, {
    id: part`'activity:' || a.id`,
    at: part`a.created_at`,
    kind: byPeople ? 'activity' : type,
    action: byPeople ? part`'created'` : part`'changed'`,
    author: part`a.author`,
    about: record(ctx, type),
    text: part`left(a.body, 500)`,
    activity: part`jsonb_build_object('id', a.id::text, 'type', a.type, 'due_at', iso(a.due_at), 'done', a.completed_at is not null)`,
    changes: part`a.changes`,
    source: part`${tables[type]} r cross join lateral (
        select * from activities a where a.account_id = r.account_id and a.${columnOf(type)} = r.id
           and ${byPeople ? human : part`not ${human}`} ${visible} ${before(page, part`a.created_at`, part`'activity:' || a.id`)}
         order by a.created_at desc, ('activity:' || a.id) collate "C" desc limit ${page.limit + 1}) a
      where r.account_id = ${actor.account.id} and r.contact_id = ${contact_id} ${kept(part`r`)}`,
  })
}

type Happened = { names: Part; kind: TimelineKind; action: Part; text?: Part }

/** What events tell of the contact itself, as long as they are kept. */
function happened({ actor }: Context, contact_id: string, page: Page, { names, ...entry }: Happened): Part {
  return entries(page, {
    ...entry,
    id: part`'event:' || e.id`,
    at: part`e.occurred_at`,
    author: part`e.actor`,
    changes: part`e.payload -> 'changes'`,
    source: part`events e where e.account_id = ${actor.account.id} and e.payload #>> '{contact,id}' = ${contact_id} and e.name in ${names}`,
  })
}

type Entries = {
  id: Part
  at: Part
  kind: TimelineKind
  action?: Part
  author?: Part
  about?: Part
  text?: Part
  message?: Part
  activity?: Part
  changes?: Part
  /** From where, ending in its conditions. */
  source: Part
}

/** The newest of one source, in the columns all have. */
function entries(page: Page, { id, at, kind, source, ...more }: Entries): Part {
  const json = (value: Part | undefined) => value ?? part`null::jsonb`
  return part`(
    select ${id} as id, ${kind}::text as kind, ${more.action ?? part`'created'`} as action, ${at} as occurred_at,
           ${json(more.author)} as author, ${json(more.about)} as about, ${more.text ?? part`null::text`} as text,
           ${json(more.message)} as message, ${json(more.activity)} as activity, ${json(more.changes)} as changes
      from ${source} ${before(page, at, id)}
     order by ${at} desc, (${id}) collate "C" desc limit ${page.limit + 1})`
}

/** Leaves out the pages before. The moment alone is what an index can begin at. */
function before({ after }: Page, at: Part, id: Part): Part {
  if (!after) return nothing
  return part`and ${at} <= ${after[0]}::timestamptz and (${at}, (${id}) collate "C") < (${after[0]}::timestamptz, ${after[1]}::text)`
}

function conversation(ctx: Context): Part {
  return part`jsonb_build_object('type', 'conversation', 'id', c.id::text, 'name', i.name, 'url', ${url(ctx, 'conversations', part`c.id`)})`
}

function record(ctx: Context, type: EntityType): Part {
  const folder = type === 'lead' ? 'leads' : 'opportunities'
  return part`jsonb_build_object('type', ${type}::text, 'id', r.id::text, 'name', r.name, 'url', ${url(ctx, folder, part`r.id`)})`
}

const tables = { lead: part`leads`, opportunity: part`opportunities` }
