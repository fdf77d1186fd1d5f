import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as chunks from '#domains/knowledge/documents/chunks.ts'
import { document_id } from '#domains/knowledge/inputs.ts'
import * as documents from '#domains/knowledge/documents/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_knowledge_document = operation({
  summary: 'Delete a document of the knowledge base, and its file. Search no longer finds it.',
  rest: 'DELETE /knowledge/documents/:document_id',
  permission: 'knowledge:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ document_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { document_id }) {
    const { file_key } = await documents.getLocked(ctx, document_id)
    await documents.remove(ctx, document_id)
    await chunks.bumpRevision(ctx)
    if (file_key) ctx.emit('knowledge_files.released', { file_keys: [file_key] })
    return { id: document_id, deleted: true as const }
  },
})
