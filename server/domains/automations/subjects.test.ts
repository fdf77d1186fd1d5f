import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '#contract/filters.ts'
import { type SubjectType, type Trigger } from '#contract/records/automation.ts'
import { Contact } from '#contract/records/contact.ts'
import { Conversation } from '#contract/records/conversation.ts'
import { Lead, Opportunity } from '#contract/records/crm.ts'
import { subjects } from '#domains/automations/subjects.ts'
import { openAutomations } from '#test/automations.ts'

const { act, write, work, rule, runs } = await openAutomations()

const person = ['id', 'name', 'email', 'phone_number'].map((field) =>
  field === 'id' ? 'contact_id' : `contact.${field}`,
)

/** Record fields that conditions use under other names, or not at all. */
const otherwise: Record<string, readonly string[]> = {
  contact: person,
  inbox: ['inbox_id', 'inbox'],
  assignee: ['assignee_id', 'assignee'],
  team: ['team_id', 'team'],
  sla: ['first_response_due_at', 'next_response_due_at', 'resolution_due_at'],
  owner: ['owner_id', 'owner'],
  pipeline: ['pipeline_id', 'pipeline'],
  stage: ['stage_id', 'stage', 'stage_type'],
  opportunity: ['opportunity_id'],
  lead: ['lead_id'],
  last_message: [],
  // It changes with time alone; the rules about time use the moment of the last message.
  reply_window: [],
  url: [],
  avatar_url: [],
  utm_origin_by: [],
  utm_auto: [],
}

test('Every field of conversations, contacts, leads and opportunities can be a condition', () => {
  const records = { conversation: Conversation, contact: Contact, lead: Lead, opportunity: Opportunity }
  for (const [type, record] of Object.entries(records)) {
    const { fields, attributes } = subjects[type as SubjectType]
    const known = new Set([...Object.keys(fields), ...Object.keys(attributes)])
    const expected = Object.keys(record.shape).flatMap((field) => otherwise[field] ?? [field])
    assert.deepEqual(
      expected.filter((field) => !known.has(field)),
      [],
      type,
    )
    const elsewhere = new Set(['id', 'url', 'labels', 'updated_at', 'avatar_url'])
    const missing = Object.keys(Contact.shape).filter(
      (field) => !known.has(`contact.${field}`) && !elsewhere.has(field),
    )
    if (type !== 'contact') assert.deepEqual(missing, [], `the contact of a ${type}`)
  }
})

const is = (field: string, operator: Condition['operator'], ...values: Condition['values']): Condition => ({
  field,
  operator,
  values,
})

test('Each field is evaluated against the database', async () => {
  const { conversation } = await write({ contact: { name: 'Inés', email: 'ines@example.com' } })
  const { id: contact_id } = conversation.contact
  const lead = await act('crm_create_lead', { name: 'Camión', contact_id })
  const deal = await act('crm_create_opportunity', { name: 'Camión', contact_id, expected_close_date: '2030-01-31' })
  const about: Record<SubjectType, [Trigger, string]> = {
    conversation: ['conversation.created', conversation.id],
    contact: ['contact.created', contact_id],
    lead: ['lead.created', lead.id],
    opportunity: ['opportunity.won', deal.id],
  }
  for (const [type, [event, subject_id]] of Object.entries(about)) {
    const { fields, attributes } = subjects[type as SubjectType]
    const names = [...Object.keys(fields), ...Object.keys(attributes).map((prefix) => `${prefix}.algo`)]
    const groups = Array.from({ length: Math.ceil(names.length / 20) }, (_, i) => names.slice(i * 20, i * 20 + 20))
    const ask = (field: string) =>
      fields[field]?.kind === 'boolean' ? is(field, 'equal_to', true) : is(field, 'is_present')
    const any = groups.map((some) => ({ all: some.map(ask) }))
    const actions = [{ type: 'add_note' as const, content: 'x' }]
    const { conditions } = await act('test_automation_rule', { event, conditions: { any }, actions, subject_id })
    const present = new Set(conditions.flat().flatMap(({ field, holds }) => (holds ? [field] : [])))
    for (const field of ['id', 'created_at', type === 'contact' ? 'name' : 'contact.email'])
      assert.ok(present.has(field), `${field} of a ${type}`)
    assert.ok(!present.has('custom_attributes.algo'), type)
  }
})

test('Conditions can use names of inboxes, agents and teams, and the contact’s open leads and opportunities', async () => {
  await work()
  await act('create_team', { name: 'Ventas grandes' })
  const conditions = {
    any: [
      {
        all: [
          is('inbox', 'equal_to', 'ventas'),
          is('team', 'contains', 'grandes'),
          is('assignee', 'is_not_present'),
          is('contact.email', 'equal_to', 'eva@example.com'),
          is('contact.blocked', 'equal_to', false),
          is('unread', 'equal_to', true),
          is('first_response_due_at', 'is_present'),
          is('contact.open_leads', 'equal_to', 0),
        ],
      },
    ],
  }
  const { id: rule_id } = await rule('conversation.created', [{ type: 'create_lead' }], { conditions })
  const { conversation } = await write({ contact: { name: 'Eva', email: 'eva@example.com' } })
  const conversation_id = conversation.id
  await act('set_conversation_team', { conversation_id, team: 'Ventas grandes' })
  await work()
  assert.equal((await runs({ rule_id })).length, 1)
  const again = await act('test_automation_rule', { rule_id, subject_id: conversation_id })
  assert.deepEqual(
    again.conditions[0]!.filter(({ holds }) => !holds).map(({ field }) => field),
    ['contact.open_leads'],
  )
})
