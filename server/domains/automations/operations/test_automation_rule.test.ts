import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, rule, write, work, only, inbox, runtime, addAgent, addAccount } = await openAutomations()

const label = await act('create_label', { title: 'Vip' })
await act('create_canned_response', { short_code: 'hola', content: 'Hola {{contact.first_name}}', inbox: inbox.id })
const { conversation } = await write({ content: 'Quiero un camión', contact: { name: 'Inés Peña' } })
const subject_id = conversation.id
await work()
await sql`delete from deliveries`

test('A dry run returns the matching conditions and the planned calls with their texts, and changes nothing', async () => {
  const before = await fingerprint(runtime.database.work, [actor.account.id])
  const answer = await act('test_automation_rule', {
    event: 'message.received',
    conditions: {
      any: [
        {
          all: [
            { field: 'message_content', operator: 'contains', values: ['camion'] },
            { field: 'status', operator: 'equal_to', values: ['resolved'] },
          ],
        },
        { all: [{ field: 'name', operator: 'starts_with', values: ['inés'] }] },
      ],
    },
    actions: [
      { type: 'add_label', label: 'vip' },
      { type: 'send_canned_response', canned_response: 'hola' },
      { type: 'add_note', content: 'De {{contact.name}}, por {{inbox.name}}' },
      { type: 'send_email', to: 'jefa@example.com', subject: '{{contact.last_name}}', body: 'Escribió' },
      { type: 'send_webhook', url: 'https://example.com/x' },
    ],
    subject_id,
  })
  assert.deepEqual(differences(before, await fingerprint(runtime.database.work, [actor.account.id])), [])
  assert.equal(answer.matches, true)
  assert.deepEqual(
    answer.conditions.map((group) => group.map(({ field, holds }) => [field, holds])),
    [
      [
        ['message_content', true],
        ['status', false],
      ],
      [['name', true]],
    ],
  )
  const conversation_id = subject_id
  assert.deepEqual(answer.actions, [
    { type: 'add_label', operation: 'tag_conversation', input: { conversation_id, label_id: label.id } },
    { type: 'send_canned_response', operation: 'send_message', input: { conversation_id, content: 'Hola Inés' } },
    {
      type: 'add_note',
      operation: 'send_message',
      input: { conversation_id, content: 'De Inés Peña, por Ventas', private: true },
    },
    {
      type: 'send_email',
      operation: 'send_email',
      input: { to: 'jefa@example.com', subject: 'Peña', body: 'Escribió' },
    },
    { type: 'send_webhook', operation: 'send_webhook', input: { url: 'https://example.com/x' } },
  ])
})

test('A saved rule can be tried, also with unsaved changes', async () => {
  const open = { any: [{ all: [{ field: 'status', operator: 'equal_to' as const, values: ['open'] }] }] }
  const shut = { any: [{ all: [{ field: 'status', operator: 'equal_to' as const, values: ['resolved'] }] }] }
  const { id: rule_id } = await rule('conversation.created', [{ type: 'add_label', label: 'Vip' }], {
    conditions: open,
  })
  assert.equal((await act('test_automation_rule', { rule_id, subject_id })).matches, true)
  assert.equal((await act('test_automation_rule', { rule_id, conditions: shut, subject_id })).matches, false)
  assert.equal((await act('test_automation_rule', { rule_id, conditions: null, subject_id })).conditions.length, 0)
  const labelled = { any: [{ all: [{ field: 'label', operator: 'equal_to' as const, values: ['vip'] }] }] }
  const input = { rule_id, event: 'conversation.label_added' as const, conditions: labelled, subject_id }
  assert.equal((await act('test_automation_rule', { ...input, label: 'Vip' })).matches, true)
  assert.equal((await act('test_automation_rule', { ...input, label: 'Otra' })).matches, false)
})

test('A rule with a label condition needs a label to be tried with', async () => {
  const conditions = { any: [{ all: [{ field: 'label', operator: 'equal_to' as const, values: ['vip'] }] }] }
  const actions = [{ type: 'set_priority' as const, priority: 'low' as const }]
  const input = { event: 'conversation.label_added' as const, actions, subject_id }
  const problem = await refusal(act('test_automation_rule', { ...input, conditions }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['missing_field', 'label'])
  assert.equal((await act('test_automation_rule', input)).matches, true)
})

test('A rule whose label was deleted is rejected', async () => {
  const gone = await act('create_label', { title: 'Se va' })
  const { id: rule_id } = await rule('conversation.created', [{ type: 'add_label', label: 'Se va' }])
  await act('delete_label', { label_id: gone.id })
  const problem = await refusal(act('test_automation_rule', { rule_id, subject_id }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'actions/0/label'])
})

test('Missing fields and unknown or hidden records are rejected', async () => {
  const actions = [{ type: 'send_webhook' as const, url: 'https://example.com' }]
  assert.equal((await refusal(act('test_automation_rule', { subject_id, actions }))).code, 'missing_field')
  const missing = { event: 'contact.created' as const, actions, subject_id: '999999' }
  assert.equal((await refusal(act('test_automation_rule', missing))).code, 'not_found')
  const limited = await addAgent('Ve lo suyo', { visibility: 'own', role: 'administrator' })
  const hidden = { event: 'conversation.created' as const, actions, subject_id }
  assert.equal((await refusal(act('test_automation_rule', hidden, { as: limited }))).code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('test_automation_rule', hidden))).code, 'not_found')
  const as = only('workspace:read')
  assert.equal((await refusal(act('test_automation_rule', hidden, { as }))).code, 'permission_denied')
})
