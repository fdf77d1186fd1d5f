import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { storeBytes } from '#doors/files/store.ts'
import { openFiles } from '#gateways/files.ts'
import { importChatwoot } from '#server/imports/chatwoot.ts'
import { openClient } from '#server/imports/client.ts'
import { openSummary } from '#server/imports/summary.ts'
import { openClassicNode, type Loose } from '#test/classic.ts'
import { PIXEL } from '#test/uploads.ts'

const there = await openClassicNode()
const here = await openClassicNode()
const outbound = { get: () => Promise.reject(new Error('This address is not public.')) }

async function run(options: { url?: string; pause?: () => Promise<unknown> } = {}) {
  const client = await openClient({ url: there.url, token: there.token, outbound, ...options })
  const files = openFiles({ data: here.data, s3: undefined })
  return importChatwoot({
    runtime: here.node.runtime,
    account_id: here.account_id,
    client,
    summary: openSummary(),
    max_file_bytes: 2 ** 20,
    storeFile: (bytes, declared) => storeBytes(files, here.account_id, bytes, declared),
    onProgress: () => {},
  })
}

/* The source: everything the other server can hold, made by its own routes. */

const { ok } = there
const agent = await there.makeUser('agent')
const site: Loose = await ok('POST', '/inboxes', {
  name: 'Sitio',
  channel: {
    type: 'web_widget',
    website_url: 'https://tienda.example',
    widget_color: '#0f766e',
    welcome_title: 'Hola',
  },
})
const api: Loose = await ok('POST', '/inboxes', { name: 'Evolution', channel: { type: 'api' } })
await ok('POST', '/inbox_members', { inbox_id: api.id, user_ids: [Number(agent.id)] })
const team: Loose = await ok('POST', '/teams', { name: 'ventas', description: 'Los de ventas' })
await ok('POST', `/teams/${team.id}/team_members`, { user_ids: [Number(agent.id)] })
for (const title of ['vip', 'nuevo']) await ok('POST', '/labels', { title, color: '#b91c1c', description: title })
await ok('POST', '/canned_responses', { short_code: 'hola', content: 'Hola, {{contact.name}}' })
await ok('POST', '/custom_attribute_definitions', {
  attribute_display_name: 'Plan',
  attribute_display_type: 6,
  attribute_description: 'El plan',
  attribute_key: 'plan',
  attribute_model: 1,
  attribute_values: ['oro', 'plata'],
})

type Person = { id: number; name: string }
const people: Person[] = []
for (let i = 0; i < 18; i++) {
  const { payload } = await ok('POST', '/contacts', {
    inbox_id: api.id,
    name: `Cliente ${i}`,
    phone_number: `+5730055501${String(i).padStart(2, '0')}`,
    ...(i % 2 === 0 && { email: `cliente${i}@example.com` }),
    identifier: `id-${i}`,
    additional_attributes: { city: 'Bogotá', company_name: `Empresa ${i}`, description: 'Nota' },
    custom_attributes: { plan: i % 2 === 0 ? 'oro' : 'plata', compras: i },
  })
  people.push(payload.contact)
}
await ok('POST', `/contacts/${people[3]!.id}/labels`, { labels: ['vip'] })
for (const content of ['Prefiere que la llamen', 'Paga por transferencia'])
  await ok('POST', `/contacts/${people[2]!.id}/notes`, { content })
const { id: note_id } = await ok('POST', `/contacts/${people[4]!.id}/notes`, { content: 'De una agente' })
const author = { type: 'user', id: agent.id, name: agent.name }
await there.sql`update contact_notes set author = ${author} where account_id = ${there.account_id} and id = ${note_id}`
const portrait = new FormData()
portrait.append('avatar', new Blob([PIXEL], { type: 'image/png' }), 'retrato ñ.png')
await ok('PUT', `/contacts/${people[2]!.id}`, portrait)

async function talk(person: Person, i: number): Promise<number> {
  const { id } = await ok('POST', '/conversations', {
    contact_id: person.id,
    inbox_id: api.id,
    custom_attributes: { pedido: String(i) },
  })
  const say = (body: object) => ok('POST', `/conversations/${id}/messages`, body)
  const first = await say({ content: `Hola ${i}`, message_type: 'incoming', source_id: `WAID:${i}` })
  await say({ content: 'Es <b>urgente</b> 😀', message_type: 'incoming' })
  await there.rest('POST', `/conversations/${id}/messages`, {
    key: await there.makeKey('full', [], agent.id),
    body: { content: 'Nota para el equipo', private: true },
  })
  await say({ content: 'Respuesta', message_type: 'outgoing', content_attributes: { in_reply_to: first.id } })
  const form = new FormData()
  form.append('content', 'La foto')
  form.append('message_type', 'incoming')
  form.append('attachments[]', new Blob([PIXEL], { type: 'image/png' }), 'mi foto ñ.png')
  await ok('POST', `/conversations/${id}/messages`, form)
  const gone = await say({ content: 'Esto se borra', message_type: 'outgoing' })
  await ok('DELETE', `/conversations/${id}/messages/${gone.id}`)
  return id
}
const conversations: number[] = []
for (const [i, person] of people.slice(0, 4).entries()) conversations.push(await talk(person, i))
await ok('POST', `/conversations/${conversations[0]}/assignments`, { assignee_id: Number(agent.id) })
await ok('POST', `/conversations/${conversations[0]}/labels`, { labels: ['vip', 'nuevo'] })
await ok('POST', `/conversations/${conversations[0]}/toggle_status`, { status: 'resolved' })
await ok('POST', `/conversations/${conversations[1]}/toggle_status`, { status: 'pending' })
await ok('POST', `/conversations/${conversations[2]}/toggle_priority`, { priority: 'urgent' })
await ok('POST', `/conversations/${conversations[2]}/assignments`, { team_id: team.id })
await there.sql`
  insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, assignee_id, rating, comment, sent_at, answered_at)
  select account_id, id, contact_id, inbox_id, assignee_id, 4, 'Bien', now() - interval '41 days', now() - interval '40 days'
    from conversations where account_id = ${there.account_id} and id = ${conversations[2]}`
// The past: everything happened some days ago.
for (const table of ['contacts', 'contact_notes', 'conversations', 'messages'] as const) {
  const columns = {
    contact_notes: 'created_at = created_at - $1',
    contacts: 'created_at = created_at - $1, last_activity_at = last_activity_at - $1',
    conversations:
      'created_at = created_at - $1, last_activity_at = last_activity_at - $1, opened_at = opened_at - $1, resolved_at = resolved_at - $1, first_reply_at = first_reply_at - $1',
    messages: 'created_at = created_at - $1',
  }[table].replaceAll('$1', "interval '40 days'")
  await there.node.runtime.database.work.query(`update ${table} set ${columns}`)
}

/** A list of the classic routes, all pages, without what differs between servers. */
const contactsOf = async ({ ok: read }: Pick<typeof there, 'ok'>) => {
  const pages = await Promise.all([1, 2, 3].map((page) => read('GET', `/contacts?sort=created_at&page=${page}`)))
  return pages
    .flatMap(({ payload }: Loose) => payload)
    .map((each: Loose) => without(each, ['id', 'contact_inboxes', 'thumbnail']))
    .toSorted(byName)
}
const conversationsOf = async ({ ok: read }: Pick<typeof there, 'ok'>) => {
  const { data } = await read('GET', '/conversations?status=all&sort_by=created_at_asc')
  // Both servers have them within a second, so their order may differ.
  const sorted = data.payload.toSorted((one: Loose, other: Loose) => byName(one.meta.sender, other.meta.sender))
  return Promise.all(
    sorted.map(async (each: Loose) => {
      const { payload } = await read('GET', `/conversations/${each.id}/messages?after=0`)
      const place = new Map(payload.map((message: Loose, i: number) => [message.id, i]))
      const { meta } = each
      const fields = [
        'status',
        'priority',
        'labels',
        'custom_attributes',
        'created_at',
        'last_activity_at',
        'unread_count',
      ]
      return {
        ...pick(each, fields),
        people: [meta.sender.name, meta.assignee?.email, meta.team?.name],
        messages: payload.map((message: Loose) => ({
          ...pick(message, ['content', 'message_type', 'content_type', 'private', 'status', 'created_at', 'source_id']),
          author: [message.sender.name, message.sender.type],
          deleted: message.content_attributes.deleted,
          quoted: place.get(message.content_attributes.in_reply_to),
          files: (message.attachments ?? []).map((file: Loose) => pick(file, ['file_type', 'extension', 'file_size'])),
        })),
      }
    }),
  )
}

const notesOf = ({ sql }: Pick<typeof there, 'sql'>) => sql`
  select c.name, n.body, n.author ->> 'type' = 'user' as "isByAgent", date_trunc('second', n.created_at) as at, u.email
    from contact_notes n join contacts c on c.account_id = n.account_id and c.id = n.contact_id
    left join users u on u.id::text = n.author ->> 'id' and n.author ->> 'type' = 'user' order by n.created_at, n.id`

test('Every record of the other server arrives with its dates, authors and files, and nothing is announced', async () => {
  const events = await count('events')
  const { records, reasons } = await run()
  assert.deepEqual(await contactsOf(here), await contactsOf(there))
  assert.deepEqual(await conversationsOf(here), await conversationsOf(there))
  assert.deepEqual(records.contacts, { imported: 18, known: 0, skipped: 0 })
  assert.deepEqual(records.conversations, { imported: 4, known: 0, skipped: 0 })
  assert.deepEqual(reasons, [])
  assert.deepEqual(records.notes, { imported: 3, known: 0, skipped: 0 })
  assert.deepEqual(await notesOf(here), await notesOf(there))
  assert.deepEqual(records.pictures, { imported: 1, known: 0, skipped: 0 })
  const { payload: found } = await here.ok('GET', '/contacts/search?q=Cliente 2')
  const pictured = found.find(({ name }: Loose) => name === 'Cliente 2')
  assert.match(decodeURIComponent(pictured.thumbnail), /retrato ñ\.png$/)
  assert.deepEqual(Buffer.from(await (await fetch(pictured.thumbnail)).arrayBuffer()), PIXEL)
  assert.equal(await count('uploads'), 0)
  assert.deepEqual(records.ratings, { imported: 1, known: 0, skipped: 0 })
  const ratingsOf = async ({ ok: read }: Pick<typeof there, 'ok'>) =>
    (await read('GET', '/csat_survey_responses')).map((each: Loose) => [
      each.rating,
      each.feedback_message,
      each.created_at,
      each.contact.name,
      each.assigned_agent?.email,
    ])
  assert.deepEqual(await ratingsOf(here), await ratingsOf(there))

  const names = async (path: string, key: string) =>
    (await here.ok('GET', path)).map((each: Loose) => each[key]).toSorted()
  assert.deepEqual(await names('/teams', 'name'), ['ventas'])
  assert.ok((await names('/agents', 'email')).includes(agent.email))
  assert.deepEqual(await names('/canned_responses', 'short_code'), ['hola'])
  const [plan] = await here.ok('GET', '/custom_attribute_definitions?attribute_model=1')
  assert.deepEqual([plan.attribute_key, plan.attribute_values], ['plan', ['oro', 'plata']])
  const inboxes = (await here.ok('GET', '/inboxes')).payload
  const web = inboxes.find(({ channel_type }: Loose) => channel_type === 'Channel::WebWidget')
  assert.deepEqual([web.website_token, web.widget_color], [site.website_token, '#0f766e'])
  const labelled = (await here.ok('GET', '/contacts?labels[]=vip')).payload
  assert.deepEqual(
    labelled.map(({ name }: Loose) => name),
    ['Cliente 3'],
  )

  const { data } = await here.ok('GET', '/conversations?status=all&sort_by=created_at_asc')
  const { payload } = await here.ok('GET', `/conversations/${data.payload[0].id}/messages?after=0`)
  const [photo] = payload.flatMap(({ attachments = [] }: Loose) => attachments)
  assert.match(decodeURIComponent(photo.data_url), /mi foto ñ\.png/)
  assert.deepEqual(Buffer.from(await (await fetch(photo.data_url)).arrayBuffer()), PIXEL)
  assert.equal(await count('events'), events)
  for (const table of ['channel_outbox', 'emails', 'webhook_deliveries'] as const) assert.equal(await count(table), 0)
})

test('Reports count imported conversations on their own days', async () => {
  const report = async (from: number, to: number) => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const query = `from=${day(from)}&to=${day(to)}`
    return (await here.rest<Loose>('GET', `/reports/overview?${query}`, { key: here.key })).text
  }
  assert.notEqual(await report(42, 38), await report(90, 86))
  const [facts] = await here.sql<{ old: number; all: number }>`
    select (count(*) filter (where created_at < now() - interval '39 days'))::int as old, count(*)::int as all from conversation_facts`
  assert.deepEqual(facts, { old: 4, all: 4 })
  const [deltas] = await here.sql<{ recent: number }>`
    select count(*)::int as recent from report_deltas where at > now() - interval '30 days'`
  assert.equal(deltas!.recent, 0)
})

test('Running it again changes nothing; what is new there is added', async () => {
  const before = await conversationsOf(here)
  const again = await run()
  assert.deepEqual(again.records.conversations, { imported: 0, known: 4, skipped: 0 })
  assert.deepEqual(again.records.contacts, { imported: 0, known: 18, skipped: 0 })
  assert.deepEqual([again.records.notes, again.records.pictures], [{ imported: 0, known: 3, skipped: 0 }, undefined])
  assert.deepEqual(await conversationsOf(here), before)

  await ok('POST', `/conversations/${conversations[3]}/messages`, { content: 'Otra vez yo', message_type: 'incoming' })
  await ok('POST', '/contacts', { name: 'Nueva', phone_number: '+573005559999' })
  const more = await run()
  assert.deepEqual([more.records.contacts!.imported, more.records.messages!.imported], [1, 1])
  assert.deepEqual(await conversationsOf(here), await conversationsOf(there))
})

test('A contact that is here already is completed, and one deleted here stays deleted', async () => {
  const [deleted] = await here.sql<{ id: string }>`select id from contacts where name = 'Cliente 3'`
  await here.rest('DELETE', `/contacts/${deleted!.id}`, { key: here.key })
  await here.rest('POST', '/contacts', { key: here.key, body: { name: 'Mía', phone_number: '+573005558888' } })
  await ok('POST', '/contacts', { name: 'Suya', phone_number: '+573005558888', email: 'suya@example.com' })
  await ok('POST', `/conversations/${conversations[3]}/messages`, { content: 'Sigo aquí', message_type: 'incoming' })
  const { reasons } = await run()
  const [kept] = await here.sql<{ name: string; email: string }>`
    select name, email from contacts where phone_number = '+573005558888'`
  assert.deepEqual(kept, { name: 'Mía', email: 'suya@example.com' })
  assert.deepEqual(await here.sql`select from contacts where name = 'Cliente 3'`, [])
  assert.equal(reasons.find(({ kind }) => kind === 'conversations')?.count, 1)
})

test('An import waits as long as the other server asks, and stops when the token is refused', async () => {
  let refusals = 2
  const proxy = createServer(async (request, response) => {
    if (refusals-- > 0) return void response.writeHead(429, { 'retry-after': '7' }).end('{}')
    const answer = await fetch(there.url + request.url, { headers: { api_access_token: there.token } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  after(() => proxy.close())
  const waits: number[] = []
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const pause = async (milliseconds: number) => void waits.push(milliseconds)
  const { source } = await openClient({ url, token: there.token, outbound, pause })
  assert.equal(source, `${url} ${there.account_id}`)
  assert.deepEqual(waits, [7000, 7000])
  await assert.rejects(openClient({ url: there.url, token: 'otro', outbound }), /refuses the token/)
})

async function count(table: string): Promise<number> {
  const { rows } = await here.node.runtime.database.work.query(`select count(*)::int as count from ${table}`)
  return (rows[0] as { count: number }).count
}

function without(record: Loose, fields: string[]): Loose {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !fields.includes(key)))
}
function pick(record: Loose, fields: string[]): Loose {
  return Object.fromEntries(fields.map((field) => [field, record[field]]))
}
function byName(one: Loose, other: Loose): number {
  return one.name < other.name ? -1 : 1
}
