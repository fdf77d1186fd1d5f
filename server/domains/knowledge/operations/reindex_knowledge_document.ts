import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { index } from '#domains/knowledge/indexing.ts'
import { document_id } from '#domains/knowledge/inputs.ts'
import * as documents from '#domains/knowledge/store.ts'
import { operation } from '#kernel/operation.ts'

export const reindex_knowledge_document = operation({
  summary: 'Read a document of the knowledge base again: a page as it is now, a file or text from the beginning.',
  description: 'What it said before is found until it is done; follow it with get_knowledge_document.',
  rest: 'POST /knowledge/documents/:document_id/reindex',
  permission: 'knowledge:write',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({ document_id }),
  output: KnowledgeDocument,

  async run(ctx, { document_id }) {
    const document = await documents.getLocked(ctx, document_id)
    return index(ctx, document, document.source !== 'text')
  },
})
