import { emptyPart, part, type Part } from '#db/sql.ts'
import { whereContactVisible } from '#domains/access/visibility.ts'
import { appUrl, visibleTo } from '#domains/crm/records/columns.ts'
import type { Context } from '#kernel/operation.ts'
import type { Kind } from './find-records.ts'

const r = part`r`

export function contactKind(ctx: Context): Kind {
  return {
    table: part`contacts`,
    texts: [part`r.search`, part`fold(r.company_name)`],
    visible: whereContactVisible(ctx.actor, r),
    columns: part`r.id, r.name, concat_ws(' ', r.email, r.phone_number, r.company_name) as also,
      concat_ws(' · ', r.company_name, coalesce(r.phone_number, r.email)) as detail,
      ${appUrl(ctx, 'contacts', part`r.id`)} as url, coalesce(r.last_activity_at, r.created_at) as recent_at`,
    joins: emptyPart,
  }
}

/** Leads or opportunities: by their own words, or those of these contacts. */
export function salesKind(ctx: Context, table: 'leads' | 'opportunities', contact_ids: readonly string[]): Kind {
  const name = table === 'leads' ? part`leads` : part`opportunities`
  const also = table === 'leads' ? part`r.company_name, r.email, r.phone, k.name` : part`k.name`
  return {
    table: name,
    texts: [part`r.search`],
    visible: visibleTo(ctx, r),
    columns: part`r.id, r.name, concat_ws(' ', ${also}) as also,
      concat_ws(' · ', nullif(k.name, r.name), s.name) as detail, ${appUrl(ctx, table, part`r.id`)} as url,
      r.last_activity_at as recent_at`,
    joins: part`
      join stages s on s.account_id = r.account_id and s.id = r.stage_id
      left join contacts k on k.account_id = r.account_id and k.id = r.contact_id`,
    ...(contact_ids.length > 0 && { more: ofContacts(ctx, name, contact_ids) }),
  }
}

const MOST_OF_CONTACTS = 50

function ofContacts(ctx: Context, table: Part, contact_ids: readonly string[]): Part {
  return part`select r.id from ${table} r
    where r.account_id = ${ctx.actor.account.id} and r.contact_id = any(${contact_ids}::bigint[]) ${visibleTo(ctx, r)}
    order by r.created_at desc, r.id desc limit ${MOST_OF_CONTACTS}`
}

export function propertyKind(ctx: Context): Kind {
  return {
    table: part`properties`,
    texts: [part`r.search`],
    visible: emptyPart,
    columns: part`r.id, r.name, concat_ws(' ', r.code, r.project_name) as also,
      concat_ws(' · ', r.code, r.project_name, r.city) as detail, ${appUrl(ctx, 'properties', part`r.id`)} as url,
      r.updated_at as recent_at`,
    joins: emptyPart,
  }
}

const MOST_PASSAGES = 200

/** Documents by the words of their title or, as stems, of one of their passages. */
export function documentKind(ctx: Context, query: string): Kind {
  const own = ctx.actor.account.id
  return {
    table: part`knowledge_documents`,
    texts: [part`fold(r.title)`],
    visible: emptyPart,
    columns: part`r.id, r.title as name, null as also, c.name as detail, ${appUrl(ctx, 'knowledge', part`r.id`)} as url,
      r.updated_at as recent_at`,
    joins: part`join knowledge_collections c on c.account_id = r.account_id and c.id = r.collection_id`,
    more: part`select p.document_id from (
      select c.document_id from knowledge_chunks c
       where c.account_id = ${own} and c.terms @@ (select message_query(${own}, ${query})) limit ${MOST_PASSAGES}) p`,
  }
}
