import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import type { Chunk } from './chunk-rules.ts'
import { pack } from '#domains/knowledge/search/vector-rules.ts'
import { languageOf, searchable } from '#domains/knowledge/search/word-rules.ts'
import type { Word } from '#domains/knowledge/search/search-rules.ts'
import { fold } from '#kernel/filters/reference.ts'
import type { Context } from '#kernel/operation.ts'

const AT_ONCE = 250

type EmbeddedChunks = { chunks: readonly Chunk[]; vectors: readonly Float32Array[]; model: string }

/** Replaces the chunks of a document. */
export async function replace(ctx: Context, document_id: string, title: string, made: EmbeddedChunks): Promise<void> {
  const account_id = ctx.actor.account.id
  await ctx.sql`delete from knowledge_chunks where account_id = ${account_id} and document_id = ${document_id}`
  const rows = made.chunks.map(({ heading, content }, position) => ({
    position,
    heading,
    content,
    language: languageOf(content),
    words: searchable([title, heading ?? [], content].flat().join('\n')),
  }))
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await ctx.sql`
      insert into knowledge_chunks (account_id, document_id, position, heading, content, language, terms)
      select ${account_id}::bigint, ${document_id}::bigint, c.position, c.heading, c.content, c.language,
             knowledge_terms(${account_id}, c.language, c.words)
        from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + AT_ONCE))}::jsonb)
          as c (position integer, heading text, content text, language text, words text)`
  }
  const dimensions = made.vectors[0]?.length ?? 0
  await ctx.sql`
    insert into knowledge_vectors (account_id, document_id, model, dimensions, vectors)
    values (${account_id}, ${document_id}, ${made.model}, ${dimensions}, ${pack(made.vectors, dimensions)})
    on conflict (account_id, document_id) do update
       set model = excluded.model, dimensions = excluded.dimensions, vectors = excluded.vectors`
}

/** Serialises additions to the workspace until the transaction ends. */
export async function lockIndex({ sql, actor }: Context): Promise<void> {
  await sql`
    insert into knowledge_indexes (account_id) values (${actor.account.id})
    on conflict (account_id) do update set revision = knowledge_indexes.revision`
}

/** Bumps the index revision after a change or deletion, so that vector caches refresh. */
export async function bumpRevision({ sql, actor }: Context, document_id?: string): Promise<void> {
  const [row] = await sql<{ revision: string }>`
    insert into knowledge_indexes (account_id, revision) values (${actor.account.id}, 1)
    on conflict (account_id) do update set revision = knowledge_indexes.revision + 1 returning revision`
  if (document_id !== undefined)
    await sql`
      update knowledge_documents set revision = ${row!.revision}
       where account_id = ${actor.account.id} and id = ${document_id}`
}

const MOST_WORDS = 200_000

/** Adds the words of a document that are new to the workspace, after the revision was raised for it. */
export async function addWords({ sql, actor }: Context, title: string, pieces: readonly Chunk[]): Promise<void> {
  const text = fold(pieces.flatMap(({ heading, content }) => [title, heading ?? '', content]).join('\n'))
  const words = new Set(text.match(/\p{L}{4,30}/gu) ?? [])
  await sql`
    insert into knowledge_words (account_id, word, revision)
    select i.account_id, w.word, i.revision from knowledge_indexes i, unnest(${[...words]}::text[]) as w (word)
     where i.account_id = ${actor.account.id}
    on conflict do nothing`
}

/** Words added since a revision; all of them without one. */
export async function listWords({ sql, actor }: Context, since = '-1'): Promise<string[]> {
  const rows = await sql<{ word: string }>`
    select word from knowledge_words where account_id = ${actor.account.id} and revision > ${since}::bigint limit ${MOST_WORDS}`
  return rows.map(({ word }) => word)
}

/** Bumps the revision of an indexed document that moved to another collection. */
export async function bumpRevisionIfIndexed(ctx: Context, document_id: string): Promise<void> {
  const [found] = await ctx.sql`
    select from knowledge_documents
     where account_id = ${ctx.actor.account.id} and id = ${document_id} and revision is not null`
  if (found) await bumpRevision(ctx, document_id)
}

/** A chunk, by document and position. */
export type ChunkKey = { document_id: string; position: number }

type LoadedChunk = Omit<KnowledgeHit, 'score' | 'confidence'>

/** Loads chunks with the share of the words they contain; deleted ones are left out. */
export async function loadChunks(
  ctx: Context,
  places: readonly ChunkKey[],
  words: readonly Word[],
): Promise<(LoadedChunk & ChunkKey)[]> {
  const { base_url, actor } = ctx
  return ctx.sql<LoadedChunk & ChunkKey>`
    select c.document_id, c.position, d.title, c.heading, c.content as text,
           jsonb_build_object('id', k.id::text, 'name', k.name) as collection,
           coalesce((select sum(w.weight) filter (where c.terms @@ w.query::tsquery) / sum(w.weight)
                       from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as w (query text, weight float8)), 0) as word_match,
           d.source_url, ${`${base_url}/app/${actor.account.id}/knowledge/`}::text || d.id as url
      from unnest(${places.map((place) => place.document_id)}::bigint[], ${places.map((place) => place.position)}::int[]) as p (document_id, position)
      join knowledge_chunks c on c.account_id = ${actor.account.id} and c.document_id = p.document_id and c.position = p.position
      join knowledge_documents d on d.account_id = c.account_id and d.id = c.document_id
      join knowledge_collections k on k.account_id = d.account_id and k.id = d.collection_id`
}

/** An indexed document, its revision and collection. */
export type IndexedDocument = { id: string; collection_id: string; revision: string }

export async function readRevision({ sql, actor }: Context): Promise<{ key: string; revision: string } | undefined> {
  const [row] = await sql<{ key: string; revision: string }>`
    select key, revision from knowledge_indexes where account_id = ${actor.account.id}`
  return row
}

/** Documents embedded with this model. */
export function listIndexed({ sql, actor }: Context, model: string): Promise<IndexedDocument[]> {
  return sql<IndexedDocument>`
    select id, collection_id, revision from knowledge_documents
     where account_id = ${actor.account.id} and model = ${model} and revision is not null`
}

export type DocumentVectors = { document_id: string; dimensions: number; vectors: Buffer }

export function readVectors(
  { sql, actor }: Context,
  model: string,
  ids: readonly string[],
): Promise<DocumentVectors[]> {
  return sql<DocumentVectors>`
    select document_id, dimensions, vectors from knowledge_vectors
     where account_id = ${actor.account.id} and model = ${model} and document_id = any(${ids}::bigint[])`
}
