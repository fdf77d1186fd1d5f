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
    source: z.enum(['text', 'url', 'file']).describe('Where what it says comes from'),
    source_url: z.string().nullable().describe('The page it was read from'),
    file_name: z.string().nullable(),
    content_type: z.string().nullable(),
    size_bytes: z.int().nullable().describe('How large the text, the page or the file was'),
    status: z.enum(document_statuses).describe('What it says can be found when it is ready'),
    error: z.string().nullable().describe('Why it could not be read, in the language of the workspace'),
    progress: z
      .object({ done: z.int(), total: z.int().nullable() })
      .describe('Pieces done, of how many: null while it is not known yet'),
    chunk_count: z.int().describe('Pieces that are found; while it is read anew, those of the time before'),
    url: z.string().describe('Opens it in the web app'),
    created_by: Author,
    created_at: timestamp,
    updated_at: timestamp,
    indexed_at: timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeDocument' })
export type KnowledgeDocument = z.output<typeof KnowledgeDocument>

/** A piece of a document that answers a question. */
export const KnowledgeHit = z
  .object({
    document_id: id,
    title: z.string().describe('Title of the document'),
    heading: z.string().nullable().describe('The headings it stands under'),
    text: z.string(),
    collection: named,
    score: z.number().describe('How near it is in meaning, 0 to 1'),
    word_match: z.number().describe('How much of the weight of the words asked for it has, 0 to 1'),
    source_url: z.string().nullable().describe('The page it was read from'),
    url: z.string().describe('Opens the document in the web app'),
  })
  .meta({ id: 'KnowledgeHit' })
export type KnowledgeHit = z.output<typeof KnowledgeHit>
