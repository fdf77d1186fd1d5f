import { literal, part, type Part } from '#db/sql.ts'
import { visibleByOwner } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'

/** What leads (`l`) and opportunities (`o`) have in common as they travel: whose, whom about, where, and how long. */
export function shared(of: Part): Part {
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

/** Whether it has been left alone for longer than its stage (`s`) allows. */
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

/** Where the web app shows it. */
export function url({ base_url, actor }: Context, folder: string, id: Part): Part {
  return part`${`${base_url}/app/${actor.account.id}/${folder}/`}::text || ${id}`
}

/** Which the caller may see: those of whom they may, unless they are in the bin. */
export function seen({ actor }: Context, of: Part): Part {
  return part`${kept(of)} ${visibleByOwner(actor, part`${of}.owner_id`)}`
}

/** The one condition that leaves out what is in the bin. Whoever reads leads or opportunities says it, by `seen` or by itself. */
export function kept(of: Part): Part {
  return part`and ${of}.deleted_at is null`
}

/** A table without what is in the bin, to read from. */
export function keptOf(table: Part): Part {
  return part`(select * from ${table} b where true ${kept(part`b`)})`
}

/** Columns with their new values. */
export function assigned(patch: object): Part[] {
  return Object.entries(patch).map(([column, value]) => part`${literal(column)} = ${value}`)
}

type Beside = { before_id?: string | undefined; after_id?: string | undefined }

/** The place of a record in a stage, as an expression: above everything, or beside another that is there. */
export function position(table: Part, account_id: string, stage_id: string, { before_id, after_id }: Beside): Part {
  const top = part`-nextval('board_places')`
  if (before_id === undefined && after_id === undefined) return top
  const there = part`from ${table} b where b.account_id = ${account_id} and b.stage_id = ${stage_id}`
  const beside = part`(select b.position ${there} and b.id = ${after_id ?? before_id}) x`
  const below = part`coalesce((select min(b.position) ${there} and b.position > x.position), x.position + 1)`
  const above = part`coalesce((select max(b.position) ${there} and b.position < x.position), x.position - 1)`
  const between = after_id === undefined ? part`${above}, x.position` : part`x.position, ${below}`
  return part`coalesce((select place_between(${between}) from ${beside}), ${top})`
}
