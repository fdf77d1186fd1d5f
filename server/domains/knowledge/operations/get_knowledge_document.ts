import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { document_id } from '#domains/knowledge/inputs.ts'
import * as documents from '#domains/knowledge/documents/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_knowledge_document = operation({
  summary: 'Get a document of the knowledge base, with its text, status and progress.',
  rest: 'GET /knowledge/documents/:document_id',
  permission: 'knowledge:read',
  tool: false,
  input: z.strictObject({ document_id }),
  output: KnowledgeDocument.extend({
    text: z.string().nullable().describe('Text as Markdown; null until it has been processed'),
  }),

  async run(ctx, { document_id }) {
    const { content, ...document } = await documents.get(ctx, document_id)
    return { ...document, text: content }
  },
})
