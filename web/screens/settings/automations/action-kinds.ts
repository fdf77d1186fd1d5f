import type { Action, SubjectType } from '#contract/records/automation.ts'

export type ActionType = Action['type']

const everywhere: readonly SubjectType[] = ['conversation', 'contact', 'lead', 'opportunity']
const conversation: readonly SubjectType[] = ['conversation']

/** The record types of each action, so that only fitting ones are offered; the server validates. */
const fits: Record<ActionType, readonly SubjectType[]> = {
  assign_agent: ['conversation', 'lead', 'opportunity'],
  unassign_agent: conversation,
  assign_team: conversation,
  add_label: ['conversation', 'contact'],
  remove_label: ['conversation', 'contact'],
  set_priority: conversation,
  set_status: conversation,
  snooze: conversation,
  send_message: conversation,
  send_canned_response: conversation,
  add_note: everywhere,
  create_lead: ['conversation', 'contact'],
  move_stage: ['lead', 'opportunity'],
  schedule_activity: ['lead', 'opportunity'],
  send_email: everywhere,
  send_webhook: everywhere,
}

/** The actions for a record type, in display order. */
export const actionTypesFor = (subject: SubjectType): ActionType[] =>
  (Object.keys(fits) as ActionType[]).filter((type) => fits[type].includes(subject))

/** A new, empty action. */
export function blank(type: ActionType): Action {
  return blanks[type]
}

const blanks: { [T in ActionType]: Extract<Action, { type: T }> } = {
  assign_agent: { type: 'assign_agent', agent: '' },
  unassign_agent: { type: 'unassign_agent' },
  assign_team: { type: 'assign_team', team: '' },
  add_label: { type: 'add_label', label: '' },
  remove_label: { type: 'remove_label', label: '' },
  set_priority: { type: 'set_priority', priority: 'high' },
  set_status: { type: 'set_status', status: 'resolved' },
  snooze: { type: 'snooze', minutes: 60 },
  send_message: { type: 'send_message', content: '' },
  send_canned_response: { type: 'send_canned_response', canned_response: '' },
  add_note: { type: 'add_note', content: '' },
  create_lead: { type: 'create_lead' },
  move_stage: { type: 'move_stage', stage: '' },
  schedule_activity: { type: 'schedule_activity', activity_type: 'call', in_minutes: 1440 },
  send_email: { type: 'send_email', to: '{{contact.email}}', subject: '', body: '' },
  send_webhook: { type: 'send_webhook', url: '' },
}

/** The variables available for a record type. */
export function variablesOf(subject: SubjectType): string[] {
  const contact = ['first_name', 'name', 'email', 'phone_number', 'city', 'company_name'].map((f) => `contact.${f}`)
  const own = {
    conversation: ['conversation.id', 'conversation.url', 'inbox.name'],
    contact: [],
    lead: ['lead.name', 'lead.stage', 'lead.estimated_value', 'lead.url'],
    opportunity: ['opportunity.name', 'opportunity.stage', 'opportunity.amount', 'opportunity.url'],
  }[subject]
  return [...contact, ...own, 'agent.name', 'account.name']
}
