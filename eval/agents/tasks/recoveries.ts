import assert from 'node:assert/strict'
import { en, es, type Item, type List, one, type Task } from '../task.ts'

/** Wrong turns models take. The answer alone must be enough to correct them, and nothing may have changed before. */
export const recoveryTasks: readonly Task[] = [
  es('Busca apartamentos («apartment») en venta', async ({ call, sql }) => {
    const { items, note } = await call<List>('list_crm_properties', { property_type: 'apartment', limit: 3 })
    assert.deepEqual(items, [])
    const [first] = /Values that exist: ([^,.]+)/.exec(note!)!.slice(1)
    const { total } = await call<List>('list_crm_properties', { property_type: first, limit: 3 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from properties where fold(property_type) = 'apartamento' and active`,
    )
    assert.equal(total, count)
  }),

  en('List the contacts of “ciudad” Cali', async ({ call, sql }) => {
    const { items, note } = await call<List>('search_contacts', { attributes: { ciudad: 'Cali' } })
    assert.deepEqual(items, [])
    assert.match(note!, /No contact has the attribute "ciudad"\. Attributes in use: .*city/)
    const { total } = await call<List>('search_contacts', { attributes: { city: 'cali' }, limit: 3 })
    const { count } = await one(
      sql<{ count: number }>`select count(*)::int as count from contacts where fold(city) = 'cali'`,
    )
    assert.equal(total, count)
  }),

  es('Leads que llegaron por «zzz»', async ({ call }) => {
    const { items, note } = await call<List>('crm_list_leads', { source: 'zzz' })
    assert.deepEqual(items, [])
    assert.match(note!, /No lead has source "zzz"\. Values that exist: /)
  }),

  en('Move a deal with crm_update_opportunity by mistake', async ({ call, refused, sql }) => {
    const known = await one(
      sql<{ id: string; stage_id: string }>`
        select o.id, o.stage_id from opportunities o join pipelines p on p.id = o.pipeline_id
         where p.name = 'Vehículos' and o.status = 'open' and o.deleted_at is null order by o.id limit 1`,
    )
    const wrong = await refused('crm_update_opportunity', { opportunity_id: known.id, stage: 'Separado' })
    assert.match(wrong.detail, /There is no such field.*For stage use crm_move_opportunity_stage/)
    await call('crm_move_opportunity_stage', { opportunity_id: known.id, stage: 'Separado' })
    const { name } = await one(
      sql<{ name: string }>`
        select s.name from opportunities o join stages s on s.id = o.stage_id where o.id = ${known.id}`,
    )
    assert.equal(name, 'Separado')
  }),

  es('Pierde un negocio con un motivo en inglés', async ({ call, refused, sql }) => {
    const { id } = await one(
      sql<{ id: string }>`
        select id from opportunities where status = 'open' and deleted_at is null order by id desc limit 1`,
    )
    const of = { opportunity_id: id, outcome: 'lost' }
    const wrong = await refused('crm_mark_opportunity_outcome', { ...of, lost_reason: 'Too expensive' })
    const { items } = await call<List>('list_crm_lost_reasons')
    const named = items.filter(({ name }) => wrong.detail.includes(name))
    assert.ok(named.length > 0, 'the refusal names the reasons')
    await call('crm_mark_opportunity_outcome', { ...of, lost_reason: named[0]!.name })
    const row = await one(sql<{ status: string }>`select status from opportunities where id = ${id}`)
    assert.equal(row.status, 'lost')
  }),

  en('Add a referral without saying who referred it', async ({ call, refused, sql }) => {
    const lead = { name: 'Tom Baker', phone: '+573005550199', source: 'word of mouth' }
    const wrong = await refused('crm_create_lead', lead)
    assert.match(wrong.detail, /attribution_detail/)
    assert.equal((await sql`select from leads where name = 'Tom Baker'`).length, 0)
    await call('crm_create_lead', { ...lead, attribution_detail: 'Ana' })
    const { utm_source } = await one(sql<{ utm_source: string }>`select utm_source from leads where name = 'Tom Baker'`)
    assert.equal(utm_source, 'referral')
  }),

  es('Crea dos veces el mismo lead porque la primera respuesta no llegó', async ({ call, sql }) => {
    const lead = { name: 'Lead repetido', phone: '+573005550100', source: 'web' }
    const first = await call<Item>('crm_create_lead', lead)
    const second = await call<Item & { note: string }>('crm_create_lead', { ...lead, name: 'lead repetido' })
    assert.equal(second.id, first.id)
    assert.match(second.note, /Nothing was created/)
    assert.equal((await sql`select from leads where fold(name) = 'lead repetido'`).length, 1)
  }),

  en('Call a tool that does not exist', async ({ call, refused }) => {
    const { detail } = await refused('find_contacts', { query: 'Ana' })
    assert.match(detail, /Unknown tool: find_contacts.*search_contacts/)
    const { items } = await call<List>('search_contacts', { query: 'Ana', limit: 3 })
    assert.ok(items.length > 0)
  }),

  es('Filtra con una etapa y un equipo que no existen', async ({ call, refused }) => {
    const stage = await refused('crm_list_opportunities', { pipeline: 'Vehículos', stage: 'Cotizaciones' })
    assert.match(stage.detail, /Cotización/)
    const team = await refused('list_conversations', { team: 'Vendedores' })
    assert.match(team.detail, /Ventas/)
    const { items } = await call<List>('crm_list_opportunities', {
      pipeline: 'Vehículos',
      stage: 'Cotización',
      limit: 3,
    })
    assert.ok(items.length > 0)
  }),

  en('Name an agent that two people could be, and a day that does not exist', async ({ refused }) => {
    const agent = await refused('crm_list_leads', { owner: 'Andrea Muñoz' })
    assert.match(agent.detail, /no agent "Andrea Muñoz"\. Choose among: .*id \d+/)
    const day = await refused('crm_list_leads', { created_from: '2026-02-31' })
    assert.equal(day.detail, 'created_from: There is no such day.')
  }),

  es('Da el límite como texto y un estado que no existe', async ({ call, refused }) => {
    const limit = await refused('crm_list_leads', { limit: 'diez' })
    assert.equal(limit.detail, 'limit: Give a number, not "diez".')
    const status = await refused('crm_list_leads', { status: 'abierto' })
    assert.match(status.detail, /^status: "abierto" is not a choice; choose among new, qualified/)
    const { items } = await call<List>('crm_list_leads', { status: 'new', limit: 2 })
    assert.equal(items.length, 2)
  }),

  en('Add a page that is not https to the knowledge base', async ({ refused, sql }) => {
    const before = await sql`select from knowledge_documents`
    const { detail } = await refused('add_knowledge_document', { name: 'Help', url: 'http://example.com/help' })
    assert.match(detail, /https/)
    assert.equal((await sql`select from knowledge_documents`).length, before.length)
  }),

  es('Pide un contacto con un id demasiado largo', async ({ refused }) => {
    const { detail } = await refused('get_contact', { contact_id: '12345678901234567890' })
    assert.match(detail, /1 to 18 digits/)
  }),
]
