import type { Permission } from '#contract/permissions.ts'
import type { Action, SubjectType } from '#contract/records/automation.ts'
import type { ActionContext } from '#domains/automations/actions/template-context.ts'
import { mapTexts } from '#domains/workspace/variables.ts'

type Type = Action['type']
type Of<T extends Type> = Extract<Action, { type: T }>

/** The operation behind an action, the permissions a person needs for it, and its input. */
type ActionDefinition<T extends Type> = {
  operation: string | ((action: Of<T>) => string)
  permissions: readonly Permission[] | ((action: Of<T>) => readonly Permission[])
  input(action: Of<T>, context: ActionContext): Record<string, unknown>
}

const write = ['conversations:write'] as const
const assign = ['conversations:write', 'conversations:assign'] as const
const send = ['messages:send'] as const
const contacts = ['contacts:write'] as const
const crm = ['crm:write'] as const

/** The record's id under the parameter name of its operations. */
const conversation = ({ subject }: ActionContext) => ({ conversation_id: subject.id })
const contact = ({ subject }: ActionContext) => ({ contact_id: subject.id })
const lead = ({ subject }: ActionContext) => ({ lead_id: subject.id })
const opportunity = ({ subject }: ActionContext) => ({ opportunity_id: subject.id })
const entity = ({ subject }: ActionContext) => ({ entity_type: subject.type, entity_id: subject.id })

const statuses = {
  open: 'reopen_conversation',
  resolved: 'resolve_conversation',
  pending: 'mark_conversation_pending',
} as const

const create_lead: ActionDefinition<'create_lead'> = {
  operation: 'crm_create_lead',
  permissions: crm,
  input: ({ pipeline, stage, owner }, context) => ({
    name: context.contact?.name,
    contact_id: context.contact?.id,
    email: context.contact?.email ?? undefined,
    phone: context.contact?.phone_number ?? undefined,
    pipeline,
    stage,
    owner_id: owner,
  }),
}

const note: ActionDefinition<'add_note'> = {
  operation: 'crm_add_note',
  permissions: crm,
  input: ({ content }, context) => ({ ...entity(context), body: context.render(content) }),
}

const schedule: ActionDefinition<'schedule_activity'> = {
  operation: 'crm_schedule_activity',
  permissions: crm,
  input: ({ activity_type, in_minutes, body, assigned_to }, context) => {
    const assignee = assigned_to ?? context.owner_id
    return {
      ...entity(context),
      type: activity_type,
      due_at: minutesFrom(context.now, in_minutes),
      ...(body !== undefined && { body: context.render(body) }),
      ...(assignee !== null && { assigned_to: assignee }),
    }
  },
}

/** The text can quote any field of the contact, and leaves for an address of the author's choice. */
const email: ActionDefinition<'send_email'> = {
  operation: 'send_email',
  permissions: ['messages:send', 'contacts:read'],
  input: ({ to, subject, body }, { render: say }) => ({ to: say(to), subject: say(subject), body: say(body) }),
}

/** The body contains the whole record, and the classic one also the contact with its ids in channels. */
const webhook = (read: Permission): ActionDefinition<'send_webhook'> => ({
  operation: 'send_webhook',
  permissions: ({ format }) => (format === 'classic' ? [read, 'contacts:read', 'messages:send'] : [read]),
  input: ({ url, format }) => ({ url, ...(format && { format }) }),
})

/** Definition of every action for each record type it applies to. */
const definitions: { [T in Type]: Partial<Record<SubjectType, ActionDefinition<T>>> } = {
  assign_agent: {
    conversation: {
      operation: 'assign_conversation',
      permissions: assign,
      input: ({ agent }, context) => ({ ...conversation(context), agent }),
    },
    lead: {
      operation: 'crm_update_lead',
      permissions: crm,
      input: ({ agent }, context) => ({ ...lead(context), owner_id: agent }),
    },
    opportunity: {
      operation: 'crm_update_opportunity',
      permissions: crm,
      input: ({ agent }, context) => ({ ...opportunity(context), owner_id: agent }),
    },
  },
  unassign_agent: {
    conversation: {
      operation: 'unassign_conversation',
      permissions: write,
      input: (_, context) => conversation(context),
    },
  },
  assign_team: {
    conversation: {
      operation: 'set_conversation_team',
      permissions: assign,
      input: ({ team }, context) => ({ ...conversation(context), team }),
    },
  },
  add_label: {
    conversation: {
      operation: 'tag_conversation',
      permissions: write,
      input: ({ label }, context) => ({ ...conversation(context), label_id: label }),
    },
    contact: {
      operation: 'tag_contact',
      permissions: contacts,
      input: ({ label }, context) => ({ ...contact(context), label_id: label }),
    },
  },
  remove_label: {
    conversation: {
      operation: 'untag_conversation',
      permissions: write,
      input: ({ label }, context) => ({ ...conversation(context), label_id: label }),
    },
    contact: {
      operation: 'untag_contact',
      permissions: contacts,
      input: ({ label }, context) => ({ ...contact(context), label_id: label }),
    },
  },
  set_priority: {
    conversation: {
      operation: 'set_conversation_priority',
      permissions: write,
      input: ({ priority }, context) => ({ ...conversation(context), priority }),
    },
  },
  set_status: {
    conversation: {
      operation: ({ status }) => statuses[status],
      permissions: write,
      input: (_, context) => conversation(context),
    },
  },
  snooze: {
    conversation: {
      operation: 'snooze_conversation',
      permissions: write,
      input: ({ minutes }, context) => ({
        ...conversation(context),
        until: minutes === null ? null : minutesFrom(context.now, minutes),
      }),
    },
  },
  send_message: {
    conversation: {
      operation: 'send_message',
      permissions: send,
      input: ({ content, buttons, template }, context) => ({
        ...conversation(context),
        ...(template
          ? { template: { ...template, parameters: mapTexts(template.parameters, context.render) } }
          : { content: context.render(content) }),
        ...(buttons && { buttons }),
      }),
    },
  },
  // Replaced by send_message with the response's current text before it runs.
  send_canned_response: {
    conversation: {
      operation: 'send_message',
      permissions: send,
      input: ({ canned_response }, context) => ({ ...conversation(context), canned_response }),
    },
  },
  add_note: {
    conversation: {
      operation: 'send_message',
      permissions: send,
      input: ({ content }, context) => ({ ...conversation(context), content: context.render(content), private: true }),
    },
    contact: {
      operation: 'add_contact_note',
      permissions: contacts,
      input: ({ content }, context) => ({ ...contact(context), body: context.render(content) }),
    },
    lead: note,
    opportunity: note,
  },
  create_lead: { conversation: create_lead, contact: create_lead },
  move_stage: {
    lead: {
      operation: 'crm_move_lead_stage',
      permissions: crm,
      input: ({ stage }, context) => ({ ...lead(context), stage }),
    },
    opportunity: {
      operation: 'crm_move_opportunity_stage',
      permissions: crm,
      input: ({ stage, lost_reason }, context) => ({ ...opportunity(context), stage, lost_reason }),
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

/** True for actions that are not operations but go out by e-mail or webhook. */
export function isExternal(action: Action): action is Of<'send_email' | 'send_webhook'> {
  return action.type === 'send_email' || action.type === 'send_webhook'
}

/** Action types that apply to a record type. */
export function actionTypesFor(subject: SubjectType): Type[] {
  return (Object.keys(definitions) as Type[]).filter((type) => definitions[type][subject])
}

/** The operation call of an action, which must apply to the record type. */
export function toCall(action: Action, context: ActionContext): { operation: string; input: Record<string, unknown> } {
  const way = definitionOf(action, context.subject.type)
  return { operation: operationOf(action, context.subject.type), input: way.input(action, context) }
}

export function operationOf(action: Action, subject: SubjectType): string {
  const { operation } = definitionOf(action, subject)
  return typeof operation === 'string' ? operation : operation(action)
}

/** Permissions a person needs to perform these actions. */
export function requiredPermissions(actions: readonly Action[], subject: SubjectType): Set<Permission> {
  return new Set(
    actions.flatMap((action) => {
      const { permissions } = definitionOf(action, subject)
      return typeof permissions === 'function' ? permissions(action) : permissions
    }),
  )
}

function definitionOf<A extends Action>(action: A, subject: SubjectType): ActionDefinition<A['type']> {
  // The compiler can't correlate the action type with its entry in the table.
  return definitions[action.type][subject] as ActionDefinition<A['type']>
}

const minutesFrom = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
