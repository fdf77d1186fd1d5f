import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { reindex } from '#domains/knowledge/documents/index-document.ts'
import { document_id } from '#domains/knowledge/inputs.ts'
import * as documents from '#domains/knowledge/documents/store.ts'
import { operation } from '#kernel/operation.ts'

export const reindex_knowledge_document = operation({
  summary: 'Process a document of the knowledge base again; a web page is fetched afresh.',
  description: 'Search finds the previous content until then. Check progress with get_knowledge_document.',
  rest: 'POST /knowledge/documents/:document_id/reindex',
  permission: 'knowledge:write',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({ document_id }),
  output: KnowledgeDocument,

  async run(ctx, { document_id }) {
    const document = await documents.getLocked(ctx, document_id)
    return reindex(ctx, document, document.source !== 'text')
  },
})
