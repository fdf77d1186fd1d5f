import type { Permission } from '#contract/permissions.ts'
import type { Action, SubjectType } from '#contract/records/automation.ts'
import type { Subject } from '#domains/automations/subjects.ts'

type Type = Action['type']
type Of<T extends Type> = Extract<Action, { type: T }>

/** What an action is done to, with what it may speak of. */
export type About = {
  subject: Subject
  contact: { id: string; name: string; email: string | null; phone_number: string | null } | null
  owner_id: string | null
  now: Date
  /** A text with its variables filled in. */
  say(text: string): string
}

/** How an action is done: the operation that does it, what a person needs to do the same, and what it is given. */
type Way<T extends Type> = {
  operation: string | ((action: Of<T>) => string)
  needs: readonly Permission[]
  input(action: Of<T>, about: About): Record<string, unknown>
}

const write = ['conversations:write'] as const
const assign = ['conversations:write', 'conversations:assign'] as const
const send = ['messages:send'] as const
const contacts = ['contacts:write'] as const
const crm = ['crm:write'] as const

/** The conversation it is about, as operations name it; and so for the others. */
const conversation = ({ subject }: About) => ({ conversation_id: subject.id })
const contact = ({ subject }: About) => ({ contact_id: subject.id })
const lead = ({ subject }: About) => ({ lead_id: subject.id })
const opportunity = ({ subject }: About) => ({ opportunity_id: subject.id })
const entity = ({ subject }: About) => ({ entity_type: subject.type, entity_id: subject.id })

const statuses = {
  open: 'reopen_conversation',
  resolved: 'resolve_conversation',
  pending: 'mark_conversation_pending',
} as const

const create_lead: Way<'create_lead'> = {
  operation: 'crm_create_lead',
  needs: crm,
  input: ({ pipeline, stage, owner }, about) => ({
    name: about.contact?.name,
    contact_id: about.contact?.id,
    email: about.contact?.email ?? undefined,
    phone: about.contact?.phone_number ?? undefined,
    pipeline,
    stage,
    owner_id: owner,
  }),
}

const note: Way<'add_note'> = {
  operation: 'crm_add_note',
  needs: crm,
  input: ({ content }, about) => ({ ...entity(about), body: about.say(content) }),
}

const schedule: Way<'schedule_activity'> = {
  operation: 'crm_schedule_activity',
  needs: crm,
  input: ({ activity_type, in_minutes, body, assigned_to }, about) => {
    const who = assigned_to ?? about.owner_id
    return {
      ...entity(about),
      type: activity_type,
      due_at: later(about.now, in_minutes),
      ...(body !== undefined && { body: about.say(body) }),
      ...(who !== null && { assigned_to: who }),
    }
  },
}

const email: Way<'send_email'> = {
  operation: 'send_email',
  needs: send,
  input: ({ to, subject, body }, { say }) => ({ to: say(to), subject: say(subject), body: say(body) }),
}

/** The other system is told the whole record. */
const webhook = (read: Permission): Way<'send_webhook'> => ({
  operation: 'send_webhook',
  needs: [read],
  input: ({ url }) => ({ url }),
})

/** Every action, and what it does to each thing it fits. */
const ways: { [T in Type]: Partial<Record<SubjectType, Way<T>>> } = {
  assign_agent: {
    conversation: {
      operation: 'assign_conversation',
      needs: assign,
      input: ({ agent }, about) => ({ ...conversation(about), agent }),
    },
    lead: {
      operation: 'crm_update_lead',
      needs: crm,
      input: ({ agent }, about) => ({ ...lead(about), owner_id: agent }),
    },
    opportunity: {
      operation: 'crm_update_opportunity',
      needs: crm,
      input: ({ agent }, about) => ({ ...opportunity(about), owner_id: agent }),
    },
  },
  unassign_agent: {
    conversation: { operation: 'unassign_conversation', needs: write, input: (_, about) => conversation(about) },
  },
  assign_team: {
    conversation: {
      operation: 'set_conversation_team',
      needs: assign,
      input: ({ team }, about) => ({ ...conversation(about), team }),
    },
  },
  add_label: {
    conversation: {
      operation: 'tag_conversation',
      needs: write,
      input: ({ label }, about) => ({ ...conversation(about), label_id: label }),
    },
    contact: {
      operation: 'tag_contact',
      needs: contacts,
      input: ({ label }, about) => ({ ...contact(about), label_id: label }),
    },
  },
  remove_label: {
    conversation: {
      operation: 'untag_conversation',
      needs: write,
      input: ({ label }, about) => ({ ...conversation(about), label_id: label }),
    },
    contact: {
      operation: 'untag_contact',
      needs: contacts,
      input: ({ label }, about) => ({ ...contact(about), label_id: label }),
    },
  },
  set_priority: {
    conversation: {
      operation: 'set_conversation_priority',
      needs: write,
      input: ({ priority }, about) => ({ ...conversation(about), priority }),
    },
  },
  set_status: {
    conversation: {
      operation: ({ status }) => statuses[status],
      needs: write,
      input: (_, about) => conversation(about),
    },
  },
  snooze: {
    conversation: {
      operation: 'snooze_conversation',
      needs: write,
      input: ({ minutes }, about) => ({
        ...conversation(about),
        until: minutes === null ? null : later(about.now, minutes),
      }),
    },
  },
  send_message: {
    conversation: {
      operation: 'send_message',
      needs: send,
      input: ({ content }, about) => ({ ...conversation(about), content: about.say(content) }),
    },
  },
  // Before it is done, it becomes a message of what the canned response says by then.
  send_canned_response: {
    conversation: {
      operation: 'send_message',
      needs: send,
      input: ({ canned_response }, about) => ({ ...conversation(about), canned_response }),
    },
  },
  add_note: {
    conversation: {
      operation: 'send_message',
      needs: send,
      input: ({ content }, about) => ({ ...conversation(about), content: about.say(content), private: true }),
    },
    contact: {
      operation: 'add_contact_note',
      needs: contacts,
      input: ({ content }, about) => ({ ...contact(about), body: about.say(content) }),
    },
    lead: note,
    opportunity: note,
  },
  create_lead: { conversation: create_lead, contact: create_lead },
  move_stage: {
    lead: {
      operation: 'crm_move_lead_stage',
      needs: crm,
      input: ({ stage }, about) => ({ ...lead(about), stage }),
    },
    opportunity: {
      operation: 'crm_move_opportunity_stage',
      needs: crm,
      input: ({ stage, lost_reason }, about) => ({ ...opportunity(about), stage, lost_reason }),
    },
  },
  schedule_activity: { lead: schedule, opportunity: schedule },
  send_email: { conversation: email, contact: email, lead: email, opportunity: email },
  send_webhook: {
    conversation: webhook('conversations:read'),
    contact: webhook('contacts:read'),
    lead: webhook('crm:read'),
    opportunity: webhook('crm:read'),
  },
}

/** Whether it leaves the house by no operation, but by mail or by a call. */
export function isOutward(action: Action): action is Of<'send_email' | 'send_webhook'> {
  return action.type === 'send_email' || action.type === 'send_webhook'
}

/** The actions that can be done to such a thing. */
export function fitting(subject: SubjectType): Type[] {
  return (Object.keys(ways) as Type[]).filter((type) => ways[type][subject])
}

/** The call that does it. Who asks has seen that the action fits. */
export function toCall(action: Action, about: About): { operation: string; input: Record<string, unknown> } {
  const way = wayOf(action, about.subject.type)
  return { operation: operationOf(action, about.subject.type), input: way.input(action, about) }
}

export function operationOf(action: Action, subject: SubjectType): string {
  const { operation } = wayOf(action, subject)
  return typeof operation === 'string' ? operation : operation(action)
}

/** What a person needs to do these things themselves. */
export function needed(actions: readonly Action[], subject: SubjectType): Set<Permission> {
  return new Set(actions.flatMap((action) => wayOf(action, subject).needs))
}

function wayOf<A extends Action>(action: A, subject: SubjectType): Way<A['type']> {
  // The table gives each type its own way, which the compiler cannot follow through an index.
  return ways[action.type][subject] as Way<A['type']>
}

function later(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString()
}
