import { z } from 'zod'
import { document_statuses, KnowledgeDocument } from '#contract/records/knowledge.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { collection } from '#domains/knowledge/inputs.ts'
import * as documents from '#domains/knowledge/documents/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_knowledge_documents = operation({
  summary: 'List documents of the knowledge base, newest first, with their progress.',
  rest: 'GET /knowledge/documents',
  permission: 'knowledge:read',
  tool: false,
  input: z.strictObject({
    collection: collection.optional(),
    status: z.enum(document_statuses).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(KnowledgeDocument),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const place = input.collection === undefined ? undefined : await collections.pick(ctx, input.collection)
    const rows = await documents.list(ctx, { collection_id: place?.id, status: input.status }, after, limit)
    return toPage(ctx, input, rows, (document) => [document.created_at, document.id])
  },
})
