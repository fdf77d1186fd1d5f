import { conversationChanges } from './conversation-events.ts'

/** Seconds before the consequences of a change when the app stops offering to undo it, and when the server stops doing so. */
export const undoMargins = { offered: 2, accepted: 1 }

/** Changes that people make in the app and can undo for a short time. */
export const undoableEvents: ReadonlySet<string> = new Set([
  ...conversationChanges,
  'macro.requested',
  'lead.stage_changed',
  'lead.qualified',
  'lead.lost',
  'lead.reopened',
  'lead.owner_changed',
  'opportunity.stage_changed',
  'opportunity.won',
  'opportunity.lost',
  'opportunity.reopened',
  'opportunity.owner_changed',
])
