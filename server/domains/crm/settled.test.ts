import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldBoards } from '#domains/crm/settled.ts'
import { openCrm } from '#test/crm.ts'

const { act, actor, addAgent, contact, deal, lead, leads, sales, sql } = await openCrm()
const beto = await addAgent('Beto Díaz')
const { id: contact_id } = await contact()

type Made = { deals: string[]; leads: string[] }

/** What people do to what is on a board; a refusal changes nothing and is no matter here. */
const steps: Record<string, (made: Made, n: number) => Promise<unknown>> = {
  sell: async (made, n) =>
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
  meet: async (made, n) =>
    made.leads.push((await lead({ estimated_value: n / 7, currency: n % 2 ? 'COP' : 'USD' })).id),
  move: ({ deals }, n) =>
    act('crm_move_opportunity_stage', {
      opportunity_id: at(deals, n),
      stage: at(sales.stages, n).id,
      lost_reason: 'Otro',
    }),
  settle: ({ deals }, n) =>
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
  throw: ({ deals }, n) => act('delete_opportunity', { opportunity_id: at(deals, n) }),
  restore: ({ deals }, n) => act('restore_opportunity', { opportunity_id: at(deals, n) }),
  merge: ({ deals }, n) =>
    act('merge_opportunities', { opportunity_id: at(deals, n), other_opportunity_id: at(deals, n + 1) }),
  step: (made, n) => act('crm_move_lead_stage', { lead_id: at(made.leads, n), stage: at(leads.stages, n).id }),
  lose: (made, n) => act('crm_mark_lead_lost', { lead_id: at(made.leads, n) }),
  return: (made, n) => act('crm_reopen_lead', { lead_id: at(made.leads, n) }),
  convert: (made, n) => act('crm_convert_lead', { lead_id: at(made.leads, n), confirmed_contact_id: contact_id }),
  give: (made, n) => act('update_leads', { lead_ids: made.leads.slice(0, 3), owner: n % 2 ? 'Beto Díaz' : null }),
  fold: async () => Promise.all([foldBoards(sql), foldBoards(sql)]),
}

function at<T>(list: readonly T[], n: number): T {
  return list[n % list.length]!
}

test('the totals of a board are those of its records, one by one, whatever became of them', async () => {
  const history = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(1000)), {
    minLength: 30,
    maxLength: 60,
  })
  const made: Made = { deals: [], leads: [] }
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await steps.sell!(made, n)
    await steps.meet!(made, n)
  }
  await fc.assert(
    fc.asyncProperty(history, async (taken) => {
      for (const [step, n] of taken) await steps[step]!(made, n).catch(refused)
      for (const as of [actor, { ...beto, visibility: 'own' as const }])
        for (const pipeline of [leads, sales]) {
          const { items } = await act('get_board_totals', { pipeline_id: pipeline.id }, { as })
          assert.deepEqual(
            items.map(({ stage, leads, opportunities }) => ({
              stage_id: stage.id,
              leads: sorted(leads),
              opportunities: sorted(opportunities),
            })),
            await oneByOne(pipeline, as),
          )
        }
    }),
    { numRuns: 25 },
  )
})

function refused(error: unknown): void {
  if (!(error as { code?: string }).code) throw error
}

type Total = { count: number; amounts: { currency: string; amount: number; weighted: number }[] }

function sorted({ count, amounts }: Total): Total {
  return { count, amounts: amounts.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)) }
}

async function oneByOne({ stages }: typeof sales, as: { visibility: string; user_id: string | null }) {
  const totals = []
  for (const { id: stage_id, probability } of stages) {
    const own = (row: { owner_id: string | null }) => as.visibility === 'all' || row.owner_id === as.user_id
    type Row = { owner_id: string | null; amount: number | null; currency: string; probability: number }
    const inStage = sql<Row>`
      select owner_id, estimated_value as amount, currency, case when status in ('new', 'qualified') then ${probability}::int else 0 end as probability
        from leads where stage_id = ${stage_id} and deleted_at is null`
    const sold = sql<Row>`select owner_id, amount, currency, probability from opportunities where stage_id = ${stage_id} and deleted_at is null`
    totals.push({ stage_id, leads: added((await inStage).filter(own)), opportunities: added((await sold).filter(own)) })
  }
  return totals

  function added(rows: { amount: number | null; currency: string; probability: number }[]): Total {
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
