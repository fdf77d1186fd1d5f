import assert from 'node:assert/strict'
import { en, es, type Item, type List, one, type Task } from '../task.ts'

export const leadTasks: readonly Task[] = [
  es('¿Cuántos leads nuevos tiene Andrés?', async ({ call, sql }) => {
    const { total } = await call<List>('crm_list_leads', { owner: 'andrés', status: 'new', limit: 1 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from leads l join users u on u.id = l.owner_id
         where u.name like 'Andrés%' and l.status = 'new' and l.deleted_at is null`,
    )
    assert.equal(total, count)
  }),

  en('Count the open leads of every seller', async ({ call, sql }) => {
    const { items: agents } = await call<List>('list_agents')
    for (const { id, name } of agents) {
      const { total } = await call<List>('crm_list_leads', { owner_id: id, status: 'new', limit: 1 })
      const { count } = await one(
        sql<{ count: number }>`
          select count(*)::int as count from leads where owner_id = ${id} and status = 'new' and deleted_at is null`,
      )
      assert.equal(total, count, name)
    }
  }),

  es('Busca el lead por el nombre del cliente y dime en qué etapa está', async ({ call, sql }) => {
    const known = await one(
      sql<{ id: string; name: string; stage: string }>`
        select l.id, l.name, s.name as stage from leads l join stages s on s.id = l.stage_id
         where l.deleted_at is null and l.status = 'new' order by l.id desc limit 1`,
    )
    const { items } = await call<List<Item & { stage: { name: string } }>>('crm_list_leads', { query: known.name })
    assert.equal(items.find(({ id }) => id === known.id)?.stage.name, known.stage)
  }),

  en('Add a lead: Karen Whitfield, referred by Paula, interested in a flat of 450 million', async ({ call, sql }) => {
    const made = await call<Item>('crm_create_lead', {
      name: 'Karen Whitfield',
      email: 'karen@example.com',
      source: 'referral',
      attribution_detail: 'Paula',
      estimated_value: 450_000_000,
    })
    const row = await one(
      sql<{ utm_source: string; estimated_value: number }>`
        select utm_source, estimated_value::float8 as estimated_value from leads where id = ${made.id}`,
    )
    assert.deepEqual({ ...row }, { utm_source: 'referral', estimated_value: 450_000_000 })
  }),

  es('¿Cuántos leads llegaron por referidos?', async ({ call, sql }) => {
    const spanish = await call<List>('crm_list_leads', { source: 'referido', limit: 1 })
    const english = await call<List>('crm_list_leads', { source: 'Referral', limit: 1 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from leads where deleted_at is null and lower(source) in ('referido', 'referral')`,
    )
    assert.deepEqual([spanish.total, english.total], [count, count])
  }),

  en('Move Karen Whitfield to the stage “Contactado” and give her to Santiago', async ({ call, sql }) => {
    const { items } = await call<List>('crm_list_leads', { query: 'whitfield' })
    await call('crm_move_lead_stage', { lead_id: items[0]!.id, stage: 'contactado' })
    await call('crm_update_lead', { lead_id: items[0]!.id, owner: 'Santiago' })
    const row = await one(
      sql<{ stage: string; owner: string }>`
        select s.name as stage, u.name as owner from leads l join stages s on s.id = l.stage_id join users u on u.id = l.owner_id
         where l.email = 'karen@example.com'`,
    )
    assert.deepEqual({ ...row }, { stage: 'Contactado', owner: 'Santiago Ibáñez Mora' })
  }),

  es(
    'Agenda una llamada con Karen para el 20 de enero de 2030 a las 3 de la tarde y anota que prefiere WhatsApp',
    async ({ call, sql }) => {
      const { items } = await call<List>('crm_list_leads', { query: 'Karen Whitfield' })
      const of = { entity_type: 'lead', entity_id: items[0]!.id }
      await call('crm_schedule_activity', { ...of, type: 'call', due_at: '2030-01-20T15:00', body: 'Llamar a Karen' })
      await call('crm_add_note', { ...of, body: 'Prefiere WhatsApp' })
      const rows = await sql<{ type: string; due: string | null }>`
      select a.type, iso(a.due_at) as due from activities a join leads l on l.id = a.lead_id
       where l.email = 'karen@example.com' and a.type in ('call', 'note') order by a.id`
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [
          { type: 'call', due: '2030-01-20T20:00:00.000Z' },
          { type: 'note', due: null },
        ],
      )
    },
  ),

  en('The call with Karen is done: complete it', async ({ call, sql }) => {
    const { items: leads } = await call<List>('crm_list_leads', { query: 'whitfield' })
    const { items } = await call<List>('crm_list_activities', {
      entity_type: 'lead',
      entity_id: leads[0]!.id,
      pending_only: true,
    })
    await call('crm_complete_activity', { activity_id: items[0]!.id })
    const { pending } = await one(
      sql<{ pending: number }>`
        select count(*) filter (where completed_at is null)::int as pending from activities
         where lead_id = ${leads[0]!.id} and type = 'call'`,
    )
    assert.equal(pending, 0)
  }),

  es('Convierte a Karen en negocio del embudo Venta de inmuebles', async ({ call, sql }) => {
    const { items } = await call<List>('crm_list_leads', { query: 'Karen Whitfield' })
    await call('crm_convert_lead', { lead_id: items[0]!.id, pipeline: 'venta de inmuebles' })
    const row = await one(
      sql<{ status: string; pipeline: string; amount: number }>`
        select l.status, p.name as pipeline, o.amount::float8 as amount from leads l
          join opportunities o on o.lead_id = l.id join pipelines p on p.id = o.pipeline_id where l.email = 'karen@example.com'`,
    )
    assert.deepEqual({ ...row }, { status: 'converted', pipeline: 'Venta de inmuebles', amount: 450_000_000 })
  }),

  en('Mark the oldest new lead as lost: it does not answer. Then bring it back', async ({ call, sql }) => {
    const { id } = await one(
      sql<{ id: string }>`
        select id from leads where status = 'new' and deleted_at is null order by created_at, id limit 1`,
    )
    await call('crm_mark_lead_lost', { lead_id: id, reason: 'No answer' })
    const lost = await one(sql<{ status: string }>`select status from leads where id = ${id}`)
    await call('crm_reopen_lead', { lead_id: id })
    const back = await one(sql<{ status: string }>`select status from leads where id = ${id}`)
    assert.deepEqual([lost.status, back.status], ['unqualified', 'new'])
  }),
]
