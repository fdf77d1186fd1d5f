import type { Input, Name } from './api.ts'

type FirstRead = { [N in Name]: { name: N; input: Input<N> } }[Name]

/**
 * The read a screen begins with when its address has no filters. The page preloads it (`server/doors/web`), so that its
 * answer arrives while the scripts do.
 */
export const firstReads = {
  inbox: { name: 'list_conversations', input: { limit: 50 } },
  pipeline: { name: 'crm_list_pipelines', input: {} },
} as const satisfies Record<string, FirstRead>
