import assert from 'node:assert/strict'
import { en, es, type Item, type List, one, type Task } from '../task.ts'

export const contactTasks: readonly Task[] = [
  es('¿Cuántos contactos hay en Medellín?', async ({ call, sql }) => {
    const { total } = await call<List>('search_contacts', { attributes: { city: 'medellin' }, limit: 1 })
    const { count } = await one(
      sql<{ count: number }>`select count(*)::int as count from contacts where fold(city) = 'medellin'`,
    )
    assert.equal(total, count)
  }),

  en('What is the phone number of the contact with this e-mail address?', async ({ call, sql }) => {
    const known = await one(
      sql<{ email: string; phone_number: string }>`
        select email, phone_number from contacts where email is not null and phone_number is not null order by id desc limit 1`,
    )
    const { items } = await call<List>('search_contacts', { query: known.email })
    assert.equal(items.length, 1)
    assert.equal(items[0]!.phone_number, known.phone_number)
  }),

  es('Crea el contacto Rosa Emilia Zapata, de Cali, y márcala como vip', async ({ call, sql }) => {
    const made = await call<Item>('create_contact', {
      name: 'Rosa Emilia Zapata',
      email: 'rosa.zapata@example.com',
      city: 'Cali',
    })
    await call('tag_contact', { contact_id: made.id, label_title: 'VIP' })
    const { city, titles } = await one(
      sql<{ city: string; titles: string[] }>`
        select c.city, array_agg(l.title) as titles from contacts c
          join contact_labels cl on cl.contact_id = c.id join labels l on l.id = cl.label_id
         where c.email = 'rosa.zapata@example.com' group by c.city`,
    )
    assert.deepEqual([city, titles], ['Cali', ['vip']])
  }),

  en('Rosa Emilia Zapata moved to Bogotá and works as an architect now', async ({ call, sql }) => {
    const { items } = await call<List>('search_contacts', { query: 'rosa emilia' })
    await call('update_contact', { contact_id: items[0]!.id, city: 'Bogotá', job_title: 'Architect' })
    const row = await one(
      sql<{ city: string; job_title: string }>`
        select city, job_title from contacts where email = 'rosa.zapata@example.com'`,
    )
    assert.deepEqual({ ...row }, { city: 'Bogotá', job_title: 'Architect' })
  }),

  es('Quítale la etiqueta vip a Rosa Emilia', async ({ call, sql }) => {
    const { items } = await call<List>('search_contacts', { query: 'Rosa Emilia', labels: ['vip'] })
    await call('untag_contact', { contact_id: items[0]!.id, label_title: 'vip' })
    const rows = await sql`
      select from contact_labels cl join contacts c on c.id = cl.contact_id where c.email = 'rosa.zapata@example.com'`
    assert.equal(rows.length, 0)
  }),

  en('How many VIP customers have an open conversation?', async ({ call, sql }) => {
    const { total } = await call<List>('search_contacts', { labels: ['vip'], has_open_conversation: true, limit: 1 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from contacts c
         where exists (select from contact_labels cl join labels l on l.id = cl.label_id where cl.contact_id = c.id and l.title = 'vip')
           and exists (select from conversations v where v.contact_id = c.id and v.status = 'open')`,
    )
    assert.equal(total, count)
  }),

  es('¿Qué negocios abiertos tiene este cliente?', async ({ call, sql }) => {
    const client = await one(
      sql<{ id: string; name: string; deals: string[] }>`
        select c.id, c.name, array_agg(o.id::text order by o.id) as deals from contacts c
          join opportunities o on o.contact_id = c.id and o.status = 'open' and o.deleted_at is null
         group by c.id, c.name order by count(*) desc, c.id limit 1`,
    )
    const { items } = await call<List>('search_contacts', { query: client.name })
    const { open_records } = await call<{ open_records: (Item & { type: string })[] }>('get_contact', {
      contact_id: items.find(({ id }) => id === client.id)!.id,
      recent_messages: 0,
    })
    const deals = open_records.filter(({ type }) => type === 'opportunity')
    assert.deepEqual(deals.map(({ id }) => id).toSorted(byNumber), client.deals)
  }),

  en(
    'Create a label “warm referral” and put it on the contacts labelled referido from Bogotá',
    async ({ call, sql }) => {
      await call('create_label', { title: 'warm referral', color: '#65a30d' })
      const { items } = await call<List>('search_contacts', {
        labels: ['referido'],
        attributes: { city: 'bogota' },
        limit: 5,
      })
      for (const { id } of items) await call('tag_contact', { contact_id: id, label_title: 'Warm Referral' })
      const rows = await sql<{ contact_id: string }>`
      select cl.contact_id from contact_labels cl join labels l on l.id = cl.label_id where l.title = 'warm referral'`
      assert.equal(rows.length, items.length)
      assert.ok(rows.length > 0)
    },
  ),
]

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b)
}
