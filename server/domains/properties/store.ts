import type { Property } from '#contract/records/property.ts'
import { joined, nothing, part, type Part } from '#db/sql.ts'
import * as images from '#domains/properties/images.ts'
import type { Fields } from '#domains/properties/rules.ts'
import * as rules from '#domains/properties/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export async function get(ctx: Context, id: string): Promise<Property> {
  const [row] = await select(ctx, part`p.id = ${id}`, nothing)
  return row ?? missing(id)
}

/** The property, held until the transaction ends, so that nobody changes it in between. */
export async function getLocked(ctx: Context, id: string): Promise<Property> {
  const [row] = await select(ctx, part`p.id = ${id}`, part`for update of p`)
  return row ?? missing(id)
}

/** All of these, each of which must exist, held until the transaction ends. */
export async function getAllLocked(ctx: Context, ids: readonly string[]): Promise<Property[]> {
  const rows = await select(ctx, part`p.id = any(${ids}::bigint[])`, part`order by p.id for update of p`)
  const found = new Set(rows.map(({ id }) => id))
  const absent = ids.find((id) => !found.has(id))
  return absent === undefined ? rows : missing(absent, 'property_ids')
}

/** Those with any of these codes, in whatever letters, held until the transaction ends. */
export function findByCodesLocked(ctx: Context, codes: readonly string[]): Promise<Property[]> {
  return select(
    ctx,
    part`lower(p.code) in (select lower(code) from unnest(${codes}::text[]) code)`,
    part`order by p.id for update of p`,
  )
}

/** Codes as the database compares them, which knows more letters than a language does. */
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

function missing(id: string, field = 'property_id'): never {
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

/** Properties that meet every filter, newest first, and one more than asked for. */
export async function list(
  ctx: Context,
  filters: Filters,
  after: string[] | undefined,
  limit: number,
): Promise<Property[]> {
  const rows = await ctx.sql<Row>`
    select ${columns(ctx)} from properties p
     where p.account_id = ${ctx.actor.account.id} ${joined(conditions(ctx, filters))} ${olderThan(after, part`p.created_at, p.id`)}
     order by p.created_at desc, p.id desc limit ${limit + 1}`
  return rows.map((row) => withCover(ctx, row))
}

/** What each must meet. Text is found by part: the index knows the pieces, and the text itself decides. */
function conditions(ctx: Context, filters: Filters): Part[] {
  const { min_price, max_price, min_bedrooms, max_bedrooms, only_active = true, only_published = false } = filters
  return [
    ...rules.searchTerms(filters.name_search ?? '').flatMap((term) => named(ctx, term)),
    ...within(ctx, part`p.city`, filters.city),
    ...within(ctx, part`p.sector`, filters.sector),
    ...within(ctx, part`p.availability`, filters.availability),
    ...(filters.property_type?.trim()
      ? [part`and fold(p.property_type) = fold(${filters.property_type.trim()}) ${known(ctx, filters.property_type)}`]
      : []),
    ...(filters.operation?.trim() ? [part`and p.operation = any(${rules.answering(filters.operation)})`] : []),
    ...(min_price === undefined ? [] : [part`and p.list_price >= ${min_price}`]),
    ...(max_price === undefined ? [] : [part`and p.list_price <= ${max_price}`]),
    ...(min_bedrooms === undefined ? [] : [part`and p.bedrooms >= ${min_bedrooms}::bigint`]),
    ...(max_bedrooms === undefined ? [] : [part`and p.bedrooms <= ${max_bedrooms}::bigint`]),
    ...(only_active ? [part`and p.active`] : []),
    ...(only_published ? [part`and p.published`] : []),
  ]
}

function named(ctx: Context, term: string): Part[] {
  return [part`and strpos(p.search, fold(${term})) > 0`, pieces(ctx, part`p.search`, term)]
}

/** The text by part, without case or accents. */
function within(ctx: Context, column: Part, text = ''): Part[] {
  const asked = text.trim()
  if (rules.searchTerms(asked).length === 0) return []
  return [part`and strpos(fold(${column}), fold(${asked})) > 0 ${known(ctx, asked)}`]
}

function known(ctx: Context, text: string): Part {
  return joined(rules.searchTerms(text).map((term) => pieces(ctx, part`p.place`, term)))
}

function pieces({ actor }: Context, column: Part, term: string): Part {
  return part`and pieces(p.account_id, ${column}) @@ pieces_of_term(${actor.account.id}, fold(${term}))`
}

export async function insert(ctx: Context, fields: Fields): Promise<Property> {
  const [row] = await insertAll(ctx, [fields])
  return row!
}

/** New properties, in one statement however many they are. */
export async function insertAll(ctx: Context, all: readonly Fields[]): Promise<Property[]> {
  const rows = await ctx.sql<Row>`
    with p as (
      insert into properties (account_id, ${names}, created_at, updated_at)
      select ${ctx.actor.account.id}, ${names}, ${ctx.now}, ${ctx.now}
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as f (${typed}) returning *
    ) select ${columns(ctx)} from p order by p.id`
  return rows.map((row) => withCover(ctx, row))
}

export async function update(ctx: Context, id: string, fields: Fields): Promise<Property> {
  const [row] = await updateAll(ctx, [{ ...fields, id }])
  return row!
}

/** These properties as they are now, in one statement however many they are. */
export async function updateAll(ctx: Context, all: readonly (Fields & { id: string })[]): Promise<Property[]> {
  const rows = await ctx.sql<Row>`
    with p as (
      update properties p set (${names}, updated_at) = (select ${prefixed}, ${ctx.now}::timestamptz)
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as f (id bigint, ${typed})
       where p.account_id = ${ctx.actor.account.id} and p.id = f.id returning p.*
    ) select ${columns(ctx)} from p order by p.id`
  return rows.map((row) => withCover(ctx, row))
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from properties where account_id = ${actor.account.id} and id = ${id}`
}

const names = part`
  code, name, project_name, description, city, sector, address, operation, property_type, availability, list_price, currency,
  bedrooms, bathrooms, area_m2, parking_spaces, stratum, active, published, listing_url, custom_attributes`
const prefixed = part`
  f.code, f.name, f.project_name, f.description, f.city, f.sector, f.address, f.operation, f.property_type, f.availability,
  f.list_price, f.currency, f.bedrooms, f.bathrooms, f.area_m2, f.parking_spaces, f.stratum, f.active, f.published, f.listing_url,
  f.custom_attributes`
const typed = part`
  code text, name text, project_name text, description text, city text, sector text, address text, operation text,
  property_type text, availability text, list_price numeric, currency text, bedrooms integer, bathrooms integer, area_m2 numeric,
  parking_spaces integer, stratum integer, active boolean, published boolean, listing_url text, custom_attributes jsonb`

type Row = Omit<Property, 'image_url'> & { cover: images.Row | null }

/** What a property is, as it travels. Its first picture comes along, so that a page of properties is one statement. */
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
