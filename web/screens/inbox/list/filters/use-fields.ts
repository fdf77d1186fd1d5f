import { channels } from '#contract/channels.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import type { ConditionField } from '#web/features/conditions/condition-fields.tsx'
import type { FieldKind } from '#web/features/conditions/operators.ts'
import { useRead } from '#web/app/query.ts'
import { priorities, statuses } from '#web/screens/inbox/conversation-filters.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useNames } from './use-names.ts'

type Fields = Record<string, ConditionField>

/** The fields that conditions can use: those of a conversation, of its contact, and the workspace's custom fields. */
export function useFields(): Fields {
  const { filters: words, priorities: priority } = useInboxWords()
  const { statuses: status, channels: channel } = useConversationWords()
  const { inboxes, teams, everybody } = useNames()
  const { data } = useRead('list_custom_attributes', {})
  const toChoices = (names: Record<string, string>, ids: readonly string[]) =>
    ids.map((id) => ({ id, name: names[id]! }))
  const choices: Record<string, ConditionField['choices']> = {
    status: toChoices(
      status,
      statuses.filter((each) => each !== 'all'),
    ),
    priority: toChoices(priority, priorities),
    channel: toChoices(channel, channels),
    inbox_id: inboxes,
    team_id: teams,
    assignee_id: everybody,
    answered_by_id: everybody,
  }
  const own = (Object.keys(kinds) as (keyof typeof kinds)[]).map((field) => {
    const hint = ofContact.has(field) ? { hint: words.ofContact } : {}
    const options = choices[field] ? { choices: choices[field] } : {}
    return [field, { name: words.fields[field], kind: kinds[field], ...options, ...hint }] as const
  })
  const usable = (data?.items ?? []).filter(({ model }) => /^(contact|conversation)_/.test(model))
  const defined = usable.map((each) => attributeField(each, words.ofContact))
  return Object.fromEntries<ConditionField>([...own, ...defined])
}

export const kinds = {
  status: 'choice',
  priority: 'choice',
  channel: 'choice',
  inbox_id: 'choice',
  team_id: 'choice',
  assignee_id: 'choice',
  labels: 'titles',
  unread_count: 'number',
  created_at: 'moment',
  updated_at: 'moment',
  last_activity_at: 'moment',
  waiting_since: 'moment',
  first_reply_at: 'moment',
  snoozed_until: 'moment',
  resolved_at: 'moment',
  sla_due_at: 'moment',
  answer_due_at: 'moment',
  asked_at: 'moment',
  answered_at: 'moment',
  answered_by_id: 'choice',
  answered_by_person: 'boolean',
  answer_seconds: 'number',
  answer_business_seconds: 'number',
  ai_answered_at: 'moment',
  ai_answer_seconds: 'number',
  handed_over_at: 'moment',
  last_resolved_at: 'moment',
  business_hours: 'boolean',
  source_id: 'text',
  referer: 'text',
  browser_language: 'text',
  name: 'text',
  email: 'text',
  phone_number: 'text',
  identifier: 'text',
  city: 'text',
  country: 'text',
  company_name: 'text',
  job_title: 'text',
  contact_labels: 'titles',
  'contact.blocked': 'boolean',
  'contact.created_at': 'moment',
} as const satisfies Record<string, FieldKind>

const first = Object.keys(kinds).indexOf('name')
const ofContact = new Set<string>(Object.keys(kinds).slice(first))

function attributeField({ key, display_name, model, type, values }: CustomAttribute, hint: string) {
  const isContacts = model === 'contact_attribute'
  const field: ConditionField = {
    name: display_name,
    kind: type === 'checkbox' ? 'boolean' : type === 'list' ? 'choice' : type === 'date' ? 'moment' : 'attribute',
    ...(type === 'list' && { choices: values.map((value) => ({ id: value, name: value })) }),
    ...(isContacts && { hint }),
  }
  return [`${isContacts ? 'contact.' : ''}custom_attributes.${key}`, field] as const
}
