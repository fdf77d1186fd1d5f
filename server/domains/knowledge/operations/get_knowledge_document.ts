import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { document_id } from '#domains/knowledge/inputs.ts'
import * as documents from '#domains/knowledge/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_knowledge_document = operation({
  summary: 'Read a document of the knowledge base: what it says, whether it is ready, and how far it is.',
  rest: 'GET /knowledge/documents/:document_id',
  permission: 'knowledge:read',
  tool: false,
  input: z.strictObject({ document_id }),
  output: KnowledgeDocument.extend({
    text: z.string().nullable().describe('What it says, as Markdown; null while it has not been read'),
  }),

  async run(ctx, { document_id }) {
    const { content, ...document } = await documents.get(ctx, document_id)
    return { ...document, text: content }
  },
})
