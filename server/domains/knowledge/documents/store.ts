import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { joinParts, emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

/** A document with its internal fields. */
export type StoredDocument = KnowledgeDocument & { content: string | null; version: number; file_key: string | null }

/** The public record of a document. */
export function toRecord({
  content: _content,
  version: _version,
  file_key: _key,
  ...document
}: StoredDocument): KnowledgeDocument {
  return document
}

export async function get(ctx: Context, id: string): Promise<StoredDocument> {
  const [row] = await select(ctx, part`and d.id = ${id}`)
  return row ?? rejectMissing(id)
}

/** The document, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<StoredDocument> {
  return (await findLocked(ctx, id)) ?? rejectMissing(id)
}

export async function findLocked(ctx: Context, id: string): Promise<StoredDocument | undefined> {
  await ctx.sql`select from knowledge_documents where account_id = ${ctx.actor.account.id} and id = ${id} for update`
  const [row] = await select(ctx, part`and d.id = ${id}`)
  return row
}

function select(ctx: Context, which: Part): Promise<StoredDocument[]> {
  return ctx.sql<StoredDocument>`
    select ${columns(ctx)}, d.content, d.version, d.file_key from knowledge_documents d ${joins}
     where d.account_id = ${ctx.actor.account.id} ${which}`
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no document ${id}; see them with list_knowledge_documents.`, 'document_id')
}

export type Filters = { collection_id?: string | undefined; status?: KnowledgeDocument['status'] | undefined }

/** Documents, newest first, one more than the limit. */
export function list(
  ctx: Context,
  { collection_id, status }: Filters,
  after: string[] | undefined,
  limit: number,
): Promise<KnowledgeDocument[]> {
  const met = [
    collection_id === undefined ? emptyPart : part`and d.collection_id = ${collection_id}`,
    status === undefined ? emptyPart : part`and d.status = ${status}`,
  ]
  return ctx.sql<KnowledgeDocument>`
    select ${columns(ctx)} from knowledge_documents d ${joins}
     where d.account_id = ${ctx.actor.account.id} ${joinParts(met)} ${olderThan(after, part`d.created_at, d.id`)}
     order by d.created_at desc, d.id desc limit ${limit + 1}`
}

export async function count({ sql, actor }: Context): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_documents where account_id = ${actor.account.id}`
  return row!.count
}

export type NewDocument = {
  collection_id: string
  title: string
  source: KnowledgeDocument['source']
  content?: string
  source_url?: string
  file_key?: string
  file_name?: string
  content_type?: string
  size_bytes?: number
}

export async function insert(ctx: Context, fresh: NewDocument): Promise<StoredDocument> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into knowledge_documents (account_id, collection_id, title, source, content, source_url, file_key, file_name, content_type,
                                     size_bytes, status, created_by, created_at, updated_at)
    values (${ctx.actor.account.id}, ${fresh.collection_id}, ${fresh.title}, ${fresh.source}, ${fresh.content ?? null},
            ${fresh.source_url ?? null}, ${fresh.file_key ?? null}, ${fresh.file_name ?? null}, ${fresh.content_type ?? null},
            ${fresh.size_bytes ?? null}, 'pending', ${author(ctx.actor)}, ${ctx.now}, ${ctx.now}) returning id`
  return get(ctx, row!.id)
}

export type Fields = Pick<StoredDocument, 'title' | 'content' | 'source_url' | 'size_bytes'> & { collection_id: string }

export async function update(ctx: Context, id: string, fields: Fields): Promise<StoredDocument> {
  await ctx.sql`
    update knowledge_documents
       set title = ${fields.title}, collection_id = ${fields.collection_id}, content = ${fields.content},
           source_url = ${fields.source_url}, size_bytes = ${fields.size_bytes}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Starts a new indexing run; results of earlier runs are discarded. */
export async function startIndexing(ctx: Context, id: string): Promise<StoredDocument> {
  await ctx.sql`
    update knowledge_documents
       set status = 'pending', error = null, version = version + 1, indexed_count = 0, total_count = null, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

export type ReadDocument = { content: string; content_type: string | null; size_bytes: number | null }

/** Marks a document as ready, with its content. */
export async function markReady(
  ctx: Context,
  id: string,
  read: ReadDocument,
  chunks: number,
  model: string,
): Promise<StoredDocument> {
  await ctx.sql`
    update knowledge_documents
       set status = 'ready', error = null, content = ${read.content}, content_type = ${read.content_type},
           size_bytes = ${read.size_bytes}, chunk_count = ${chunks}, indexed_count = ${chunks}, total_count = ${chunks}, model = ${model},
           indexed_at = ${ctx.now}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Records the progress of an indexing run. */
export async function recordProgress(sql: Sql, of: IndexingRun, done: number, total: number): Promise<void> {
  await sql`
    update knowledge_documents set indexed_count = ${done}, total_count = ${total}
     where account_id = ${of.account_id} and id = ${of.document_id} and version = ${of.version} and status = 'pending'`
}

/** One indexing run of a document. */
export type IndexingRun = { account_id: string; document_id: string; version: number }

/** Marks a document as failed; its previous content stays searchable. */
export async function markFailed(ctx: Context, id: string, error: string): Promise<StoredDocument> {
  await ctx.sql`
    update knowledge_documents set status = 'failed', error = ${error}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from knowledge_documents where account_id = ${actor.account.id} and id = ${id}`
}

/** File keys of a collection's documents. */
export async function listFileKeys({ sql, actor }: Context, collection_id: string): Promise<string[]> {
  const rows = await sql<{ file_key: string }>`
    select file_key from knowledge_documents
     where account_id = ${actor.account.id} and collection_id = ${collection_id} and file_key is not null`
  return rows.map(({ file_key }) => file_key)
}

/** Columns of the document record. */
function columns({ base_url, actor }: Context): Part {
  return part`
    d.id, d.title, jsonb_build_object('id', k.id::text, 'name', k.name) as collection, d.source, d.source_url, d.file_name,
    d.content_type, d.size_bytes::float8 as size_bytes, d.status, d.error,
    jsonb_build_object('done', d.indexed_count, 'total', d.total_count) as progress, d.chunk_count,
    ${`${base_url}/app/${actor.account.id}/knowledge/`}::text || d.id as url, d.created_by, d.created_at, d.updated_at, d.indexed_at`
}

const joins = part`join knowledge_collections k on k.account_id = d.account_id and k.id = d.collection_id`
