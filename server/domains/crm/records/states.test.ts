import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { registry } from '#registry'
import { openNode } from '#test/node.ts'
import { toRequest } from '#test/request.ts'

/** Every row of the specification's state tables, from every state, through both doors. */
const { rest, tool, key } = await openNode({ HILO_KEY_LIMIT: '10000000', HILO_ACCOUNT_LIMIT: '10000000' })

type Args = Record<string, unknown>
type Doors = 'REST' | 'tool'
type Made = { id: string }
type Problem = { code: string; detail: string }

/** Calls an operation as a tool or by the equivalent request. */
async function call<T = Made>(door: Doors, name: keyof typeof registry, args: Args): Promise<T & Problem> {
  if (door === 'tool') return (await tool(name, args, key)).result!.structuredContent as unknown as T & Problem
  const { method, path, body } = toRequest(registry[name], args)
  return (await rest<T & Problem>(method, path, { key, ...(body !== undefined && { body }) })).body
}
const make = <T = Made>(name: keyof typeof registry, args: Args) => call<T>('REST', name, args)

const { id: contact_id } = await make('create_contact', { name: 'Marta', email: 'marta@example.com' })
const bare = await make<{ stages: { id: string; type: string }[] } & Made>('create_pipeline', {
  name: 'Sin final',
  kind: 'leads',
})
for (const { id, type } of bare.stages) if (type !== 'open') await make('delete_stage', { stage_id: id })

const leadIn = async (status: Lead['status'], more: Args = {}): Promise<Lead> => {
  const { id: lead_id } = await make('crm_create_lead', { name: 'Casa', contact_id, estimated_value: 1, ...more })
  if (status === 'qualified') await make('crm_move_lead_stage', { lead_id, stage: 'Calificado' })
  if (status === 'unqualified') await make('crm_mark_lead_lost', { lead_id, reason: 'Lejos' })
  if (status === 'converted') await make('crm_convert_lead', { lead_id })
  return make<Lead>('crm_get_lead', { lead_id })
}

const anyLead = ['new', 'qualified', 'unqualified', 'converted'] as const
type LeadRow = {
  from: readonly Lead['status'][]
  trigger: keyof typeof registry
  with?: Args
  to: Lead['status'] | 'as it was' | 'refused'
  stage?: string
  timeline?: string
  made?: Args
}

const leadRows: LeadRow[] = [
  {
    from: anyLead,
    trigger: 'crm_move_lead_stage',
    with: { stage: 'Calificado' },
    to: 'qualified',
    stage: 'Calificado',
  },
  {
    from: anyLead,
    trigger: 'crm_move_lead_stage',
    with: { stage: 'Descartado' },
    to: 'unqualified',
    stage: 'Descartado',
  },
  {
    from: ['new', 'qualified', 'unqualified'],
    trigger: 'crm_mark_lead_lost',
    with: { reason: 'Muy caro' },
    to: 'unqualified',
    stage: 'Descartado',
    timeline: 'Muy caro',
  },
  {
    from: ['new'],
    trigger: 'crm_mark_lead_lost',
    with: { reason: 'Muy caro' },
    to: 'unqualified',
    stage: 'Nuevo',
    timeline: 'Muy caro',
    made: { pipeline: bare.id },
  },
  { from: ['converted'], trigger: 'crm_mark_lead_lost', to: 'refused' },
  { from: ['unqualified'], trigger: 'crm_reopen_lead', to: 'new', stage: 'Nuevo' },
  { from: ['new', 'qualified', 'converted'], trigger: 'crm_reopen_lead', to: 'refused' },
  { from: anyLead, trigger: 'crm_update_lead', with: { status: 'new' }, to: 'new' },
  { from: anyLead, trigger: 'crm_update_lead', with: { status: 'qualified' }, to: 'qualified' },
  { from: anyLead, trigger: 'crm_update_lead', with: { status: 'unqualified' }, to: 'unqualified' },
  { from: ['converted'], trigger: 'crm_update_lead', with: { status: 'converted' }, to: 'converted' },
  { from: ['new', 'qualified'], trigger: 'crm_update_lead', with: { status: 'converted' }, to: 'refused' },
  { from: ['new', 'qualified', 'unqualified'], trigger: 'crm_convert_lead', to: 'converted' },
  { from: ['converted'], trigger: 'crm_convert_lead', to: 'refused' },
  { from: ['new'], trigger: 'crm_convert_lead', to: 'refused', made: { contact_id: undefined, estimated_value: null } },
]

describe('States of a lead', () => {
  for (const row of leadRows)
    for (const from of row.from)
      for (const door of ['REST', 'tool'] as const)
        test(`${from} | ${row.trigger} ${JSON.stringify(row.with ?? {})} | ${row.to}, by ${door}`, async () => {
          const before = await leadIn(from, row.made)
          assert.equal(before.status, from)
          const answer = await call<object>(door, row.trigger, { lead_id: before.id, ...row.with })
          const after = await make<Lead & { activities: { type: string; body: string | null }[] }>('crm_get_lead', {
            lead_id: before.id,
          })
          if (row.to === 'refused') {
            assert.ok(answer.code, JSON.stringify(answer))
            assert.deepEqual(after, { ...before, activities: after.activities })
            return
          }
          assert.equal(after.status, row.to, JSON.stringify(answer))
          if (row.stage) assert.equal(after.stage.name, row.stage)
          // The change and its note are on the timeline.
          const entry = after.activities[0]
          if (after.stage.id !== before.stage.id) assert.equal(entry?.type, 'stage_change')
          else if (after.status !== before.status) assert.equal(entry?.type, 'field_change')
          if (row.timeline) assert.equal(entry?.body, row.timeline)
          if (row.trigger === 'crm_convert_lead') await isCarriedOver(before, after)
        })
})

/** A conversion creates an opportunity with the same contact and attribution. */
async function isCarriedOver(before: Lead, after: Lead): Promise<void> {
  const made = await make<Opportunity>('crm_get_opportunity', { opportunity_id: after.opportunity!.id })
  assert.deepEqual(
    [made.lead?.id, made.contact?.id, made.utm_source, made.amount, made.status],
    [before.id, contact_id, before.utm_source, 1, 'open'],
  )
}

const dealIn = async (status: Opportunity['status']): Promise<Opportunity> => {
  const { id: opportunity_id } = await make('crm_create_opportunity', {
    name: 'Venta',
    contact_id,
    expected_close_date: '2030-01-31',
    stage: 'Propuesta',
  })
  if (status !== 'open')
    await make('crm_mark_opportunity_outcome', { opportunity_id, outcome: status, lost_reason: 'Crédito negado' })
  return make<Opportunity>('crm_get_opportunity', { opportunity_id })
}

const anyDeal = ['open', 'won', 'lost'] as const
type DealRow = {
  from: readonly Opportunity['status'][]
  trigger: keyof typeof registry
  with: Args
  to: Opportunity['status'] | 'refused'
  stage?: string
}

const move = 'crm_move_opportunity_stage'
const outcome = 'crm_mark_opportunity_outcome'
const update = 'crm_update_opportunity'
const dealRows: DealRow[] = [
  { from: anyDeal, trigger: move, with: { stage: 'Ganado' }, to: 'won', stage: 'Ganado' },
  { from: anyDeal, trigger: move, with: { stage: 'Perdido', lost_reason: 'Otro' }, to: 'lost', stage: 'Perdido' },
  { from: ['open', 'won'], trigger: move, with: { stage: 'Perdido' }, to: 'refused' },
  { from: ['open', 'won'], trigger: move, with: { stage: 'Perdido', lost_reason: 'Porque sí' }, to: 'refused' },
  { from: anyDeal, trigger: move, with: { stage: 'Contactado' }, to: 'open', stage: 'Contactado' },
  { from: anyDeal, trigger: outcome, with: { outcome: 'won' }, to: 'won', stage: 'Ganado' },
  { from: anyDeal, trigger: outcome, with: { outcome: 'lost', lost_reason: 'Otro' }, to: 'lost', stage: 'Perdido' },
  { from: anyDeal, trigger: outcome, with: { outcome: 'lost' }, to: 'refused' },
  { from: anyDeal, trigger: outcome, with: { outcome: 'lost', lost_reason: 'Porque sí' }, to: 'refused' },
  { from: ['won', 'lost'], trigger: update, with: { status: 'open' }, to: 'open', stage: 'Propuesta' },
  { from: anyDeal, trigger: update, with: { status: 'lost', lost_reason: 'Otro' }, to: 'lost', stage: 'Perdido' },
  { from: ['open', 'won'], trigger: update, with: { status: 'lost' }, to: 'refused' },
  { from: anyDeal, trigger: update, with: { status: 'lost', lost_reason: 'Porque sí' }, to: 'refused' },
]

describe('States of an opportunity', () => {
  for (const row of dealRows)
    for (const from of row.from)
      for (const door of ['REST', 'tool'] as const)
        test(`${from} | ${row.trigger} ${JSON.stringify(row.with)} | ${row.to}, by ${door}`, async () => {
          const before = await dealIn(from)
          assert.equal(before.status, from)
          const answer = await call<object>(door, row.trigger, { opportunity_id: before.id, ...row.with })
          const after = await make<Opportunity & { activities: { type: string; body: string | null }[] }>(
            'crm_get_opportunity',
            { opportunity_id: before.id },
          )
          if (row.to === 'refused') {
            assert.match(answer.code, /^lost_reason_/)
            assert.deepEqual(after, { ...before, activities: after.activities })
            return
          }
          assert.deepEqual([after.status, after.stage.name], [row.to, row.stage], JSON.stringify(answer))
          assert.equal(after.actual_close_date !== null, row.to !== 'open', 'a closed deal has a close date')
          assert.equal(after.lost_reason, row.to === 'lost' ? 'Otro' : null)
          if (after.stage.id !== before.stage.id) assert.equal(after.activities[0]?.type, 'stage_change')
          if (row.to === 'lost') assert.equal(after.activities[0]?.body ?? 'Otro', 'Otro')
        })
})
