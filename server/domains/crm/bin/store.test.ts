import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { emptyBin, nextBinExpiry } from './store.ts'
import { emitDueActivities } from '#domains/crm/activities/due-timer.ts'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'

const { act, actor, events, lead, deal, leads, sales, contact, addAgent, runtime, sql } = await openCrm()

test('Records in the bin appear in no list, total, view, agenda, profile or detail', async () => {
  const sells = { as: { ...actor, account: { ...actor.account, modules: ['real_estate' as const] } } }
  const { id: contact_id } = await contact()
  const house = await act('create_property', { code: 'C-1', name: 'Casa', operation: 'venta' }, sells)
  const [a, b] = [await lead({ contact_id, estimated_value: 1 }), await deal({ contact_id, amount: 1 })]
  const about = { type: 'task', due_at: '2099-01-01', assigned_to: 'Ana Admin' } as const
  await act('crm_schedule_activity', { entity_type: 'lead', entity_id: a.id, ...about })
  await act('crm_schedule_activity', { entity_type: 'opportunity', entity_id: b.id, ...about })
  await act('add_opportunity_item', { opportunity_id: b.id, property_id: house.id }, sells)
  const filter = { any: [{ all: [{ field: 'name', operator: 'is_present' as const, values: [] }] }] }
  const saved = async (resource: 'leads' | 'opportunities') =>
    (await act('create_saved_view', { name: resource, resource, filter, visibility: 'private' })).id
  const [viewed, seen] = [await saved('leads'), await saved('opportunities')]
  const beto = await addAgent('Beto')

  const counts = async () => [
    (await act('crm_list_leads', {})).items.length,
    (await act('crm_list_leads', { sort: 'position', stage_id: leads.stages[0]!.id })).items.length,
    (await act('crm_list_leads', { contact_id })).items.length,
    (await act('crm_list_leads', { view_id: viewed })).items.length,
    (await act('crm_list_leads', { filter })).items.length,
    (await act('crm_list_opportunities', {})).items.length,
    (await act('crm_list_opportunities', { view_id: seen, pipeline_id: sales.id })).items.length,
    (await act('get_board_totals', { pipeline_id: leads.id })).items[0]!.leads.count,
    (await act('get_board_totals', { pipeline_id: sales.id })).items[0]!.opportunities.count,
    (await act('crm_list_activities', {})).items.filter(({ type }) => type === 'task').length / 2,
    (await act('crm_list_activities', { pending_only: true }, { as: beto })).items.length / 2,
    (await act('crm_list_activities', { pending_only: true }, { as: { ...actor, visibility: 'own' } })).items.length /
      2,
    (await act('get_crm_property_detail', { property_id: house.id }, sells)).opportunities.length,
  ]
  assert.ok(
    (await counts()).every((count) => count === 1),
    String(await counts()),
  )
  await act('delete_lead', { lead_id: a.id })
  await act('delete_opportunity', { opportunity_id: b.id })
  assert.ok(
    (await counts()).every((count) => count === 0),
    String(await counts()),
  )
  await act('restore_lead', { lead_id: a.id })
  await act('restore_opportunity', { opportunity_id: b.id })
  assert.ok(
    (await counts()).every((count) => count === 1),
    String(await counts()),
  )
})

test('A due activity of a record in the bin does not block others', async () => {
  const [thrown, other] = [await lead(), await lead()]
  const plan = (entity_id: string) =>
    act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'call', due_at: '2026-01-01' })
  await plan(thrown.id)
  const { id } = await plan(other.id)
  await act('delete_lead', { lead_id: thrown.id })
  await emitDueActivities(runtime)
  const announced = (await events()).filter(({ name }) => name === 'activity.due')
  assert.deepEqual(
    announced.map(({ payload }) => (payload as unknown as { activity: { id: string } }).activity.id),
    [id],
  )
  assert.equal((await sql`select from activities where remind_at <= now()`).length, 0, 'it is not picked up again')
})

test('Records in the bin are deleted permanently after thirty days, not earlier', async () => {
  const [old, recent, sold] = [await lead(), await lead(), await deal()]
  for (const { id: lead_id } of [old, recent]) await act('delete_lead', { lead_id })
  await act('delete_opportunity', { opportunity_id: sold.id })
  await sql`update leads set deleted_at = now() - interval '30 days 1 second' where id = ${old.id}`
  await sql`update leads set deleted_at = now() - interval '29 days 23 hours' where id = ${recent.id}`
  await sql`update opportunities set deleted_at = now() - interval '31 days' where id = ${sold.id}`
  const [due] = await sql<{ at: string | null }>`${nextBinExpiry}`
  assert.ok(Date.parse(due!.at!) < Date.now())
  await Promise.all([emptyBin(sql), emptyBin(sql)])
  const { items } = await act('list_bin', {})
  const left = new Set(items.map(({ entity_type, id }) => `${entity_type} ${id}`))
  assert.ok(left.has(`lead ${recent.id}`))
  assert.ok(!left.has(`lead ${old.id}`) && !left.has(`opportunity ${sold.id}`))
  assert.equal((await sql`select from stage_history where lead_id = ${old.id}`).length, 0)
  assert.ok(Date.parse((await sql<{ at: string | null }>`${nextBinExpiry}`)[0]!.at!) > Date.now())
  assert.equal((await act('restore_lead', { lead_id: recent.id })).id, recent.id)
})

test('The next expiry of the bin is read from an index', async () => {
  await sql`
    insert into leads (account_id, name, currency, pipeline_id, stage_id, stage_entered_at, status, last_activity_at, created_at, updated_at)
    select ${actor.account.id}, 'x', 'COP', ${leads.id}, ${leads.stages[0]!.id}, now(), 'new', now(), now(), now() from generate_series(1, 3000)`
  await runtime.database.work.query('vacuum analyze leads')
  const used = await openPlans(runtime, actor).planWhile((ctx) => ctx.sql`${nextBinExpiry}`)
  assert.deepEqual(used.indexes('leads'), ['leads_bin_oldest'], used.text)
})

test('Every query on leads or opportunities decides about records in the bin', () => {
  /** Files that include records in the bin on purpose, and why. */
  const exceptions: Record<string, string> = {
    'server/domains/crm/activities/store.ts': 'has a `visibleTo` of its own for activities',
    'server/domains/workspace/inboxes/store.ts': 'response times include records in the bin',
    'server/domains/reports/lead-responses/rebuild.ts': 'response times include records in the bin',
    'server/domains/crm/bin/restore.ts': 'locks the lead of a restored opportunity wherever it is',
  }
  const sources = globSync('server/{domains,subscribers,doors}/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const offenders = sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return [...text.matchAll(/\b(from|join|update) (leads|opportunities)\b(?! set| l set| o set)/g)]
      .filter(({ index }) => {
        const around = text.slice(Math.max(0, index - 150), index + 400)
        return !/deleted_at|\bnotDeleted\(|\bvisibleTo\(/.test(around) && !(path in exceptions)
      })
      .map(({ 0: found }) => `${path}: ${found}`)
  })
  assert.deepEqual(
    offenders,
    [],
    'add `visibleTo` or `notDeleted` of #domains/crm/records/columns.ts, or an exception here',
  )
})
