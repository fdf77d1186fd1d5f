import { filtered } from './records.ts'
import type { Samples } from './tenant.ts'

export const search = {
  search_everything: async (tenant) => {
    const conversation_filters = await filtered(tenant)
    return { query: 'camión', kinds: ['contacts', 'conversations'], conversation_filters, limit: 5 }
  },
} satisfies Samples
