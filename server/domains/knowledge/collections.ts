import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { part } from '#db/sql.ts'
import { pick as choose } from '#domains/workspace/pick.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All collections of the workspace, by name. */
export function list({ sql, actor }: Context): Promise<KnowledgeCollection[]> {
  return sql<KnowledgeCollection>`
    select ${columns} from knowledge_collections k where k.account_id = ${actor.account.id} order by lower(k.name), k.id`
}

/** The collection the caller means, by name or by id. */
export async function pick(ctx: Context, collection: string): Promise<KnowledgeCollection> {
  return choose(await list(ctx), { name: collection }, kind)
}

const kind = {
  what: 'collection',
  fields: ['collection', 'collection_id'],
  names: ({ name }: KnowledgeCollection) => [name],
} as const

export async function get(ctx: Context, id: string): Promise<KnowledgeCollection> {
  return (await find(ctx, id)) ?? rejectMissing(id)
}

async function find({ sql, actor }: Context, id: string): Promise<KnowledgeCollection | undefined> {
  const [row] = await sql<KnowledgeCollection>`
    select ${columns} from knowledge_collections k where k.account_id = ${actor.account.id} and k.id = ${id}`
  return row
}

/** The same, protected from deletion until the transaction ends. */
export async function getShared(ctx: Context, id: string): Promise<KnowledgeCollection> {
  return (await findShared(ctx, id)) ?? rejectMissing(id)
}

export async function findShared(ctx: Context, id: string): Promise<KnowledgeCollection | undefined> {
  await ctx.sql`
    select from knowledge_collections where account_id = ${ctx.actor.account.id} and id = ${id} for key share`
  return find(ctx, id)
}

export async function findByName({ sql, actor }: Context, name: string): Promise<KnowledgeCollection | undefined> {
  const [row] = await sql<KnowledgeCollection>`
    select ${columns} from knowledge_collections k where k.account_id = ${actor.account.id} and lower(k.name) = lower(${name})`
  return row
}

export async function count({ sql, actor }: Context): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_collections where account_id = ${actor.account.id}`
  return row!.count
}

/** The same, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<KnowledgeCollection> {
  await ctx.sql`
    select from knowledge_collections where account_id = ${ctx.actor.account.id} and id = ${id} for update`
  return get(ctx, id)
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no collection ${id}; see them with list_knowledge_collections.`, 'collection_id')
}

export type Fields = Pick<KnowledgeCollection, 'name' | 'description'>

export async function insert(
  { sql, actor, now }: Context,
  { name, description }: Fields,
): Promise<KnowledgeCollection> {
  const [row] = await sql<KnowledgeCollection>`
    insert into knowledge_collections as k (account_id, name, description, created_at, updated_at)
    values (${actor.account.id}, ${name}, ${description}, ${now}, ${now}) returning ${columns}`
  return row!
}

export async function update(ctx: Context, id: string, { name, description }: Fields): Promise<KnowledgeCollection> {
  const [row] = await ctx.sql<KnowledgeCollection>`
    update knowledge_collections k set name = ${name}, description = ${description}, updated_at = ${ctx.now}
     where k.account_id = ${ctx.actor.account.id} and k.id = ${id} returning ${columns}`
  return row!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from knowledge_collections where account_id = ${actor.account.id} and id = ${id}`
}

const columns = part`
  k.id, k.name, k.description,
  (select count(*)::int from knowledge_documents d where d.account_id = k.account_id and d.collection_id = k.id) as document_count,
  k.created_at, k.updated_at`
