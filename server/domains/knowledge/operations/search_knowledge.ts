import { z } from 'zod'
import { KnowledgeHit } from '#contract/records/knowledge.ts'
import { text } from '#contract/scalars.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { describeStates } from '#domains/knowledge/documents/states.ts'
import { collection } from '#domains/knowledge/inputs.ts'
import { search } from '#domains/knowledge/search/search.ts'
import { operation } from '#kernel/operation.ts'

export const search_knowledge = operation({
  summary: 'Search the knowledge base by meaning and by words, in Spanish and English alike.',
  description:
    'Ask as a customer would; the same search serves the AI agent. Returns passages, best first, with confidence (0 to 1); ' +
    'below 0.5 one is more likely wrong than right. The note has the state of documents of that title and of unfinished ones.',
  rest: 'GET /knowledge/search',
  permission: 'knowledge:read',
  tool: { without: ['collection'] },
  analytics: () => true,
  input: z.strictObject({
    query: text.min(1).describe('Question or words to find'),
    top_k: z.int().min(1).max(20).optional().describe('Number of passages, 1 to 20. Default 5.'),
    collection: collection.optional(),
  }),
  output: z.object({ items: z.array(KnowledgeHit) }),

  async run(ctx, { query, top_k = 5, collection }) {
    const place = collection === undefined ? undefined : await collections.pick(ctx, collection)
    return { items: await search(ctx, { query, top_k, collection_ids: place && [place.id] }) }
  },

  async note(ctx, { query }, { items }) {
    const [states, all] = [await describeStates(ctx, query), items.length === 0 ? await collections.list(ctx) : []]
    const names = all.map(({ name, document_count }) => `${name} (${document_count})`)
    const places = names.length > 0 ? `Collections and their documents: ${names.join(', ')}.` : undefined
    return [places, states].filter(Boolean).join(' ') || undefined
  },
})
