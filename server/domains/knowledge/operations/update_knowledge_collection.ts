import { z } from 'zod'
import { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { line } from '#contract/scalars.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { collection_id, description } from '#domains/knowledge/inputs.ts'
import * as rules from '#domains/knowledge/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_knowledge_collection = operation({
  summary: 'Update the name or description of a collection of the knowledge base.',
  rest: 'PATCH /knowledge/collections/:collection_id',
  permission: 'knowledge:write',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ collection_id, name: line.optional(), description: description.nullable().optional() }),
  output: KnowledgeCollection,

  async run(ctx, { collection_id, name, description }) {
    const before = await collections.getLocked(ctx, collection_id)
    return collections.update(ctx, collection_id, {
      name: name === undefined ? before.name : rules.requireText(name, 'name', 'a name'),
      description: description === undefined ? before.description : rules.textOrNull(description),
    })
  },
})
