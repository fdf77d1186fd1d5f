import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalPhone } from '#contract/phone.ts'
import { migrate } from '#db/migrate.ts'
import { openDealer } from '#test/test-drives.ts'

const dealer = await openDealer()
const { sql, runtime } = dealer
const neighbour = await dealer.addAccount()
type Workspace = typeof neighbour

/** Applies the migration again, as to a database that was filled before it. */
async function upgrade(): Promise<void> {
  await sql`delete from migrations where name = '0020_phone_numbers.sql'`
  assert.deepEqual(await migrate(runtime.database.work), ['0020_phone_numbers.sql'])
}

let made = 0

/** A contact with a number as an earlier version stored it; each is a minute younger than the one before. */
async function add({ act, actor }: Pick<Workspace, 'act' | 'actor'>, phone_number: string, fields: object = {}) {
  const now = new Date(Date.UTC(2026, 0, 1, 0, ++made))
  const { id } = await act('create_known_contact', { name: `Persona ${made}`, ...fields }, { now })
  await sql`update contacts set phone_number = ${phone_number} where account_id = ${actor.account.id} and id = ${id}`
  return id
}

const tables = [
  'campaign_recipients',
  'contact_identities',
  'contact_labels',
  'contact_notes',
  'conversations',
  'csat_surveys',
  'leads',
  'opportunities',
  'test_drive_bookings',
]

/** Rows of each table that refers to a contact, but for campaigns. */
async function addRecords(workspace: Workspace, contact_id: string, label: string) {
  const { act, actor, addLead, addDeal, book, inbox } = workspace
  await act('create_label', { title: label })
  for (const title of [label, 'Común']) await act('tag_contact', { contact_id, label_title: title })
  await act('add_contact_note', { contact_id, body: `Nota ${label}` })
  const conversation = await act('create_conversation', { contact_id, inbox_id: inbox.id, source_id: `wa-${label}` })
  const { id: lead_id } = await addLead({ contact_id })
  await act('crm_add_note', { entity_type: 'lead', entity_id: lead_id, body: `Actividad ${label}` })
  await addDeal({ contact_id })
  await book({ contact_id })
  await sql`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, sent_at)
    values (${actor.account.id}, ${conversation.id}, ${contact_id}, ${inbox.id}, now())`
  return { conversation_id: conversation.id, lead_id }
}

async function addCampaign({ act, inbox, actor }: Workspace, recipients: [string, string][]): Promise<string> {
  const { id } = await act('create_campaign', {
    name: 'Feria',
    inbox: inbox.id,
    content: 'Hola',
    audience: { labels: ['Común'] },
  })
  for (const [contact_id, status] of recipients)
    await sql`
      insert into campaign_recipients (account_id, campaign_id, contact_id, status)
      values (${actor.account.id}, ${id}, ${contact_id}, ${status})`
  return id
}

/** Number of rows per contact in each table that refers to contacts. */
async function references(account_id: string): Promise<Record<string, Record<string, number>>> {
  const referring = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'contacts'::regclass order by 1`
  const counts = referring.map(async ({ name }) => {
    const { rows } = await runtime.database.work.query<{ contact_id: string; count: number }>(
      `select contact_id::text, count(*)::int from ${name} where account_id = $1 and contact_id is not null group by 1`,
      [account_id],
    )
    return [name, Object.fromEntries(rows.map(({ contact_id, count }) => [contact_id, count]))] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const phonesOf = async ({ actor }: Pick<Workspace, 'actor'>) => {
  const rows = await sql<{ id: string; phone_number: string }>`
    select id, phone_number from contacts where account_id = ${actor.account.id} and phone_number is not null order by id`
  return rows.map(({ id, phone_number }): [string, string] => [id, phone_number])
}

test('Contacts that share a number after the upgrade become the oldest, with every record of all', async () => {
  await dealer.act('create_label', { title: 'Común' })
  const oldest = await add(dealer, '+541123456789', { city: 'Rosario', custom_attributes: { plan: 'oro' } })
  const middle = await add(dealer, '+5491123456789', {
    identifier: 'erp-7',
    city: 'Cali',
    email: 'mora@example.com',
    custom_attributes: { plan: 'plata', canal: 'web', nivel: 2 },
  })
  const youngest = await add(dealer, '+54111523456789', {
    email: 'otra@example.com',
    company_name: 'Ñandú',
    custom_attributes: { canal: 'feria', color: 'rojo' },
  })
  const records = []
  for (const [i, id] of [oldest, middle, youngest].entries()) records.push(await addRecords(dealer, id, `L${i}`))
  const sent = await addCampaign(dealer, [
    [oldest, 'queued'],
    [middle, 'sent'],
    [youngest, 'replied'],
  ])
  const queued = await addCampaign(dealer, [[youngest, 'queued']])
  // The customer wrote to the youngest before the lead of the oldest was made.
  await dealer.write({ source_id: 'wa-L2', content: 'Hola' })
  await sql`update contacts set last_activity_at = '2026-05-01T12:00:00Z' where id = ${middle}`
  await sql`update contacts set opted_out_at = '2026-04-01T12:00:00Z' where id = ${youngest}`
  const before = await references(dealer.actor.account.id)

  await upgrade()
  const contact = await dealer.act('get_contact', { contact_id: oldest })
  assert.deepEqual(
    [contact.phone_number, contact.city, contact.email, contact.identifier, contact.company_name],
    ['+5491123456789', 'Rosario', 'mora@example.com', 'erp-7', 'Ñandú'],
  )
  assert.deepEqual(contact.custom_attributes, { plan: 'oro', canal: 'web', nivel: 2, color: 'rojo' })
  assert.deepEqual(contact.labels, ['Común', 'L0', 'L1', 'L2'])
  const [row] = await sql`
    select first_inbox_id, opted_out_at, last_activity_at > '2026-05-01' as is_latest from contacts where id = ${oldest}`
  assert.deepEqual(row, { first_inbox_id: dealer.inbox.id, opted_out_at: '2026-04-01T12:00:00.000Z', is_latest: true })

  const after = await references(dealer.actor.account.id)
  const people = [oldest, middle, youngest]
  const added = contact.notes.filter(({ author }) => author.name === 'Hilo').map(({ body }) => body)
  const heading = 'Se combinó con otro contacto del mismo número de teléfono. Sus otros datos:'
  assert.deepEqual(added.toSorted(), [
    `${heading}\nNombre: Persona 2\nCiudad: Cali\nplan: plata`,
    `${heading}\nNombre: Persona 3\nCorreo: otra@example.com\ncanal: feria`,
  ])
  const moved = Object.fromEntries(
    Object.entries(before).map(([table, counts]) => {
      const others = Object.entries(counts).filter(([id]) => !people.includes(id))
      const sum = people.reduce((total, id) => total + (counts[id] ?? 0), 0)
      return [table, Object.fromEntries(sum > 0 ? [...others, [oldest, sum]] : others)]
    }),
  )
  assert.deepEqual(after, {
    ...moved,
    contact_labels: { ...moved.contact_labels, [oldest]: 4 },
    contact_notes: { ...moved.contact_notes, [oldest]: 3 + added.length },
    campaign_recipients: { [oldest]: 2 },
  })
  for (const table of tables) assert.ok(before[table]![youngest]! > 0, `${table} had rows of a duplicate`)
  const recipients = await sql`select campaign_id, contact_id, status from campaign_recipients order by campaign_id`
  assert.deepEqual(recipients, [
    { campaign_id: sent, contact_id: oldest, status: 'replied' },
    { campaign_id: queued, contact_id: oldest, status: 'queued' },
  ])
  const responses = await sql<{ lead_id: string }>`select lead_id from lead_responses order by lead_id`
  assert.deepEqual(
    responses.map(({ lead_id }) => lead_id),
    records.map(({ lead_id }) => lead_id),
    'the message counts for the leads of all three',
  )
})

test('Other numbers are rewritten, and landlines and other countries stay', async () => {
  const workspace = await dealer.addAccount()
  const numbers = [
    ['+5215512345678', '+525512345678'],
    ['+525587654321', '+525587654321'],
    ['+551187654321', '+5511987654321'],
    ['+5521987654321', '+5521987654321'],
    ['+551133334444', '+551133334444'],
    ['+543515551234', '+5493515551234'],
    ['+573001234567', '+573001234567'],
    ['+123456', '+123456'],
  ]
  const ids: string[] = []
  for (const [written] of numbers) ids.push(await add(workspace, written!))
  const lead = await workspace.addLead()
  await sql`update leads set phone = '+5215512345678' where id = ${lead.id}`
  const odd = await workspace.addLead({ phone: 'ext. 12' })
  const untouched = await workspace.act('get_contact', { contact_id: ids[4]! })

  await upgrade()
  assert.deepEqual(
    await phonesOf(workspace),
    numbers.map(([, stored], i) => [ids[i], stored]),
  )
  assert.equal((await workspace.act('crm_get_lead', { lead_id: lead.id })).phone, '+525512345678')
  assert.equal((await workspace.act('crm_get_lead', { lead_id: odd.id })).phone, 'ext. 12')
  assert.deepEqual(await workspace.act('get_contact', { contact_id: ids[4]! }), untouched)
  const again = await phonesOf(workspace)
  await upgrade()
  assert.deepEqual(await phonesOf(workspace), again)
})

test('Workspaces keep their own contact of one person', async () => {
  const [here, there] = [await dealer.addAccount(), neighbour]
  const ours = [await add(here, '+5215511112222'), await add(here, '+525511112222')]
  const theirs = [await add(there, '+525511112222'), await add(there, '+5215511112222')]
  await upgrade()
  assert.deepEqual(await phonesOf(here), [[ours[0], '+525511112222']])
  assert.deepEqual(await phonesOf(there), [[theirs[0], '+525511112222']])
})

test('The migration and the program agree on every number', async () => {
  const digits = fc.stringMatching(/^\d{7,12}$/)
  const phone = fc.tuple(fc.constantFrom('+52', '+521', '+54', '+549', '+5411', '+55', '+5511', '+57'), digits)
  const phones = [...new Set(fc.sample(phone, 1000).map((parts) => parts.join('')))]
  const workspace = await dealer.addAccount()
  await sql`
    insert into contacts (account_id, name, phone_number, created_at, updated_at)
    select ${workspace.actor.account.id}, 'Ana', phone, now(), now() from unnest(${phones}::text[]) phone`
  await upgrade()
  const stored = (await phonesOf(workspace)).map(([, each]) => each)
  assert.deepEqual(stored.toSorted(), [...new Set(phones.map(canonicalPhone))].toSorted())
})
