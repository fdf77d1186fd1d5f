import { z } from 'zod'
import { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { line } from '#contract/scalars.ts'
import { createCollection } from '#domains/knowledge/documents/add.ts'
import { description } from '#domains/knowledge/inputs.ts'
import * as rules from '#domains/knowledge/rules.ts'
import { operation } from '#kernel/operation.ts'

export const create_knowledge_collection = operation({
  summary: 'Create a collection for documents of the knowledge base.',
  description: 'Names are unique in the workspace, ignoring case. Add documents with add_knowledge_document.',
  rest: 'POST /knowledge/collections',
  permission: 'knowledge:write',
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line.describe('Name of the collection'),
    description: description.optional(),
  }),
  output: KnowledgeCollection,

  async run(ctx, { name, description }) {
    const fields = { name: rules.requireText(name, 'name', 'a name'), description: rules.textOrNull(description) }
    return createCollection(ctx, fields)
  },
})
