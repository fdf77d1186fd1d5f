import { z } from 'zod'
import { KnowledgeCollection } from '#contract/records/knowledge.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { collection_id } from '#domains/knowledge/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const get_knowledge_collection = operation({
  summary: 'Get a collection of the knowledge base.',
  rest: 'GET /knowledge/collections/:collection_id',
  permission: 'knowledge:read',
  tool: false,
  input: z.strictObject({ collection_id }),
  output: KnowledgeCollection,

  async run(ctx, { collection_id }) {
    return collections.get(ctx, collection_id)
  },
})
