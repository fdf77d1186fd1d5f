import assert from 'node:assert/strict'
import { en, es, type Item, type List, one, type Task } from '../task.ts'

export const dealTasks: readonly Task[] = [
  es('¿Cuál es el negocio abierto de mayor valor y de quién es?', async ({ call, sql }) => {
    const known = await one(
      sql<{ id: string; amount: number; owner: string }>`
        select o.id, o.amount::float8 as amount, u.name as owner from opportunities o join users u on u.id = o.owner_id
         where o.status = 'open' and o.deleted_at is null and o.amount is not null order by o.amount desc, o.id limit 1`,
    )
    const { items } = await call<List<Item & { amount: number; owner: { name: string } }>>('crm_list_opportunities', {
      status: 'open',
      amount_min: known.amount,
    })
    assert.ok(items.some(({ id, owner }) => id === known.id && owner.name === known.owner))
  }),

  en('Find a deal by its name and read its history', async ({ call, sql }) => {
    const known = await one(
      sql<{ id: string; name: string }>`
        select id, name from opportunities where deleted_at is null and status = 'won' order by id limit 1`,
    )
    const { items } = await call<List>('crm_list_opportunities', { query: known.name, limit: 5 })
    assert.ok(items.some(({ id }) => id === known.id))
    const deal = await call<{ id: string; status: string }>('crm_get_opportunity', { opportunity_id: known.id })
    assert.deepEqual([deal.id, deal.status], [known.id, 'won'])
  }),

  es('¿Cuántos negocios de Vehículos están en “Prueba de manejo”?', async ({ call, sql }) => {
    const { total } = await call<List>('crm_list_opportunities', {
      pipeline: 'vehiculos',
      stage: 'prueba de manejo',
      limit: 1,
    })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from opportunities o join stages s on s.id = o.stage_id
          join pipelines p on p.id = o.pipeline_id
         where p.name = 'Vehículos' and s.name = 'Prueba de manejo' and o.deleted_at is null`,
    )
    assert.equal(total, count)
  }),

  en(
    'Create a deal for Rosa Emilia Zapata over 380 million, closing in March 2030, mine',
    async ({ call, sql, user_id }) => {
      const { items } = await call<List>('search_contacts', { query: 'Rosa Emilia Zapata' })
      const made = await call<Item>('crm_create_opportunity', {
        name: 'Flat for Rosa Emilia',
        contact_id: items[0]!.id,
        amount: 380_000_000,
        expected_close_date: '2030-03-31',
        owner: 'me',
      })
      const row = await one(
        sql<{ amount: number; owner_id: string; status: string }>`
        select amount::float8 as amount, owner_id, status from opportunities where id = ${made.id}`,
      )
      assert.deepEqual({ ...row }, { amount: 380_000_000, owner_id: user_id, status: 'open' })
    },
  ),

  es('Pasa el negocio de Rosa Emilia a Oferta', async ({ call, sql }) => {
    const { items } = await call<List>('crm_list_opportunities', { query: 'rosa emilia' })
    await call('crm_move_opportunity_stage', { opportunity_id: items[0]!.id, stage: 'oferta' })
    const { stage } = await one(
      sql<{ stage: string }>`
        select s.name as stage from opportunities o join stages s on s.id = o.stage_id where o.id = ${items[0]!.id}`,
    )
    assert.equal(stage, 'Oferta')
  }),

  en('Rosa Emilia wants the deal at 365 million and closes a month later', async ({ call, sql }) => {
    const { items } = await call<List>('crm_list_opportunities', { query: 'rosa emilia' })
    await call('crm_update_opportunity', {
      opportunity_id: items[0]!.id,
      amount: 365_000_000,
      expected_close_date: '2030-04-30',
    })
    const row = await one(
      sql<{ amount: number; day: string }>`
        select amount::float8 as amount, expected_close_date::text as day from opportunities where id = ${items[0]!.id}`,
    )
    assert.deepEqual({ ...row }, { amount: 365_000_000, day: '2030-04-30' })
  }),

  es('Ganamos el negocio de Rosa Emilia', async ({ call, sql }) => {
    const { items } = await call<List>('crm_list_opportunities', { query: 'Flat for Rosa', status: 'open' })
    await call('crm_mark_opportunity_outcome', { opportunity_id: items[0]!.id, outcome: 'won' })
    const { status } = await one(sql<{ status: string }>`select status from opportunities where id = ${items[0]!.id}`)
    assert.equal(status, 'won')
  }),

  en('Close the oldest open rental as lost because of the price', async ({ call, sql }) => {
    const { items: reasons } = await call<List>('list_crm_lost_reasons')
    const reason = reasons.find(({ name }) => /precio|presupuesto/i.test(name)) ?? reasons[0]!
    const { id } = await one(
      sql<{ id: string }>`
        select o.id from opportunities o join pipelines p on p.id = o.pipeline_id
         where p.name = 'Arriendos' and o.status = 'open' and o.deleted_at is null order by o.created_at, o.id limit 1`,
    )
    await call('crm_mark_opportunity_outcome', { opportunity_id: id, outcome: 'lost', lost_reason: reason.name })
    const row = await one(
      sql<{ status: string; lost_reason: string }>`select status, lost_reason from opportunities where id = ${id}`,
    )
    assert.deepEqual({ ...row }, { status: 'lost', lost_reason: reason.name })
  }),

  es('¿Qué tareas tengo pendientes?', async ({ call, sql, user_id }) => {
    const { total } = await call<List>('crm_list_activities', { owner: 'yo', pending_only: true, limit: 1 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from activities a
          left join leads l on l.id = a.lead_id left join opportunities o on o.id = a.opportunity_id
         where a.assignee_id = ${user_id} and a.due_at is not null and a.completed_at is null
           and l.deleted_at is null and o.deleted_at is null`,
    )
    assert.equal(total, count)
  }),

  en('Which deals should have closed before today?', async ({ call, sql }) => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const { total } = await call<List>('crm_list_opportunities', {
      status: 'open',
      expected_close_to: yesterday,
      limit: 1,
    })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from opportunities
         where status = 'open' and deleted_at is null and expected_close_date <= ${yesterday}::date`,
    )
    assert.equal(total, count)
  }),
]
