import { talk } from './records.ts'
import type { Samples } from './tenant.ts'

export const search = {
  search_everything: async (tenant) => {
    await talk(tenant)
    return { query: 'camión', kinds: ['contacts', 'conversations'], limit: 5 }
  },
} satisfies Samples
