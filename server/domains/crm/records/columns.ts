import { literal, part, type Part } from '#db/sql.ts'
import { whereOwnerVisible } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'

/** Columns that leads (`l`) and opportunities (`o`) share in the API. */
export function sharedColumns(of: Part): Part {
  return part`
    ${of}.utm_source, ${of}.utm_medium, ${of}.utm_campaign, ${of}.attribution_detail, ${of}.utm_origin, ${of}.utm_origin_by, ${of}.utm_origin_at,
    ${of}.utm_auto, ${of}.currency, ${of}.custom_attributes, ${of}.status, ${of}.lost_reason,
    case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end as owner,
    case when k.id is not null then
      jsonb_build_object('id', k.id::text, 'name', k.name, 'phone_number', k.phone_number, 'email', k.email) end as contact,
    jsonb_build_object('id', p.id::text, 'name', p.name) as pipeline,
    jsonb_build_object('id', s.id::text, 'name', s.name, 'type', s.type) as stage,
    ${of}.stage_entered_at, ${of}.last_activity_at, ${of}.created_at, ${of}.updated_at,
    ${isRotting(of)} as rotting`
}

/** Whether the record had no activity for longer than its stage (`s`) allows. */
export function isRotting(of: Part): Part {
  return part`(s.type = 'open' and ${of}.status in ('new', 'qualified', 'open')
      and coalesce(${of}.last_activity_at < now() - make_interval(days => s.rotting_days), false))`
}

export function sharedJoins(of: Part): Part {
  return part`
    join pipelines p on p.account_id = ${of}.account_id and p.id = ${of}.pipeline_id
    join stages s on s.account_id = ${of}.account_id and s.id = ${of}.stage_id
    left join users u on u.id = ${of}.owner_id
    left join contacts k on k.account_id = ${of}.account_id and k.id = ${of}.contact_id`
}

/** Address of a record in the web app. */
export function appUrl({ base_url, actor }: Context, folder: string, id: Part): Part {
  return part`${`${base_url}/app/${actor.account.id}/${folder}/`}::text || ${id}`
}

/** Restricts to records the caller may see and that are not in the bin. */
export function visibleTo({ actor }: Context, of: Part): Part {
  return part`${notDeleted(of)} ${whereOwnerVisible(actor, part`${of}.owner_id`)}`
}

/** Excludes records in the bin. Every query on leads or opportunities uses this or `visibleTo`. */
export function notDeleted(of: Part): Part {
  return part`and ${of}.deleted_at is null`
}

/** A table without the records in the bin. */
export function withoutDeleted(table: Part): Part {
  return part`(select * from ${table} b where true ${notDeleted(part`b`)})`
}

/** Moments of a new record, which differ only for imported ones. */
export type Moments = { created_at: Date; stage_entered_at: Date; last_activity_at: Date }

export function allAt(moment: Date): Moments {
  return { created_at: moment, stage_entered_at: moment, last_activity_at: moment }
}

/** Assignments for an update statement. */
export function setColumns(patch: object): Part[] {
  return Object.entries(patch).map(([column, value]) => part`${literal(column)} = ${value}`)
}

type Neighbour = { before_id?: string | undefined; after_id?: string | undefined }

/** Position of a record in a stage as an SQL expression: on top, or next to a neighbour. */
export function boardPosition(
  table: Part,
  account_id: string,
  stage_id: string,
  { before_id, after_id }: Neighbour,
): Part {
  const top = part`-nextval('board_places')`
  if (before_id === undefined && after_id === undefined) return top
  const inStage = part`from ${table} b where b.account_id = ${account_id} and b.stage_id = ${stage_id}`
  const neighbour = part`(select b.position ${inStage} and b.id = ${after_id ?? before_id}) x`
  const below = part`coalesce((select min(b.position) ${inStage} and b.position > x.position), x.position + 1)`
  const above = part`coalesce((select max(b.position) ${inStage} and b.position < x.position), x.position - 1)`
  const between = after_id === undefined ? part`${above}, x.position` : part`x.position, ${below}`
  return part`coalesce((select place_between(${between}) from ${neighbour}), ${top})`
}
