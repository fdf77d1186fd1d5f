export const conversationChanges = [
  'conversation.status_changed',
  'conversation.resolved',
  'conversation.reopened',
  'conversation.snoozed',
  'conversation.assigned',
  'conversation.unassigned',
  'conversation.team_changed',
  'conversation.priority_changed',
  'conversation.label_added',
  'conversation.label_removed',
] as const

/** Events that add a line to the history of a conversation or of its contact. */
export const historyEvents: ReadonlySet<string> = new Set([...conversationChanges, 'contact.updated', 'contact.merged'])
