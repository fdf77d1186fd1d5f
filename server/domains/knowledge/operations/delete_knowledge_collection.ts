import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as chunks from '#domains/knowledge/documents/chunks.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { collection_id } from '#domains/knowledge/inputs.ts'
import * as documents from '#domains/knowledge/documents/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_knowledge_collection = operation({
  summary: 'Delete a collection of the knowledge base with all its documents.',
  rest: 'DELETE /knowledge/collections/:collection_id',
  permission: 'knowledge:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ collection_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { collection_id }) {
    await collections.getLocked(ctx, collection_id)
    const file_keys = await documents.listFileKeys(ctx, collection_id)
    await collections.remove(ctx, collection_id)
    await chunks.bumpRevision(ctx)
    if (file_keys.length > 0) ctx.emit('knowledge_files.released', { file_keys })
    return { id: collection_id, deleted: true as const }
  },
})
