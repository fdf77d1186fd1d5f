import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { bogota, noon, openSales } from '#test/sales.ts'
import type { Input } from '#test/workspace.ts'

const { sql, act, only, addAccount } = await openSales()

/** A workspace and its report at the end of May. */
async function open() {
  const shop = await addAccount()
  const lead = (more: Partial<Input<'crm_create_lead'>> = {}, when = noon) =>
    shop.act('crm_create_lead', { name: 'Lote en Cajicá', ...more }, { now: bogota(when) })
  return {
    ...shop,
    lead,
    loseLead: async ({ id }: { id: string }, reason?: string, when = noon) =>
      shop.act('crm_mark_lead_lost', { lead_id: id, ...(reason !== undefined && { reason }) }, { now: bogota(when) }),
    report: (input: Input<'get_crm_lost_reasons_breakdown'> = {}) =>
      shop.act('get_crm_lost_reasons_breakdown', input, { now: bogota('2025-05-31 23:50') }),
  }
}

const short = (rows: { name: string; count: number; amount: { amount: number } }[]) =>
  rows.map(({ name, count, amount }) => [name, count, amount.amount])

test('Each reason has a count and an amount, most frequent first, then by amount', async () => {
  const { deal, lose, win, report } = await open()
  await lose(await deal({ amount: 10 }), noon, 'Crédito negado')
  await lose(await deal({ amount: 20 }), noon, 'Crédito negado')
  await lose(await deal({ amount: 5 }), noon, 'No respondió')
  await lose(await deal({ amount: 65 }), noon, 'Aplazó la decisión')
  await win(await deal({ amount: 1000 }))
  const { total, reasons } = await report()
  assert.deepEqual([total.count, total.amount.amount], [4, 100])
  assert.deepEqual(short(reasons), [
    ['Crédito negado', 2, 30],
    ['Aplazó la decisión', 1, 65],
    ['No respondió', 1, 5],
  ])
  assert.deepEqual(
    reasons.map(({ share, amount_share }) => [share, amount_share]),
    [
      [50, 30],
      [25, 65],
      [25, 5],
    ],
  )
})

test('Losses count by close date in the workspace time zone', async () => {
  const { deal, lose, report } = await open()
  await lose(await deal({}, '2025-01-10 12:00'), '2025-05-31 23:30')
  await lose(await deal({}, '2025-05-10 12:00'), '2025-06-01 00:10')
  assert.equal((await report()).total.count, 1)
  assert.equal((await report({ date_from: '2025-01-01', date_to: '2025-01-31' })).total.count, 0)
})

test('Losses without a reason are shown', async () => {
  const { deal, lose, report, actor } = await open()
  await lose(await deal({ amount: 3 }))
  await lose(await deal({ amount: 4 }))
  await sql`update opportunities set lost_reason = null where account_id = ${actor.account.id} and amount = 3`
  await sql`update opportunities set lost_reason = '  ' where account_id = ${actor.account.id} and amount = 4`
  const { reasons } = await report()
  assert.deepEqual(
    reasons.map(({ reason, name, count }) => [reason, name, count]),
    [[null, 'Sin motivo', 2]],
  )
})

test('A reason keeps its name at closing, even after it is renamed', async () => {
  const { act: on, deal, lose, report } = await open()
  await lose(await deal(), noon, 'Otro')
  const { items } = await on('list_crm_lost_reasons', {})
  const other = items.find(({ name }) => name === 'Otro')!
  await on('update_lost_reason', { lost_reason_id: other.id, name: 'Motivo distinto' })
  await lose(await deal(), noon, 'Motivo distinto')
  await lose(await deal(), noon, 'Motivo distinto')
  assert.deepEqual(short((await report()).reasons), [
    ['Motivo distinto', 2, 0],
    ['Otro', 1, 0],
  ])
})

test('Currencies are never added, and amount shares are of the report currency', async () => {
  const { deal, lose, report } = await open()
  await lose(await deal({ amount: 10 }), noon, 'Otro')
  await lose(await deal({ amount: 900, currency: 'USD' }), noon, 'No respondió')
  const { total, reasons } = await report()
  assert.deepEqual([total.amount.amount, total.amount.mixed_currency], [10, true])
  assert.deepEqual(
    reasons.map(({ name, share, amount_share }) => [name, share, amount_share]),
    [
      ['Otro', 50, 100],
      ['No respondió', 50, 0],
    ],
  )
})

test('Without losses there are no shares, and a reopened deal is no longer lost', async () => {
  const { deal, lose, reopen, report } = await open()
  const it = await deal({ amount: 9 })
  await lose(it)
  await reopen(it)
  const { total, reasons, leads } = await report()
  assert.deepEqual([total.count, total.amount.amount, reasons, leads], [0, 0, [], []])
})

test('Lost leads are a separate list, with free-text reasons grouped ignoring case and accents', async () => {
  const { deal, lose, lead, loseLead, report } = await open()
  await lose(await deal({ amount: 5 }))
  await loseLead(await lead({ estimated_value: 7 }), 'No contestó')
  await loseLead(await lead({ estimated_value: 2 }), 'No contestó')
  await loseLead(await lead(), ' no  contesto ')
  await loseLead(await lead())
  await lead()
  const { total, total_leads, total_lead_reasons, leads } = await report()
  assert.deepEqual([total.count, total_leads, total_lead_reasons], [1, 4, 2])
  assert.deepEqual(short(leads), [
    ['No contestó', 3, 9],
    ['Sin motivo', 1, 0],
  ])
  assert.deepEqual(
    leads.map(({ reason, share }) => [reason, share]),
    [
      ['No contestó', 75],
      [null, 25],
    ],
  )
})

test('A lead was lost when it entered the lost stage, not when created or last updated', async () => {
  const { act: on, lead, loseLead, report } = await open()
  const early = await lead({}, '2025-04-01 12:00')
  await loseLead(early, 'Caro', '2025-04-30 23:30')
  const late = await lead({}, '2025-04-01 12:00')
  await loseLead(late, 'Lejos', '2025-05-02 12:00')
  await on('crm_update_lead', { lead_id: early.id, company_name: 'Tardía' }, { now: bogota('2025-05-20 12:00') })
  assert.deepEqual(short((await report()).leads), [['Lejos', 1, 0]])
  assert.deepEqual(short((await report({ period: 'last_month' })).leads), [['Caro', 1, 0]])
})

test('A lead lost outside a lost stage was lost when it was last marked lost', async () => {
  const { act: on, lead, report } = await open()
  const it = await lead({}, '2025-03-01 12:00')
  const mark = (status: 'new' | 'unqualified', when: string) =>
    on('crm_update_lead', { lead_id: it.id, status }, { now: bogota(when) })
  await mark('unqualified', '2025-03-10 12:00')
  await mark('new', '2025-03-20 12:00')
  await mark('unqualified', '2025-04-10 12:00')
  await on('crm_update_lead', { lead_id: it.id, company_name: 'Otra' }, { now: bogota('2025-05-10 12:00') })
  assert.equal((await report()).total_leads, 0)
  assert.equal((await report({ period: 'last_month' })).total_leads, 1)
  assert.equal((await report({ date_from: '2025-03-01', date_to: '2025-03-31' })).total_leads, 0)
})

test('The report can be limited to a pipeline for opportunities or for leads', async () => {
  const { act: on, deal, lose, lead, loseLead, report } = await open()
  const rent = await on('create_pipeline', { name: 'Arriendos', kind: 'mixed' })
  await lose(await deal())
  await lose(await deal({ pipeline: rent.id }))
  await loseLead(await lead())
  await loseLead(await lead({ pipeline: rent.id }))
  const counts = async (pipeline_name?: string) => {
    const { total, total_leads } = await report({ ...(pipeline_name && { pipeline_name }) })
    return [total.count, total_leads]
  }
  assert.deepEqual(await counts(), [2, 2])
  assert.deepEqual(await counts('arriendo'), [1, 1])
  assert.deepEqual(await counts('Ventas'), [1, 0])
  assert.deepEqual(await counts('leads'), [0, 1])
})

test('Deleted deals do not count, and limited visibility applies', async () => {
  const shop = await open()
  const beto = await shop.addAgent('Beto', { visibility: 'own' })
  const carla = await shop.addAgent('Carla', { visibility: 'team' })
  await shop.act('create_team', { name: 'Norte', members: ['Beto', 'Carla'] })
  for (const owner of ['Beto', 'Carla', 'Ana Admin', 'Ana Admin']) {
    const it = await shop.deal({ owner })
    await shop.lose(it)
    const early = await shop.lead({ owner })
    await shop.loseLead(early)
    if (owner === 'Ana Admin') {
      await shop.act('delete_opportunity', { opportunity_id: it.id })
      await shop.act('delete_lead', { lead_id: early.id })
    }
  }
  const seenBy = async (as: typeof beto) => {
    const { total, total_leads } = await shop.act('get_crm_lost_reasons_breakdown', { period: 'all' }, { as })
    return [total.count, total_leads]
  }
  assert.deepEqual(await seenBy(beto), [1, 1])
  assert.deepEqual(await seenBy(carla), [2, 2])
  assert.deepEqual(await seenBy(shop.actor), [2, 2])
})

test('Labels are in English for an English workspace, and reports:read is required', async () => {
  const { act: on, lead, loseLead, actor } = await open()
  await loseLead(await lead())
  const as = { ...actor, account: { ...actor.account, locale: 'en' as const } }
  const { leads } = await on('get_crm_lost_reasons_breakdown', { period: 'all' }, { as })
  assert.equal(leads[0]!.name, 'No reason')
  const denied = act('get_crm_lost_reasons_breakdown', {}, { as: only('crm:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
