import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import type { Chunk } from '#domains/knowledge/chunk-rules.ts'
import { pack } from '#domains/knowledge/vector-rules.ts'
import { languageOf, searchable } from '#domains/knowledge/word-rules.ts'
import type { Word } from '#domains/knowledge/search-rules.ts'
import type { Context } from '#kernel/operation.ts'

const AT_ONCE = 250

type Made = { chunks: readonly Chunk[]; vectors: readonly Float32Array[]; model: string }

/** These pieces of a document, instead of those there. */
export async function replace(ctx: Context, document_id: string, title: string, made: Made): Promise<void> {
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

/** Takes the turn of whoever adds something to the workspace, until the transaction ends. */
export async function takeTurn({ sql, actor }: Context): Promise<void> {
  await sql`
    insert into knowledge_indexes (account_id) values (${actor.account.id})
    on conflict (account_id) do update set revision = knowledge_indexes.revision`
}

/** What is found has changed: of this document, or because something is gone. Whoever keeps vectors at hand looks again. */
export async function noteChange({ sql, actor }: Context, document_id?: string): Promise<void> {
  const [row] = await sql<{ revision: string }>`
    insert into knowledge_indexes (account_id, revision) values (${actor.account.id}, 1)
    on conflict (account_id) do update set revision = knowledge_indexes.revision + 1 returning revision`
  if (document_id !== undefined)
    await sql`
      update knowledge_documents set revision = ${row!.revision}
       where account_id = ${actor.account.id} and id = ${document_id}`
}

/** A document that was found is found elsewhere from now on. */
export async function noteMove(ctx: Context, document_id: string): Promise<void> {
  const [found] = await ctx.sql`
    select from knowledge_documents
     where account_id = ${ctx.actor.account.id} and id = ${document_id} and revision is not null`
  if (found) await noteChange(ctx, document_id)
}

/** A piece, by its place in its document. */
export type Place = { document_id: string; position: number }

type Told = Omit<KnowledgeHit, 'score'>

/** These pieces as they are told, with how much of the words they have. Those that are gone by now are left out. */
export async function tell(ctx: Context, places: readonly Place[], words: readonly Word[]): Promise<(Told & Place)[]> {
  const { base_url, actor } = ctx
  return ctx.sql<Told & Place>`
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

/** Which documents are found, since when, and where they belong. */
export type Listed = { id: string; collection_id: string; revision: string }

export async function readRevision({ sql, actor }: Context): Promise<{ key: string; revision: string } | undefined> {
  const [row] = await sql<{ key: string; revision: string }>`
    select key, revision from knowledge_indexes where account_id = ${actor.account.id}`
  return row
}

/** The documents whose vectors can be compared with those of a model. */
export function listIndexed({ sql, actor }: Context, model: string): Promise<Listed[]> {
  return sql<Listed>`
    select id, collection_id, revision from knowledge_documents
     where account_id = ${actor.account.id} and model = ${model} and revision is not null`
}

export type Vectors = { document_id: string; dimensions: number; vectors: Buffer }

export function readVectors({ sql, actor }: Context, model: string, ids: readonly string[]): Promise<Vectors[]> {
  return sql<Vectors>`
    select document_id, dimensions, vectors from knowledge_vectors
     where account_id = ${actor.account.id} and model = ${model} and document_id = any(${ids}::bigint[])`
}
