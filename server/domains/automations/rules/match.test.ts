import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition, Filter } from '#contract/filters.ts'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

/* Conditions of rules. Each case is a rule, with the expected result. */

const { act, sql, inbox, write, work, rule, runs } = await openAutomations()

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
const hours = { time_zone: 'America/Bogota', holidays: [], out_of_office_message: null }
const closed = await act('create_inbox', { name: 'Cerrado', channel: 'api', auto_assign: false })
await sql`update inboxes set business_hours = ${{ ...hours, intervals: [] }} where id = ${closed.id}`
await sql`update inboxes set business_hours = ${{ ...hours, intervals: always }} where id = ${inbox.id}`
await act('create_label', { title: 'Vip' })

const is = (field: string, operator: Condition['operator'], ...values: Condition['values']): Condition => ({
  field,
  operator,
  values,
})
const all = (...conditions: Condition[]): Filter => ({ any: [{ all: conditions }] })
const any = (...conditions: Condition[]): Filter => ({ any: conditions.map((each) => ({ all: [each] })) })
const yes = is('status', 'equal_to', 'open')
const no = is('status', 'equal_to', 'resolved')

const cases: [what: string, conditions: Filter | null, holds: boolean][] = [
  ['no conditions', null, true],
  ['one condition that holds', all(yes), true],
  ['one that does not', all(no), false],
  ['all of a group must hold', all(yes, no), false],
  ['one group is enough', any(no, yes), true],
  ['no group holds', any(no, no), false],
  ['a group that holds beside one that does not', { any: [{ all: [yes, no] }, { all: [yes, yes] }] }, true],
  ['text of the message', all(is('message_content', 'contains', 'CAMION')), true],
  ['text that is not in the message', all(is('message_content', 'contains', 'moto')), false],
  ['any of several words', all(is('message_content', 'contains', 'moto', 'camión')), true],
  ['absence of text', all(is('message_content', 'does_not_contain', 'moto')), true],
  ['how it began', all(is('message_content', 'starts_with', '¿tienen')), true],
  ['its kind', all(is('message_content_type', 'equal_to', 'text')), true],
  ['that it has no files', all(is('message_has_attachments', 'equal_to', false)), true],
  ['that it has files', all(is('message_has_attachments', 'equal_to', true)), false],
  ['no kind of file', all(is('message_attachment_type', 'equal_to', 'image')), false],
  ['that it quotes nothing', all(is('message_is_reply', 'equal_to', false)), true],
  ['no ad that brought the customer', all(is('referral_ad_id', 'is_present')), false],
  ['that free text may be sent', all(is('reply_window_open', 'equal_to', true)), true],
  ['an attribute of the conversation', all(is('custom_attributes.pedido', 'equal_to', 42)), true],
  ['more than it is', all(is('custom_attributes.pedido', 'is_greater_than', 50)), false],
  ['one it has not', all(is('custom_attributes.otro', 'is_present')), false],
  ['that it has it not', all(is('custom_attributes.otro', 'is_not_present')), true],
  ['an attribute of the contact', all(is('contact.custom_attributes.plan', 'equal_to', 'oro')), true],
  ['another of the contact', all(is('contact.custom_attributes.plan', 'equal_to', 'plata')), false],
  ['the city of the contact', all(is('city', 'equal_to', 'bogota')), true],
  ['a label of the contact', all(is('contact_labels', 'equal_to', 'vip')), true],
  ['a label of the conversation', all(is('labels', 'is_present')), false],
  ['within business hours', all(is('business_hours', 'equal_to', true)), true],
  ['outside business hours', all(is('business_hours', 'equal_to', false)), false],
  ['its inbox', all(is('inbox_id', 'equal_to', inbox.id)), true],
  ['another inbox', all(is('inbox_id', 'equal_to', closed.id)), false],
  ['its channel', all(is('channel', 'equal_to', 'api')), true],
  ['that nobody has it', all(is('assignee_id', 'is_not_present')), true],
  ['since when', all(is('created_at', 'is_greater_than', '2020-01-01')), true],
  ['long ago', all(is('created_at', 'days_before', 3)), false],
]

describe('a rule for what a customer wrote', async () => {
  const contact = { name: 'Inés', custom_attributes: { plan: 'Oro' } }
  const { conversation } = await write({ source_id: 'match', contact })
  const conversation_id = conversation.id
  await act('update_contact', { contact_id: conversation.contact.id, city: 'Bogotá' })
  await act('tag_contact', { contact_id: conversation.contact.id, label_title: 'Vip' })
  await act('update_conversation', { conversation_id, custom_attributes: { pedido: 42 } })
  await work()
  const made: { id: string }[] = []
  for (const [name, conditions] of cases)
    made.push(await rule('message.received', [{ type: 'set_priority', priority: 'low' }], { name, conditions }))
  await write({ source_id: 'match', content: '¿Tienen camiones?' })
  await work()
  const ran = new Set((await runs({ limit: 100 })).map(({ rule_id }) => rule_id))
  for (const [i, [what, , holds]] of cases.entries())
    test(`${holds ? 'runs' : 'does not run'} where it asks for: ${what}`, () => {
      assert.equal(ran.has(made[i]!.id), holds)
    })

  test('The dry run gives the same result', async () => {
    for (const [i, [what, conditions, holds]] of cases.entries()) {
      const trial = await act('test_automation_rule', { rule_id: made[i]!.id, subject_id: conversation_id })
      assert.equal(trial.matches, holds, what)
      assert.equal(trial.conditions.flat().length, conditions?.any.flatMap((group) => group.all).length ?? 0)
    }
  })
})

test('Conditions are evaluated on the record when the rule runs', async () => {
  await sql`delete from automation_rules`
  await rule('message.received', [{ type: 'add_note', content: 'x' }], {
    conditions: all(is('priority', 'equal_to', 'urgent')),
  })
  const { conversation } = await write()
  await act('set_conversation_priority', { conversation_id: conversation.id, priority: 'urgent' })
  await work()
  const filters = { subject_type: 'conversation', subject_id: conversation.id } as const
  assert.equal((await runs(filters)).length, 1)
})

test('Outside business hours is the opposite condition', async () => {
  await sql`delete from automation_rules`
  const conditions = all(is('business_hours', 'equal_to', false))
  await rule('conversation.created', [{ type: 'add_note', content: 'x' }], { conditions })
  const [open, shut] = [await write(), await write({ inbox_id: closed.id })]
  await work()
  const count = async (subject_id: string) => (await runs({ subject_type: 'conversation', subject_id })).length
  assert.deepEqual([await count(open.conversation.id), await count(shut.conversation.id)], [0, 1])
})

test('The added or removed label can be a condition', async () => {
  await sql`delete from automation_rules`
  await act('create_label', { title: 'Reclamo' })
  const conditions = all(is('label', 'equal_to', 'vip'))
  await rule('conversation.label_added', [{ type: 'add_note', content: 'x' }], { conditions })
  await rule('conversation.label_removed', [{ type: 'add_note', content: 'x' }], { conditions })
  const { conversation } = await write()
  const conversation_id = conversation.id
  for (const label_title of ['Vip', 'Reclamo']) await act('tag_conversation', { conversation_id, label_title })
  for (const label_title of ['Vip', 'Reclamo']) await act('untag_conversation', { conversation_id, label_title })
  await work()
  const ran = await runs({ subject_type: 'conversation', subject_id: conversation_id })
  assert.deepEqual(
    ran.map(({ event }) => event),
    ['conversation.label_removed', 'conversation.label_added'],
  )
})

test('Contact fields can be conditions', async () => {
  await sql`delete from automation_rules`
  const conditions = all(is('email', 'contains', '@empresa.com'), is('custom_attributes.plan', 'equal_to', 'oro'))
  await rule(
    'contact.created',
    [
      { type: 'add_label', label: 'Vip' },
      { type: 'add_note', content: 'De {{contact.name}}' },
    ],
    { conditions },
  )
  const meant = await act('create_contact', {
    name: 'Eva',
    email: 'eva@empresa.com',
    custom_attributes: { plan: 'Oro' },
  })
  const other = await act('create_contact', { name: 'Ada', email: 'ada@empresa.com' })
  await work()
  const labels = async (contact_id: string) => (await act('get_contact', { contact_id })).labels
  assert.deepEqual([await labels(meant.id), await labels(other.id)], [['Vip'], []])
  assert.equal((await act('list_contact_notes', { contact_id: meant.id })).items[0]?.body, 'De Eva')
})

test('More conditions than one statement allows are evaluated in several', async () => {
  await sql`delete from automation_rules`
  const group = { all: Array.from({ length: 20 }, () => is('custom_attributes.x', 'is_not_present')) }
  const conditions = { any: Array.from({ length: 5 }, () => group) }
  for (let i = 0; i < 22; i++)
    await rule('message.received', [{ type: 'set_priority', priority: 'low' }], { conditions })
  const { conversation } = await write()
  await work()
  assert.equal((await runs({ subject_type: 'conversation', subject_id: conversation.id })).length, 22)
})

test('An invalid condition is rejected on saving, with its position', async () => {
  const attempt = (event: Parameters<typeof rule>[0], condition: Condition, more = {}) =>
    refusal(
      rule(event, [{ type: 'send_webhook', url: 'https://example.com' }], { conditions: any(yes, condition), ...more }),
    )
  const wrong: [Parameters<typeof rule>[0], Condition, string][] = [
    ['message.received', is('nada', 'equal_to', 'x'), 'field'],
    ['conversation.created', is('message_content', 'contains', 'x'), 'field'],
    ['message.received', is('label', 'equal_to', 'x'), 'field'],
    ['message.received', is('status', 'contains', 'x'), 'operator'],
    ['message.received', is('message_content', 'equal_to'), 'values'],
    ['message.received', is('created_at', 'is_less_than', 'ayer'), 'values'],
  ]
  for (const [event, condition, where] of wrong) {
    const problem = await attempt(event, condition)
    assert.ok(['invalid_value', 'missing_field'].includes(problem.code), problem.message)
    assert.equal(problem.extra.errors?.[0]?.field, `conditions/any/1/all/0/${where}`)
  }
  const contact = await refusal(
    rule('contact.created', [{ type: 'send_webhook', url: 'https://example.com' }], { conditions: all(yes) }),
  )
  assert.equal(contact.extra.errors?.[0]?.field, 'conditions/any/0/all/0/field')
})
