import { z } from 'zod'
import { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { page } from '#contract/scalars.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { operation } from '#kernel/operation.ts'

export const list_knowledge_collections = operation({
  summary: 'List the collections of the knowledge base by name, with their document counts.',
  rest: 'GET /knowledge/collections',
  permission: 'knowledge:read',
  tool: false,
  input: z.strictObject({}),
  output: page(KnowledgeCollection),

  async run(ctx) {
    return { items: await collections.list(ctx), next_cursor: null }
  },
})
