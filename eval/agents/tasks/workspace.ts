import assert from 'node:assert/strict'
import { en, es, type Item, type List, one, type Task } from '../task.ts'

export const workspaceTasks: readonly Task[] = [
  es('¿Quiénes están en el equipo Ventas?', async ({ call, sql }) => {
    const { items } = await call<List<Item & { members: Item[] }>>('list_teams')
    const rows = await sql<{ name: string }>`
      select u.name from team_members m join teams t on t.id = m.team_id join users u on u.id = m.user_id where t.name = 'Ventas'`
    const team = items.find(({ name }) => name === 'Ventas')!
    assert.deepEqual(team.members.map(({ name }) => name).toSorted(), rows.map(({ name }) => name).toSorted())
  }),

  en('Create a team “After sales” with Paula and Julián', async ({ call, sql }) => {
    await call('create_team', { name: 'After sales', members: ['Paula', 'julian'] })
    const rows = await sql<{ name: string }>`
      select u.name from team_members m join teams t on t.id = m.team_id join users u on u.id = m.user_id
       where t.name = 'After sales' order by 1`
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Julián Ordóñez Vega', 'Paula Andrea Gómez'],
    )
  }),

  es('Saca a Paula del equipo After sales y agrega a Luisa', async ({ call, sql }) => {
    await call('remove_team_member', { team: 'after sales', agent: 'paula' })
    await call('add_team_member', { team: 'after sales', agent: 'luisa' })
    const rows = await sql<{ name: string }>`
      select u.name from team_members m join teams t on t.id = m.team_id join users u on u.id = m.user_id
       where t.name = 'After sales' order by 1`
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Julián Ordóñez Vega', 'Luisa Fernanda Peña'],
    )
  }),

  en('Add a saved reply /parking for the WhatsApp inbox', async ({ call, sql }) => {
    await call('create_canned_response', {
      short_code: 'parking',
      content: 'There is visitor parking in the basement.',
      inbox: 'whatsapp',
    })
    const { inbox } = await one(
      sql<{ inbox: string }>`
        select i.name as inbox from canned_responses r join inboxes i on i.id = r.inbox_id where r.short_code = 'parking'`,
    )
    assert.equal(inbox, 'WhatsApp')
  }),

  es('Cambia el texto de la respuesta guardada parking', async ({ call, sql }) => {
    const { items } = await call<List<Item & { short_code: string }>>('list_canned_responses', { inbox: 'WhatsApp' })
    const { short_code } = items.find((each) => each.short_code === 'parking')!
    await call('edit_canned_response', { short_code, new_content: 'Hay parqueadero de visitantes en el sótano.' })
    const { content } = await one(
      sql<{ content: string }>`select content from canned_responses where short_code = 'parking'`,
    )
    assert.equal(content, 'Hay parqueadero de visitantes en el sótano.')
  }),

  en('Stop assigning the conversations of the website automatically', async ({ call, sql }) => {
    await call('update_inbox_settings', { inbox: 'sitio web', auto_assign: false })
    const { auto_assign } = await one(
      sql<{ auto_assign: boolean }>`select auto_assign from inboxes where name = 'Sitio web'`,
    )
    assert.equal(auto_assign, false)
  }),

  es('Agrega un atributo de contacto “Presupuesto” en pesos', async ({ call, sql }) => {
    await call('create_custom_attribute', {
      display_name: 'Presupuesto estimado',
      key: 'presupuesto_estimado',
      model: 'contact_attribute',
      type: 'currency',
    })
    const { items } = await call<List<Item & { key: string }>>('list_custom_attributes')
    assert.ok(items.some(({ key }) => key === 'presupuesto_estimado'))
    const rows = await sql`select from custom_attribute_definitions where key = 'presupuesto_estimado'`
    assert.equal(rows.length, 1)
  }),

  en('Make a pipeline for repairs with a stage “Diagnosis” in front', async ({ call, sql }) => {
    const made = await call<{ stages: { name: string; type: string }[] }>('create_pipeline', {
      name: 'Repairs',
      kind: 'opportunities',
    })
    const open = made.stages.filter(({ type }) => type === 'open').map(({ name }) => name)
    await call('update_pipeline_stages', { pipeline: 'repairs', ordered_stages: ['Diagnosis', ...open] })
    const { name } = await one(
      sql<{ name: string }>`
        select s.name from stages s join pipelines p on p.id = s.pipeline_id where p.name = 'Repairs' order by s."order" limit 1`,
    )
    assert.equal(name, 'Diagnosis')
  }),

  es('¿Qué apartamentos en venta hay en Medellín de menos de 400 millones?', async ({ call, sql }) => {
    const filters = { city: 'medellin', property_type: 'Apartamento', operation: 'venta', max_price: 400_000_000 }
    const { total } = await call<List>('list_crm_properties', { ...filters, limit: 5 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from properties
         where fold(city) = 'medellin' and fold(property_type) = 'apartamento' and operation in ('venta', 'venta_arriendo')
           and list_price <= 400000000 and active`,
    )
    assert.equal(total, count)
  }),

  en('Who asked for this property?', async ({ call, sql }) => {
    const { id } = await one(sql<{ id: string }>`select id from properties where active order by id limit 1`)
    const property = await call<{ id: string }>('get_crm_property_detail', { property_id: id })
    assert.equal(property.id, id)
  }),

  es('Baja la temperatura del agente de IA del sitio web a 0,2', async ({ call, sql }) => {
    await call('get_ai_config', { inbox: 'Sitio web' })
    await call('update_ai_config', { inbox: 'Sitio web', config: { temperature: 0.2 } })
    const { settings } = await one(
      sql<{ settings: { temperature: number } }>`
        select a.settings from ai_agents a join inboxes i on i.id = a.inbox_id where i.name = 'Sitio web'`,
    )
    assert.equal(settings.temperature, 0.2)
  }),
]
