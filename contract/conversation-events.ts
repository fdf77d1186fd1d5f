/** Changes of a conversation that people make in the app and can undo for a short time. */
export const undoableEvents: ReadonlySet<string> = new Set([
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
])

/** Events that add a line to the history of a conversation or of its contact. */
export const historyEvents: ReadonlySet<string> = new Set([...undoableEvents, 'contact.updated', 'contact.merged'])
