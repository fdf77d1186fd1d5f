import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rollUpBoards } from './board-sums.ts'
import { openCrm } from '#test/crm.ts'
import { runs } from '#test/runs.ts'

const { act, actor, addAgent, contact, deal, lead, leads, sales, sql } = await openCrm()
const beto = await addAgent('Beto Díaz')
const { id: contact_id } = await contact()

type Made = { deals: string[]; leads: string[] }

/** Changes to records on a board. Refusals change nothing and are ignored. */
const steps: Record<string, (made: Made, n: number) => Promise<unknown>> = {
  createDeal: async (made, n) =>
    made.deals.push(
      (
        await deal({
          contact_id,
          amount: n / 3,
          currency: n % 2 ? 'COP' : 'USD',
          owner: n % 3 ? 'Beto Díaz' : undefined,
        })
      ).id,
    ),
  createLead: async (made, n) =>
    made.leads.push((await lead({ estimated_value: n / 7, currency: n % 2 ? 'COP' : 'USD' })).id),
  move: ({ deals }, n) =>
    act('crm_move_opportunity_stage', {
      opportunity_id: at(deals, n),
      stage: at(sales.stages, n).id,
      lost_reason: 'Otro',
    }),
  close: ({ deals }, n) =>
    act('crm_mark_opportunity_outcome', {
      opportunity_id: at(deals, n),
      outcome: n % 2 ? 'won' : 'lost',
      ...(n % 2 === 0 && { lost_reason: 'Otro' }),
    }),
  change: ({ deals }, n) =>
    act('crm_update_opportunity', {
      opportunity_id: at(deals, n),
      amount: n % 5 ? n / 3 : null,
      currency: n % 3 ? 'COP' : 'EUR',
      owner: n % 2 ? 'Beto Díaz' : undefined,
    }),
  reopen: ({ deals }, n) => act('crm_update_opportunity', { opportunity_id: at(deals, n), status: 'open' }),
  delete: ({ deals }, n) => act('delete_opportunity', { opportunity_id: at(deals, n) }),
  restore: ({ deals }, n) => act('restore_opportunity', { opportunity_id: at(deals, n) }),
  merge: ({ deals }, n) =>
    act('merge_opportunities', { opportunity_id: at(deals, n), other_opportunity_id: at(deals, n + 1) }),
  moveLead: (made, n) => act('crm_move_lead_stage', { lead_id: at(made.leads, n), stage: at(leads.stages, n).id }),
  loseLead: (made, n) => act('crm_mark_lead_lost', { lead_id: at(made.leads, n) }),
  reopenLead: (made, n) => act('crm_reopen_lead', { lead_id: at(made.leads, n) }),
  convertLead: (made, n) => act('crm_convert_lead', { lead_id: at(made.leads, n), confirmed_contact_id: contact_id }),
  reassign: (made, n) => act('update_leads', { lead_ids: made.leads.slice(0, 3), owner: n % 2 ? 'Beto Díaz' : null }),
  rollUp: async () => Promise.all([rollUpBoards(sql), rollUpBoards(sql)]),
}

function at<T>(list: readonly T[], n: number): T {
  return list[n % list.length]!
}

test('Board totals equal the sum of their records after any sequence of changes', async () => {
  const history = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(1000)), {
    minLength: 30,
    maxLength: 60,
  })
  const made: Made = { deals: [], leads: [] }
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await steps.createDeal!(made, n)
    await steps.createLead!(made, n)
  }
  await fc.assert(
    fc.asyncProperty(history, async (sequence) => {
      for (const [step, n] of sequence) await steps[step]!(made, n).catch(refused)
      for (const as of [actor, { ...beto, visibility: 'own' as const }])
        for (const pipeline of [leads, sales]) {
          const { items } = await act('get_board_totals', { pipeline_id: pipeline.id }, { as })
          assert.deepEqual(
            items.map(({ stage, leads, opportunities }) => ({
              stage_id: stage.id,
              leads: sorted(leads),
              opportunities: sorted(opportunities),
            })),
            await totalsFromRows(pipeline, as),
          )
        }
    }),
    runs(25),
  )
})

function refused(error: unknown): void {
  if (!(error as { code?: string }).code) throw error
}

type Total = { count: number; amounts: { currency: string; amount: number; weighted: number }[] }

function sorted({ count, amounts }: Total): Total {
  return { count, amounts: amounts.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)) }
}

async function totalsFromRows({ stages }: typeof sales, as: { visibility: string; user_id: string | null }) {
  const totals = []
  for (const { id: stage_id, probability } of stages) {
    const own = (row: { owner_id: string | null }) => as.visibility === 'all' || row.owner_id === as.user_id
    type Row = { owner_id: string | null; amount: number | null; currency: string; probability: number }
    const inStage = sql<Row>`
      select owner_id, estimated_value as amount, currency, case when status in ('new', 'qualified') then ${probability}::int else 0 end as probability
        from leads where stage_id = ${stage_id} and deleted_at is null`
    const deals = sql<Row>`select owner_id, amount, currency, probability from opportunities where stage_id = ${stage_id} and deleted_at is null`
    totals.push({
      stage_id,
      leads: totalOf((await inStage).filter(own)),
      opportunities: totalOf((await deals).filter(own)),
    })
  }
  return totals

  function totalOf(rows: { amount: number | null; currency: string; probability: number }[]): Total {
    const cents = (value: number) => Math.round(value) / 100
    const amounts = [...Map.groupBy(rows, (row) => row.currency)].map(([currency, of]) => ({
      currency,
      amount: cents(of.reduce((sum, { amount }) => sum + (amount ?? 0) * 100, 0)),
      weighted: cents(
        of.reduce((sum, row) => sum + Math.round((Math.round((row.amount ?? 0) * 100) * row.probability) / 100), 0),
      ),
    }))
    return sorted({ count: rows.length, amounts })
  }
}
