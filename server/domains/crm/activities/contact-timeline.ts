import type { Channel } from '#contract/channels.ts'
import type { ContactTimelineEntry, TimelineKind } from '#contract/records/contact.ts'
import type { EntityType } from '#contract/records/crm.ts'
import type { Permission } from '#contract/permissions.ts'
import { joinParts, emptyPart, part, type Part } from '#db/sql.ts'
import { whereActivityVisible } from '#domains/access/visibility.ts'
import { visibleTo as seenConversations } from '#domains/conversations/store.ts'
import { columnOf, stored_human_types } from './store.ts'
import { afterCursor, newestEntries, type EntryPage } from './timeline-entries.ts'
import { notDeleted, visibleTo, appUrl } from '#domains/crm/records/columns.ts'
import type { Context } from '#kernel/operation.ts'

type Page = EntryPage & { channel?: Channel | undefined }

/** Timeline entries, newest first; one more than the limit. Each source contributes its newest entries. */
export function list(
  ctx: Context,
  contact_id: string,
  kinds: readonly TimelineKind[],
  page: Page,
): Promise<ContactTimelineEntry[]> {
  const wanted = new Set(kinds)
  const sources = [...wanted]
    .filter((kind) => mayRead(ctx, kind))
    .flatMap((kind) => sourcesOf[kind](ctx, contact_id, page))
  if (sources.length === 0) return Promise.resolve([])
  return ctx.sql<ContactTimelineEntry>`
    select * from (${joinParts(sources, ' union all ')}) t
     order by occurred_at desc, id collate "C" desc limit ${page.limit + 1}`
}

/** Reading contacts does not include reading their conversations, leads or opportunities. */
function mayRead({ actor }: Context, kind: TimelineKind): boolean {
  const permission = required_permission[kind]
  return permission === undefined || actor.permissions.has(permission)
}

const required_permission: Partial<Record<TimelineKind, Permission>> = {
  conversation: 'conversations:read',
  message: 'conversations:read',
  lead: 'crm:read',
  opportunity: 'crm:read',
  activity: 'crm:read',
}

const sourcesOf: Record<TimelineKind, (ctx: Context, contact_id: string, page: Page) => Part[]> = {
  conversation: (ctx, contact_id, page) => [
    newestEntries(page, {
      id: part`'conversation:' || c.id`,
      at: part`c.created_at`,
      kind: 'conversation',
      about: aboutConversation(ctx),
      source: part`conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
        where c.account_id = ${ctx.actor.account.id} and c.contact_id = ${contact_id} ${ofChannel(page)} ${seenConversations(ctx)}`,
    }),
  ],

  message: (ctx, contact_id, page) => [
    newestEntries(page, {
      id: part`'message:' || m.id`,
      at: part`m.created_at`,
      kind: 'message',
      author: part`jsonb_build_object('type', case m.author_type when 'agent' then 'user' when 'api' then 'api_key' else m.author_type end,
        'id', m.author_id::text, 'name', m.author_name)`,
      about: aboutConversation(ctx),
      text: part`left(m.content, 500)`,
      message: part`jsonb_build_object('direction', m.direction, 'private', m.private, 'attachment_count',
        (select count(*) from attachments f where f.account_id = m.account_id and f.message_id = m.id),
        'subject', m.content_attributes #>> '{email,subject}')`,
      source: part`conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
        cross join lateral (
          select * from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.deleted_at is null
             ${afterCursor(page, part`m.created_at`, part`'message:' || m.id`)}
           order by m.created_at desc, ('message:' || m.id) collate "C" desc limit ${page.limit + 1}) m
        where c.account_id = ${ctx.actor.account.id} and c.contact_id = ${contact_id} ${ofChannel(page)} ${seenConversations(ctx)}`,
    }),
  ],

  note: ({ actor }, contact_id, page) => [
    newestEntries(page, {
      id: part`'note:' || n.id`,
      at: part`n.created_at`,
      kind: 'note',
      author: part`n.author`,
      text: part`left(n.body, 500)`,
      source: part`contact_notes n where n.account_id = ${actor.account.id} and n.contact_id = ${contact_id}`,
    }),
  ],

  lead: (ctx, contact_id, page) => [
    createdEntries(ctx, 'lead', contact_id, page),
    activityEntries(ctx, 'lead', contact_id, page, false),
  ],
  opportunity: (ctx, contact_id, page) => [
    createdEntries(ctx, 'opportunity', contact_id, page),
    activityEntries(ctx, 'opportunity', contact_id, page, false),
  ],
  activity: (ctx, contact_id, page) => [
    activityEntries(ctx, 'lead', contact_id, page, true),
    activityEntries(ctx, 'opportunity', contact_id, page, true),
    ownActivityEntries(ctx, contact_id, page),
  ],

  label: (ctx, contact_id, page) => [
    eventEntries(ctx, contact_id, page, {
      names: part`('contact.label_added', 'contact.label_removed')`,
      kind: 'label',
      action: part`substr(e.name, length('contact.label_') + 1)`,
      text: part`e.payload #>> '{label,title}'`,
    }),
  ],

  contact: (ctx, contact_id, page) => [
    newestEntries(page, {
      id: part`'contact:' || k.id`,
      at: part`k.created_at`,
      kind: 'contact',
      source: part`contacts k where k.account_id = ${ctx.actor.account.id} and k.id = ${contact_id}`,
    }),
    eventEntries(ctx, contact_id, page, {
      names: part`('contact.updated', 'contact.merged')`,
      kind: 'contact',
      action: part`case e.name when 'contact.merged' then 'merged' else 'changed' end`,
    }),
  ],
}

function ofChannel({ channel }: Page): Part {
  return channel ? part`and i.channel = ${channel}` : emptyPart
}

/** The creation of leads or opportunities; the author is the one of the first stage visit. */
function createdEntries(ctx: Context, type: EntityType, contact_id: string, page: Page): Part {
  return newestEntries(page, {
    id: part`${`${type}:`}::text || r.id`,
    at: part`r.created_at`,
    kind: type,
    author: part`(select h.author from stage_history h where h.account_id = r.account_id and h.${columnOf(type)} = r.id order by h.id limit 1)`,
    about: aboutRecord(ctx, type),
    source: part`${tables[type]} r where r.account_id = ${ctx.actor.account.id} and r.contact_id = ${contact_id} ${visibleTo(ctx, part`r`)}`,
  })
}

/** Activities of the leads or opportunities of the contact: those by people, or the recorded changes. */
function activityEntries(ctx: Context, type: EntityType, contact_id: string, page: Page, byPeople: boolean): Part {
  const { actor } = ctx
  const visible = whereActivityVisible(actor, part`a.assignee_id`, part`r.owner_id`)
  const human = part`a.type = any(${stored_human_types}::text[])`
  return newestEntries(page, {
    ...activity_columns,
    kind: byPeople ? 'activity' : type,
    action: byPeople ? part`'created'` : part`'changed'`,
    about: aboutRecord(ctx, type),
    changes: part`a.changes`,
    source: part`${tables[type]} r cross join lateral (
        select * from activities a where a.account_id = r.account_id and a.${columnOf(type)} = r.id
           and ${byPeople ? human : part`not ${human}`} ${visible} ${afterCursor(page, part`a.created_at`, part`'activity:' || a.id`)}
         order by a.created_at desc, ('activity:' || a.id) collate "C" desc limit ${page.limit + 1}) a
      where r.account_id = ${actor.account.id} and r.contact_id = ${contact_id} ${notDeleted(part`r`)}`,
  })
}

/** Activities of the contact alone. They are visible with the contact. */
function ownActivityEntries({ actor }: Context, contact_id: string, page: Page): Part {
  return newestEntries(page, {
    ...activity_columns,
    kind: 'activity',
    source: part`activities a where a.account_id = ${actor.account.id} and a.contact_id = ${contact_id}`,
  })
}

const typeName = part`coalesce((select t.name from activity_types t where t.account_id = a.account_id and t.id = a.type_id), a.type)`

const activity_columns = {
  id: part`'activity:' || a.id`,
  at: part`a.created_at`,
  author: part`a.author`,
  text: part`left(a.body, 500)`,
  activity: part`jsonb_build_object('id', a.id::text, 'type', ${typeName}, 'due_at', iso(a.due_at), 'done', a.completed_at is not null)`,
}

type EventEntries = { names: Part; kind: TimelineKind; action: Part; text?: Part }

/** Changes to the contact itself, read from events for as long as these are retained. */
function eventEntries({ actor }: Context, contact_id: string, page: Page, { names, ...entry }: EventEntries): Part {
  return newestEntries(page, {
    ...entry,
    id: part`'event:' || e.id`,
    at: part`e.occurred_at`,
    author: part`e.actor`,
    changes: part`e.payload -> 'changes'`,
    source: part`events e where e.account_id = ${actor.account.id} and e.payload #>> '{contact,id}' = ${contact_id} and e.name in ${names}
      and e.payload #> '{changes,avatar_url}' is null`,
  })
}

function aboutConversation(ctx: Context): Part {
  return part`jsonb_build_object('type', 'conversation', 'id', c.id::text, 'name', i.name, 'url', ${appUrl(ctx, 'conversations', part`c.id`)})`
}

function aboutRecord(ctx: Context, type: EntityType): Part {
  const folder = type === 'lead' ? 'leads' : 'opportunities'
  return part`jsonb_build_object('type', ${type}::text, 'id', r.id::text, 'name', r.name, 'url', ${appUrl(ctx, folder, part`r.id`)})`
}

const tables = { lead: part`leads`, opportunity: part`opportunities` }
