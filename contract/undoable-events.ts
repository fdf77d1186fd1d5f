import { conversationChanges } from './conversation-events.ts'

/** Seconds the app offers to undo a change, the server does so, and consequences wait: each leaves time for a call on its way. */
export const undoSeconds = { offered: 8, accepted: 9, waited: 10 }

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
