import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operator } from '#contract/filters.ts'
import { lead_fields, opportunity_fields } from './filter-fields.ts'
import type { Fields } from '#kernel/filters/conditions.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, lead, deal, contact } = await openCrm()

const { id: contact_id } = await contact({
  name: 'Íngrid',
  city: 'Bogotá',
  custom_attributes: { plan: 'oro', edad: 41 },
})
await act('create_label', { title: 'vip' })
await act('tag_contact', { contact_id, label_title: 'vip' })
const meant = await lead({
  name: 'Éste',
  source: 'web',
  owner: 'Ana Admin',
  contact_id,
  estimated_value: 90,
  custom_attributes: { alcobas: 3 },
})
await act('crm_schedule_activity', { entity_type: 'lead', entity_id: meant.id, type: 'call', due_at: '2030-05-05' })
const other = await lead({ name: 'Otro', stage: 'Descartado' })
const sold = await deal({
  name: 'Venta',
  contact_id,
  amount: 90,
  stage: 'Ganado',
  custom_attributes: { torre: 'norte' },
})
const open = await deal({ name: 'Abierta', expected_close_date: '2031-01-01' })

type Case = readonly [field: string, operator: Operator, ...values: (string | number | boolean)[]]
const filter = ([field, operator, ...values]: Case) => ({ any: [{ all: [{ field, operator, values }] }] })

test('Leads can be filtered by any of their fields and those of their contact', async () => {
  for (const each of [
    ['id', 'equal_to', meant.id],
    ['name', 'equal_to', 'este'],
    ['status', 'equal_to', 'new'],
    ['stage', 'equal_to', 'NUEVO'],
    ['stage_id', 'equal_to', meant.stage.id],
    ['stage_type', 'equal_to', 'open'],
    ['owner_id', 'equal_to', actor.user_id!],
    ['owner', 'contains', 'ana'],
    ['source', 'is_present'],
    ['source_name', 'contains', 'nada', 'WEB'],
    ['utm_source', 'equal_to', 'website'],
    ['estimated_value', 'is_greater_than', 80],
    ['contact_id', 'equal_to', contact_id],
    ['contact.name', 'equal_to', 'ingrid'],
    ['contact.city', 'starts_with', 'bogo'],
    ['contact_labels', 'equal_to', 'VIP'],
    ['contact.custom_attributes.plan', 'equal_to', 'ORO'],
    ['contact.custom_attributes.edad', 'is_greater_than', 40],
    ['custom_attributes.alcobas', 'equal_to', 3],
    ['next_activity_at', 'equal_to', '2030-05-05'],
  ] as Case[]) {
    const { items } = await act('crm_list_leads', { filter: filter(each) })
    assert.deepEqual(
      items.map(({ id }) => id),
      [meant.id],
      each.join(' '),
    )
  }
  const { items } = await act('crm_list_leads', { filter: filter(['stage', 'not_equal_to', 'nuevo']) })
  assert.deepEqual(
    items.map(({ id }) => id),
    [other.id],
  )
})

test('Opportunities can be filtered by any of their fields', async () => {
  for (const [condition, expected] of [
    [['amount', 'equal_to', 90], sold],
    [['status', 'equal_to', 'open'], open],
    [['probability', 'is_less_than', 50], open],
    [['expected_close_date', 'is_greater_than', '2030-12-31'], open],
    [['expected_close_date', 'equal_to', '2031-01-01'], open],
    [['actual_close_date', 'is_present'], sold],
    [['closed_at', 'is_not_present'], open],
    [['pipeline', 'equal_to', 'ventas'], undefined],
    [['custom_attributes.torre', 'contains', 'NORT'], sold],
    [['contact.email', 'is_present'], undefined],
    [['contact.city', 'equal_to', 'Bogota'], sold],
  ] as [Case, { id: string } | undefined][]) {
    const { items } = await act('crm_list_opportunities', { filter: filter(condition) })
    const ids = expected ? [expected.id] : [open.id, sold.id]
    assert.deepEqual(
      items.map(({ id }) => id),
      ids,
      condition.join(' '),
    )
  }
})

test('Every field can be filtered by presence, and a view filters like its conditions', async () => {
  // Booleans are always present.
  const presenceFilters = (fields: Fields): Case[] =>
    Object.entries(fields).map(([field, { kind }]) =>
      kind === 'boolean' ? [field, 'equal_to', true] : [field, 'is_present'],
    )
  for (const each of presenceFilters(lead_fields)) await act('crm_list_leads', { filter: filter(each) })
  for (const each of presenceFilters(opportunity_fields)) await act('crm_list_opportunities', { filter: filter(each) })
  const problem = await refusal(act('crm_list_leads', { filter: filter(['amount', 'is_present']) }))
  assert.equal(problem.code, 'invalid_value')
  const view = { name: 'Web', resource: 'leads', filter: filter(['source', 'is_present']) } as const
  const { id: view_id } = await act('create_saved_view', view)
  const { items } = await act('crm_list_leads', { view_id })
  assert.deepEqual(
    items.map(({ id }) => id),
    [meant.id],
  )
  assert.equal((await refusal(act('crm_list_opportunities', { view_id }))).code, 'not_found')
})
