import fc from 'fast-check'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import { beginning, step, type Step, type World, zones } from './world.ts'

/* Random sales in a world: contacts, leads and deals, and their outcomes. */

const kinds = {
  meet: 2,
  lead: 8,
  lose_lead: 2,
  disqualify: 1,
  reopen_lead: 1,
  convert: 3,
  move_lead: 2,
  own_lead: 1,
  link_lead: 1,
  delete_lead: 0.5,
  merge_leads: 0.4,
  call: 2,
  deal: 10,
  move_deal: 6,
  close: 6,
  reopen: 3,
  own_deal: 2,
  delete_deal: 0.5,
  restore_deal: 0.4,
  merge_deals: 0.4,
  orphan: 0.5,
  import: 0.5,
  edit_close_date: 1,
  miss_promise: 2,
  survey: 2,
  leave: 0.2,
} as const
type Kind = keyof typeof kinds

export type Trade = Omit<Step, 'kind'> & { trade: Kind }

const trade: fc.Arbitrary<Trade> = fc.record({
  trade: fc.oneof(
    ...Object.entries(kinds).map(([kind, weight]) => ({ weight: weight * 10, arbitrary: fc.constant(kind as Kind) })),
  ),
  gap: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, 60_000, 3_600_000) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 2 * 3_600_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * 3_600_000 }) },
  ),
  a: fc.nat(997),
  b: fc.nat(997),
  c: fc.nat(997),
})

export const market = fc.record({
  zone: fc.constantFrom(...zones),
  begins: beginning,
  steps: fc.array(fc.oneof({ weight: 4, arbitrary: step }, { weight: 5, arbitrary: trade }), {
    minLength: 100,
    maxLength: 220,
  }),
  windows: fc.array(fc.record({ length: fc.integer({ min: 1, max: 40 }), ago: fc.nat(12) }), {
    minLength: 2,
    maxLength: 2,
  }),
})

const CAMPAIGNS = ['Lanzamiento', 'lanzamiento', 'Feria', null]
const SOURCES = ['whatsapp', 'Google Ads', 'Página propia', null, 'facebook']
const AMOUNTS = [null, 100, 2_500_000, 999.99, 0.1, 0.2, 1_000_000]
const WORDS = ['No contesta', 'no  contesta', 'Muy caro', undefined]

/** A function that performs a sales step in a world. A refused step is skipped. */
export async function openMarket(sql: Sql, world: World) {
  const { act, account_id, people, talks } = world
  const one = <T>(items: readonly T[], n: number): T => items[n % items.length]!
  const wholesale = await act('create_pipeline', { name: 'Mayoristas', kind: 'mixed', default_currency: 'USD' })
  const reasons = (await act('list_crm_lost_reasons', {})).items.map(({ name }) => name)
  const boards = (await act('crm_list_pipelines', {})).items
  const dealStages = boards.filter(({ kind }) => kind !== 'leads').flatMap(({ stages }) => stages)
  const leadStages = boards.filter(({ kind }) => kind === 'leads').flatMap(({ stages }) => stages)
  let made = 0

  const idsOf = async (table: 'leads' | 'opportunities' | 'bin') => {
    const rows =
      table === 'leads'
        ? await sql<{
            id: string
          }>`select id from leads where account_id = ${account_id} and deleted_at is null order by id`
        : await sql<{ id: string }>`
            select id from opportunities where account_id = ${account_id} and (deleted_at is not null) = ${table === 'bin'} and merged_into is null order by id`
    return rows.map(({ id }) => id)
  }
  const contactIds = async () =>
    (await sql<{ id: string }>`select id from contacts where account_id = ${account_id} order by id`).map(
      ({ id }) => id,
    )
  const lead = async (n: number) => one(await idsOf('leads'), n)
  const deal = async (n: number) => one(await idsOf('opportunities'), n)
  const owner = (n: number): Actor => one(people, n)

  const doing: Record<Kind, (trade: Trade, at: Date) => Promise<unknown>> = {
    meet: ({ a, b }) => {
      const source = one(SOURCES, a)
      return act('create_contact', {
        name: `Persona ${++made}`,
        email: `persona.${account_id}.${made}@example.com`,
        custom_attributes: {
          ...(source !== null && a % 2 === 0 && { utm_source: ` ${source}` }),
          ...(source !== null && a % 2 === 1 && { source }),
          ...(b % 2 === 0 && { utm_medium: 'CPC', utm_campaign: one(CAMPAIGNS, b) ?? '' }),
        },
      })
    },
    lead: async ({ a, b, c }) => {
      const talked = [...talks.values()]
      const contact_id = a % 5 === 0 || talked.length === 0 ? one(await contactIds(), a) : one(talked, a).contact_id
      return act('crm_create_lead', {
        name: `Interesado ${++made}`,
        ...(b % 6 !== 0 && contact_id !== undefined && { contact_id }),
        ...(c % 3 !== 0 && { owner_id: owner(c).user_id! }),
        ...(b % 4 === 0 && { pipeline: 'Mayoristas' }),
        source: one(SOURCES, b),
        utm_campaign: one(CAMPAIGNS, c),
        estimated_value: one(AMOUNTS, a + b),
        currency: one(['COP', 'USD', 'COP'], c),
        phone: `+5730${String(10_000_000 + made)}`,
      })
    },
    lose_lead: async ({ a, b }) => {
      const reason = one(WORDS, b)
      return act('crm_mark_lead_lost', { lead_id: await lead(a), ...(reason !== undefined && { reason }) })
    },
    disqualify: async ({ a }) => act('crm_update_lead', { lead_id: await lead(a), status: 'unqualified' }),
    reopen_lead: async ({ a }) => act('crm_reopen_lead', { lead_id: await lead(a) }),
    convert: async ({ a, b }) =>
      act('crm_convert_lead', { lead_id: await lead(a), amount: one(AMOUNTS, b) ?? 5, owner_id: owner(b).user_id! }),
    move_lead: async ({ a, b }) => act('crm_move_lead_stage', { lead_id: await lead(a), stage: one(leadStages, b).id }),
    own_lead: async ({ a, b }) =>
      act('crm_update_lead', { lead_id: await lead(a), owner_id: b % 3 === 0 ? null : owner(b).user_id! }),
    link_lead: async ({ a, b }) =>
      act('crm_update_lead', { lead_id: await lead(a), contact_id: one(await contactIds(), b) }),
    delete_lead: async ({ a }) => act('delete_lead', { lead_id: await lead(a) }),
    merge_leads: async ({ a, b }) => act('merge_leads', { lead_id: await lead(a), other_lead_id: await lead(b) }),
    call: async ({ a, b, c }, at) => {
      const entity = { entity_type: 'lead' as const, entity_id: await lead(a) }
      const as = b % 3 === 0 ? { ...owner(b), type: 'automation' as const, id: '8' } : owner(b)
      const planned = await act(
        'crm_schedule_activity',
        {
          ...entity,
          type: one(['call', 'meeting', 'task'] as const, c),
          due_at: at.toISOString(),
          assigned_to: owner(0).user_id!,
        },
        { as },
      )
      if (b % 2 === 0) await act('crm_complete_activity', { activity_id: planned.id }, { as })
    },
    deal: async ({ a, b, c }) => {
      const talked = [...talks.values()]
      const contact_id = talked.length > 0 && a % 4 !== 0 ? one(talked, a).contact_id : one(await contactIds(), a)
      const open = dealStages.filter(({ type }) => type === 'open')
      const stage = one(open, b)
      return act('crm_create_opportunity', {
        name: `Negocio ${++made}`,
        contact_id,
        pipeline: boards.find(({ stages }) => stages.includes(stage))!.id,
        stage: stage.id,
        amount: one(AMOUNTS, b + c),
        currency: one(['COP', 'USD', 'COP', 'EUR'], c),
        expected_close_date: '2030-01-31',
        owner_id: owner(c).user_id!,
        utm_source: one(SOURCES, c),
        utm_campaign: one(CAMPAIGNS, a),
      })
    },
    move_deal: async ({ a, b, c }) =>
      act('crm_move_opportunity_stage', {
        opportunity_id: await deal(a),
        stage: one(dealStages, b).id,
        lost_reason: one(reasons, c),
      }),
    close: async ({ a, b, c }) =>
      act('crm_mark_opportunity_outcome', {
        opportunity_id: await deal(a),
        ...(b % 2 === 0 ? { outcome: 'won' as const } : { outcome: 'lost' as const, lost_reason: one(reasons, c) }),
      }),
    reopen: async ({ a }) => act('crm_update_opportunity', { opportunity_id: await deal(a), status: 'open' }),
    own_deal: async ({ a, b }) =>
      act('crm_update_opportunity', { opportunity_id: await deal(a), owner_id: owner(b).user_id! }),
    delete_deal: async ({ a }) => act('delete_opportunity', { opportunity_id: await deal(a) }),
    restore_deal: async ({ a }) => act('restore_opportunity', { opportunity_id: one(await idsOf('bin'), a) }),
    merge_deals: async ({ a, b }) =>
      act('merge_opportunities', { opportunity_id: await deal(a), other_opportunity_id: await deal(b) }),
    // Its owner was removed from the workspace.
    orphan: async ({ a }) =>
      sql`update opportunities set owner_id = null where account_id = ${account_id} and id = ${(await deal(a)) ?? null}`,
    // It was imported, so its earlier stages are unknown.
    import: async ({ a }) => {
      const id = (await deal(a)) ?? null
      await sql`delete from stage_history where account_id = ${account_id} and opportunity_id = ${id}`
      await sql`
        update opportunities set reached_stage_ids = '{}', last_open_stage_id = null, lost_reason = null
         where account_id = ${account_id} and id = ${id}`
    },
    // An agent entered another day.
    edit_close_date: async ({ a, b }) =>
      sql`
        update opportunities set actual_close_date = actual_close_date - ${b % 20}::int
         where account_id = ${account_id} and id = ${(await deal(a)) ?? null} and status <> 'open'`,
    miss_promise: async ({ a, b, c }, at) => {
      const talk = one([...talks.values()], a)
      if (!talk) return
      await sql`
        insert into sla_breaches (account_id, conversation_id, inbox_id, kind, priority, assignee_id, team_id, due_at, breached_at)
        select account_id, id, inbox_id, ${one(['first_response', 'next_response', 'resolution'], b)}, ${one(['none', 'urgent', 'low'], c)},
               assignee_id, team_id, ${at}, ${at}
          from conversations where account_id = ${account_id} and id = ${talk.id} on conflict do nothing`
    },
    survey: async ({ a, b, c }, at) => {
      const talk = one([...talks.values()], a)
      if (!talk) return
      const rating = b % 6 === 0 ? null : b % 6
      await sql`
        insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, assignee_id, rating, sent_at, answered_at)
        select account_id, id, contact_id, inbox_id, assignee_id, ${rating}, ${at}, ${rating && new Date(at.getTime() + c * 1000)}
          from conversations where account_id = ${account_id} and id = ${talk.id}`
    },
    // Deactivated members keep their records and their name.
    leave: async () =>
      sql`update memberships set deactivated_at = now() where account_id = ${account_id} and user_id = ${people[2]!.user_id}`,
  }

  return {
    wholesale,
    take: async (next: Step | Trade) => {
      try {
        if (!('trade' in next)) return await world.take(next)
        world.wait(next.gap)
        await doing[next.trade](next, new Date(world.now()))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
      }
    },
  }
}
