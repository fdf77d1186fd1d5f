import { z } from 'zod'
import { KnowledgeHit } from '#contract/records/knowledge.ts'
import { text } from '#contract/scalars.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { collection } from '#domains/knowledge/inputs.ts'
import { search } from '#domains/knowledge/searching.ts'
import { operation } from '#kernel/operation.ts'

export const search_knowledge = operation({
  summary: 'Search the knowledge base by meaning and by words, in Spanish and English alike.',
  description:
    'Ask as a customer would; the same search serves the AI agent. Returns pieces of documents, the best first, with score, title, heading, ' +
    'text and url; nothing when nothing is near enough.',
  rest: 'GET /knowledge/search',
  permission: 'knowledge:read',
  tool: { without: ['collection'] },
  analysis: () => true,
  input: z.strictObject({
    query: text.min(1).describe('What to find, in plain words'),
    top_k: z.int().min(1).max(20).optional().describe('How many pieces to return, 1 to 20. Default 5.'),
    collection: collection.optional(),
  }),
  output: z.object({ items: z.array(KnowledgeHit) }),

  async run(ctx, { query, top_k = 5, collection }) {
    const place = collection === undefined ? undefined : await collections.pick(ctx, collection)
    return { items: await search(ctx, { query, top_k, collection_ids: place && [place.id] }) }
  },
})
