export type ConversationFilters = { q?: string }

export function readConversationFilters(_search: ConversationFilters): ConversationFilters {
  return {}
}
