import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const document_statuses = ['pending', 'ready', 'failed'] as const

export const KnowledgeCollection = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    document_count: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'KnowledgeCollection' })
export type KnowledgeCollection = z.output<typeof KnowledgeCollection>

const named = z.object({ id, name: z.string() })

export const KnowledgeDocument = z
  .object({
    id,
    title: z.string(),
    collection: named,
    source: z.enum(['text', 'url', 'file']).describe('Origin of the text'),
    source_url: z.string().nullable().describe('Page the text was read from'),
    file_name: z.string().nullable(),
    content_type: z.string().nullable(),
    size_bytes: z.int().nullable().describe('Size of the text, page or file'),
    status: z.enum(document_statuses).describe('Searchable when ready'),
    error: z.string().nullable().describe('Reason it could not be read, in the language of the workspace'),
    progress: z
      .object({ done: z.int(), total: z.int().nullable() })
      .describe('Passages done and in total; null while unknown'),
    chunk_count: z.int().describe('Searchable passages; while it is indexed again, those of the previous version'),
    url: z.string().describe('Opens the document in the web app'),
    created_by: Author,
    created_at: timestamp,
    updated_at: timestamp,
    indexed_at: timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeDocument' })
export type KnowledgeDocument = z.output<typeof KnowledgeDocument>

/** A passage of a document that answers a question. */
export const KnowledgeHit = z
  .object({
    document_id: id,
    title: z.string().describe('Title of the document'),
    heading: z.string().nullable().describe('Headings above the passage'),
    text: z.string(),
    collection: named,
    confidence: z.number().describe('Probability that it answers the question, 0 to 1'),
    score: z.number().describe('Similarity, 0 to 1'),
    word_match: z.number().describe('Weighted share of the query words it contains, 0 to 1'),
    source_url: z.string().nullable().describe('Page the text was read from'),
    url: z.string().describe('Opens the document in the web app'),
  })
  .meta({ id: 'KnowledgeHit' })
export type KnowledgeHit = z.output<typeof KnowledgeHit>
