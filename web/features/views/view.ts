import type { Output } from '#web/app/api.ts'

export type View = Output<'list_saved_views'>['items'][number]

/** Reads that change with a view. */
export const staleReads = ['list_saved_views', 'list_conversations', 'count_conversations'] as const
