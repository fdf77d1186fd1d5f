import type { Property } from '#contract/records/property.ts'
import { joinParts, emptyPart, part, type Part } from '#db/sql.ts'
import * as images from '#domains/properties/images.ts'
import type { Fields } from '#domains/properties/rules.ts'
import * as rules from '#domains/properties/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { countUpTo, olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'
import { releaseFiles } from '#kernel/uploads.ts'

export async function get(ctx: Context, id: string): Promise<Property> {
  const [row] = await select(ctx, part`p.id = ${id}`, emptyPart)
  return row ?? rejectMissing(id)
}

/** The property, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Property> {
  const [row] = await select(ctx, part`p.id = ${id}`, part`for update of p`)
  return row ?? rejectMissing(id)
}

/** All of these properties, locked; a missing one is rejected. */
export async function getAllLocked(ctx: Context, ids: readonly string[]): Promise<Property[]> {
  const rows = await select(ctx, part`p.id = any(${ids}::bigint[])`, part`order by p.id for update of p`)
  const found = new Set(rows.map(({ id }) => id))
  const absent = ids.find((id) => !found.has(id))
  return absent === undefined ? rows : rejectMissing(absent, 'property_ids')
}

/** Properties with any of these codes, ignoring case, locked until the transaction ends. */
export function findByCodesLocked(ctx: Context, codes: readonly string[]): Promise<Property[]> {
  return select(
    ctx,
    part`lower(p.code) in (select lower(code) from unnest(${codes}::text[]) code)`,
    part`order by p.id for update of p`,
  )
}

/** Codes as the database compares them, because its lower() differs from JavaScript. */
export async function codeKeys({ sql }: Context, codes: readonly string[]): Promise<string[]> {
  const rows = await sql<{ key: string }>`
    select lower(c.code) as key from unnest(${codes}::text[]) with ordinality as c (code, place) order by c.place`
  return rows.map(({ key }) => key)
}

async function select(ctx: Context, which: Part, lock: Part): Promise<Property[]> {
  const rows = await ctx.sql<Row>`
    select ${columns(ctx)} from properties p where p.account_id = ${ctx.actor.account.id} and ${which} ${lock}`
  return rows.map((row) => withCover(ctx, row))
}

function rejectMissing(id: string, field = 'property_id'): never {
  return reject('not_found', `There is no property ${id}; find properties with list_crm_properties.`, field)
}

export type Filters = {
  name_search?: string | undefined
  city?: string | undefined
  sector?: string | undefined
  operation?: string | undefined
  property_type?: string | undefined
  availability?: string | undefined
  min_price?: number | undefined
  max_price?: number | undefined
  min_bedrooms?: number | undefined
  max_bedrooms?: number | undefined
  only_active?: boolean | undefined
  only_published?: boolean | undefined
}

/** The number of properties that match every filter, counted up to `most`. */
export function count(ctx: Context, filters: Filters, most: number): Promise<number> {
  const { id } = ctx.actor.account
  return countUpTo(ctx, part`properties p where p.account_id = ${id} ${joinParts(conditions(ctx, filters))}`, most)
}

/** Properties that match every filter, newest first; one more than the limit. */
export async function list(
  ctx: Context,
  filters: Filters,
  after: string[] | undefined,
  limit: number,
): Promise<Property[]> {
  const rows = await ctx.sql<Row>`
    select ${columns(ctx)} from properties p
     where p.account_id = ${ctx.actor.account.id} ${joinParts(conditions(ctx, filters))} ${olderThan(after, part`p.created_at, p.id`)}
     order by p.created_at desc, p.id desc limit ${limit + 1}`
  return rows.map((row) => withCover(ctx, row))
}

/** Conditions of the filters. For partial text the index preselects rows and strpos decides. */
function conditions(ctx: Context, filters: Filters): Part[] {
  const { min_price, max_price, min_bedrooms, max_bedrooms, only_active = true, only_published = false } = filters
  return [
    ...rules.searchTerms(filters.name_search ?? '').flatMap((term) => nameContains(ctx, term)),
    ...textContains(ctx, part`p.city`, filters.city),
    ...textContains(ctx, part`p.sector`, filters.sector),
    ...textContains(ctx, part`p.availability`, filters.availability),
    ...(filters.property_type?.trim()
      ? [
          part`and fold(p.property_type) = fold(${filters.property_type.trim()}) ${inSearchIndex(ctx, filters.property_type)}`,
        ]
      : []),
    ...(filters.operation?.trim() ? [part`and p.operation = any(${rules.matchingOperations(filters.operation)})`] : []),
    ...(min_price === undefined ? [] : [part`and p.list_price >= ${min_price}`]),
    ...(max_price === undefined ? [] : [part`and p.list_price <= ${max_price}`]),
    ...(min_bedrooms === undefined ? [] : [part`and p.bedrooms >= ${min_bedrooms}::bigint`]),
    ...(max_bedrooms === undefined ? [] : [part`and p.bedrooms <= ${max_bedrooms}::bigint`]),
    ...(only_active ? [part`and p.active`] : []),
    ...(only_published ? [part`and p.published`] : []),
  ]
}

function nameContains(ctx: Context, term: string): Part[] {
  return [part`and strpos(p.search, fold(${term})) > 0`, matchesTrigrams(ctx, part`p.search`, term)]
}

/** Partial text, ignoring case and accents. */
function textContains(ctx: Context, column: Part, text = ''): Part[] {
  const wanted = text.trim()
  if (rules.searchTerms(wanted).length === 0) return []
  return [part`and strpos(fold(${column}), fold(${wanted})) > 0 ${inSearchIndex(ctx, wanted)}`]
}

function inSearchIndex(ctx: Context, text: string): Part {
  return joinParts(rules.searchTerms(text).map((term) => matchesTrigrams(ctx, part`p.place`, term)))
}

function matchesTrigrams({ actor }: Context, column: Part, term: string): Part {
  return part`and pieces(p.account_id, ${column}) @@ pieces_of_term(${actor.account.id}, fold(${term}))`
}

export async function insert(ctx: Context, fields: Fields): Promise<Property> {
  const [row] = await insertAll(ctx, [fields])
  return row!
}

/** Inserts properties in one statement. */
export async function insertAll(ctx: Context, all: readonly Fields[]): Promise<Property[]> {
  const rows = await ctx.sql<Row>`
    with p as (
      insert into properties (account_id, ${column_names}, created_at, updated_at)
      select ${ctx.actor.account.id}, ${column_names}, ${ctx.now}, ${ctx.now}
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as f (${column_types}) returning *
    ) select ${columns(ctx)} from p order by p.id`
  return rows.map((row) => withCover(ctx, row))
}

export async function update(ctx: Context, id: string, fields: Fields): Promise<Property> {
  const [row] = await updateAll(ctx, [{ ...fields, id }])
  return row!
}

/** Updates properties in one statement. */
export async function updateAll(ctx: Context, all: readonly (Fields & { id: string })[]): Promise<Property[]> {
  const rows = await ctx.sql<Row>`
    with p as (
      update properties p set (${column_names}, updated_at) = (select ${new_values}, ${ctx.now}::timestamptz)
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as f (id bigint, ${column_types})
       where p.account_id = ${ctx.actor.account.id} and p.id = f.id returning p.*
    ) select ${columns(ctx)} from p order by p.id`
  return rows.map((row) => withCover(ctx, row))
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  const keys = part`select file_key from property_images where account_id = ${actor.account.id} and property_id = ${id}`
  await releaseFiles(sql, actor.account.id, keys)
  await sql`delete from properties where account_id = ${actor.account.id} and id = ${id}`
}

const column_names = part`
  code, name, project_name, description, city, sector, address, operation, property_type, availability, list_price, currency,
  bedrooms, bathrooms, area_m2, parking_spaces, stratum, active, published, listing_url, custom_attributes`
const new_values = part`
  f.code, f.name, f.project_name, f.description, f.city, f.sector, f.address, f.operation, f.property_type, f.availability,
  f.list_price, f.currency, f.bedrooms, f.bathrooms, f.area_m2, f.parking_spaces, f.stratum, f.active, f.published, f.listing_url,
  f.custom_attributes`
const column_types = part`
  code text, name text, project_name text, description text, city text, sector text, address text, operation text,
  property_type text, availability text, list_price numeric, currency text, bedrooms integer, bathrooms integer, area_m2 numeric,
  parking_spaces integer, stratum integer, active boolean, published boolean, listing_url text, custom_attributes jsonb`

type Row = Omit<Property, 'image_url'> & { cover: images.Row | null }

/** Columns of a property as the API returns it, including its first image, so that a page is one statement. */
function columns({ base_url, actor }: Context): Part {
  return part`
    p.id, p.code, p.name, p.project_name, p.description, p.city, p.sector, p.address, p.operation, p.property_type, p.availability,
    p.list_price, p.currency, p.bedrooms, p.bathrooms, p.area_m2, p.parking_spaces, p.stratum, p.active, p.published, p.listing_url,
    p.custom_attributes,
    (select jsonb_build_object('id', i.id::text, 'url', i.url, 'file_name', i.file_name, 'content_type', i.content_type)
       from property_images i where i.account_id = p.account_id and i.property_id = p.id order by i.position, i.id limit 1) as cover,
    ${`${base_url}/app/${actor.account.id}/properties/`}::text || p.id as url, p.created_at, p.updated_at`
}

function withCover(ctx: Context, { cover, ...row }: Row): Property {
  return { ...row, image_url: cover && images.toImage(ctx, cover).url }
}
