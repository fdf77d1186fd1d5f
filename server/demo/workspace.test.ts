import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { addDays, dayOf } from '#contract/periods.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'
import { signIn } from '#domains/access/sign-in/sessions.ts'
import { demoPassword, protectDemo } from '#server/demo/password.ts'
import { createFirstDemo } from '#server/demo/workspace.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { type Registry, registry } from '#registry'
import { readSecret } from '#server/boot/secret.ts'
import { openSubscribers } from '#server/boot/subscribers.ts'
import { timers } from '#server/boot/timers.ts'
import { makeDatabase } from '#test/database.ts'
import { unreachableGateways } from '#test/gateways.ts'
import { openKernel } from '#test/kernel.ts'
import { refusal } from '#test/refusal.ts'

const subscribers = openSubscribers({
  ...unreachableGateways,
  mail: { delivers: false, send: () => Promise.resolve(undefined) },
})
const { runtime, sql, logged } = openKernel(await makeDatabase(), subscribers)
const stored = new Map<string, Buffer>()
const files = {
  ...unreachableGateways.files,
  put: async (key: string, content: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    stored.set(key, Buffer.concat(chunks))
  },
}
// Reading the secret creates the installation row, which the demo needs.
await readSecret(sql, undefined)
const made = await Promise.all([createFirstDemo(runtime, files), createFirstDemo(runtime, files)])
const { account_id } = made.find((each) => each !== undefined)!
const [account] = await sql<{ created_at: string }>`select created_at from accounts`
const today = dayOf(new Date(account!.created_at), 'America/Bogota')

/** Runs an operation as the demo’s administrator. */
async function see<N extends keyof Registry>(
  name: N,
  input: z.input<Registry[N]['input']>,
): Promise<z.output<Registry[N]['output']>> {
  const [user] = await sql<{
    id: string
    name: string
  }>`select id, name from users where email = 'valentina@hilo.example'`
  const actor = await loadSystemActor(sql, account_id, { type: 'user', id: user!.id, name: user!.name })
  return invoke(runtime, [name, registry[name]], actor, input, { request_id: 'test' }) as never
}

/** The number of rows by table. */
async function count(): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>>`
    select (select count(*) from accounts)::int as accounts, (select count(*) from users)::int as people,
           (select count(*) from contacts)::int as contacts, (select count(*) from conversations)::int as conversations,
           (select count(*) from leads)::int as leads, (select count(*) from opportunities)::int as opportunities,
           (select count(*) from activities where due_at is not null)::int as planned, (select count(*) from properties)::int as properties,
           (select count(*) from test_drive_vehicles)::int as vehicles, (select count(*) from test_drive_bookings)::int as bookings,
           (select count(*) from pipelines)::int as pipelines, (select count(*) from campaigns)::int as campaigns,
           (select count(*) from automation_rules)::int as rules, (select count(*) from macros)::int as macros,
           (select count(*) from saved_views)::int as views, (select count(*) from labels)::int as labels`
  return row!
}

const EXPECTED = {
  accounts: 1,
  people: 6,
  contacts: 150,
  // 120 started by customers and 20 by a campaign.
  conversations: 140,
  leads: 90,
  opportunities: 60,
  planned: 80,
  properties: 40,
  vehicles: 12,
  bookings: 10,
  pipelines: 4,
  campaigns: 2,
  rules: 4,
  macros: 3,
  views: 5,
  labels: 14,
}

test('Two servers starting at once create one demo, and a later start adds nothing', async () => {
  assert.equal(made.filter((each) => each !== undefined).length, 1)
  assert.deepEqual(await count(), EXPECTED)
  assert.equal(await createFirstDemo(runtime, files), undefined)
  assert.deepEqual(await count(), EXPECTED)
})

test('Nobody in the demo administers the installation', async () => {
  assert.deepEqual(await sql`select email from users where super_administrator`, [])
})

test('The known password works only while the address is on this machine; elsewhere it is random and replaced once', async () => {
  for (const local of ['http://localhost:3000', 'http://127.0.0.1', 'http://127.8.0.1:80', 'http://[::1]:3000'])
    assert.equal(demoPassword(local), 'hilo-demo-2026', local)
  for (const open of ['https://inbox.example.com', 'http://192.168.1.7:3000', 'http://localhost.example.com']) {
    assert.match(demoPassword(open), /^[\w-]{20}$/, open)
    assert.notEqual(demoPassword(open), demoPassword(open))
  }
  const enter = (password: string) =>
    signIn(sql, runtime.secret, { email: 'valentina@hilo.example', password }, { request_id: 'test', ip: '10.0.0.1' })
  assert.equal(await protectDemo(runtime), undefined)
  assert.ok(await enter('hilo-demo-2026'))

  const open = { ...runtime, config: { base_url: 'https://inbox.example.com' } }
  const [one, two] = await Promise.all([protectDemo(open), protectDemo(open)])
  const password = one ?? two
  assert.ok(password && !(one && two), 'of two nodes, one shows the new password')
  assert.equal(await protectDemo(open), undefined)
  assert.deepEqual(await sql`select from sessions`, [], 'sessions opened with the old one end')
  assert.equal((await refusal(enter('hilo-demo-2026'))).code, 'unauthenticated')
  assert.ok(await enter(password))
})

test('The default pipeline is for home sales, and three others cover leads, rentals and vehicles', async () => {
  const { items } = await see('crm_list_pipelines', {})
  const named = items.map(({ name, kind, is_default }) => `${name}: ${kind}${is_default ? ', default' : ''}`)
  assert.deepEqual(
    new Set(named),
    new Set(
      ['Leads: leads, default', 'Venta de inmuebles: opportunities, default'].concat([
        'Arriendos: opportunities',
        'Vehículos: opportunities',
      ]),
    ),
  )
  const homes = items.find(({ name }) => name === 'Venta de inmuebles')!
  assert.deepEqual(
    homes.stages.map(({ name, type, probability }) => `${name} ${type} ${probability}`),
    ['Interés open 10', 'Visita agendada open 25', 'Visita realizada open 40', 'Oferta open 60'].concat([
      'Promesa y crédito open 80',
      'Escriturado won 100',
      'Perdido lost 0',
    ]),
  )
})

test('Deals are open, won and lost for every reason, in two currencies, and every stage has at least one', async () => {
  const { items } = await see('crm_list_opportunities', { limit: 100 })
  const of = (status: string) => items.filter((each) => each.status === status)
  assert.deepEqual([of('open').length, of('won').length, of('lost').length], [32, 16, 12])
  const reasons = (await see('list_crm_lost_reasons', {})).items.map(({ name }) => name)
  assert.deepEqual(new Set(of('lost').map(({ lost_reason }) => lost_reason)), new Set(reasons))
  assert.deepEqual([...new Set(items.map(({ currency }) => currency))].sort(), ['COP', 'USD'])
  assert.equal(items.filter(({ lead }) => lead !== null).length, 15)
  assert.ok(items.every(({ owner, contact }) => owner && contact))
  const pipelines = (await see('crm_list_pipelines', { kind: 'opportunities' })).items
  const filled = new Set(items.map(({ stage }) => stage.id))
  assert.deepEqual(
    pipelines.flatMap(({ stages }) => stages).filter(({ id }) => !filled.has(id)),
    [],
  )
})

test('One deal was reopened, one skipped stages, and one has had no activity for a long time', async () => {
  const visits = await sql<{ status: string; types: string[]; orders: number[] }>`
    select o.status, array_agg(h.stage_type order by h.id) as types, array_agg(s."order" order by h.id) as orders
      from opportunities o join stage_history h on h.opportunity_id = o.id join stages s on s.id = h.stage_id
     group by o.id, o.status`
  assert.equal(visits.filter(({ status, types }) => status === 'open' && types.includes('lost')).length, 1)
  const leaps = visits.filter(
    ({ status, orders }) => status === 'open' && orders.some((to, i) => to > orders[i - 1]! + 1),
  )
  assert.ok(leaps.length >= 1)
  const { items } = await see('crm_list_opportunities', { limit: 100, status: 'open' })
  const rotting = items.filter((each) => each.rotting)
  assert.ok(rotting.length >= 1 && rotting.length < 8)
})

test('Leads come from every source, some have no owner, some were discarded, and referrals name who sent them', async () => {
  const { items } = await see('crm_list_leads', { limit: 100 })
  const statuses = Map.groupBy(items, ({ status }) => status)
  assert.deepEqual(
    ['new', 'qualified', 'unqualified', 'converted'].map((status) => statuses.get(status as never)?.length),
    [55, 8, 12, 15],
  )
  assert.equal(new Set(items.map(({ source }) => source)).size, 15)
  assert.ok(items.every(({ utm_source }) => utm_source !== null))
  const referred = items.filter(({ source }) => source === 'referido')
  assert.ok(referred.length > 0 && referred.every(({ attribution_detail }) => attribution_detail))
  assert.ok(items.filter(({ owner }) => owner === null).length >= 10)
  assert.equal(items.filter(({ utm_origin }) => utm_origin === 'manual').length, 1)
})

test('Ten activities are overdue and eight are due today, and each was planned before its due date', async () => {
  const { items } = await see('crm_list_activities', { pending_only: true, limit: 100 })
  const due = items.map(({ due_at }) => dayOf(new Date(due_at!), 'America/Bogota'))
  assert.deepEqual(
    [due.filter((day) => day < today), due.filter((day) => day === today), due].map((days) => days.length),
    [10, 8, 32],
  )
  assert.equal((await sql`select from activities where due_at < created_at`).length, 0)
})

test('Properties have codes, and sold or rented ones are no longer on offer', async () => {
  const rows = await sql<{ code: string; availability: string; active: boolean }>`
    select code, availability, active from properties`
  assert.ok(rows.every(({ code }) => /^[A-Z]{3}-[A-Z]{3}-\d{4}$/.test(code)))
  assert.ok(rows.every(({ availability, active }) => active !== ['vendido', 'arrendado'].includes(availability)))
  const { items } = await see('list_crm_properties', { city: 'bogota', limit: 100 })
  assert.ok(items.length >= 5)
  const [interest] = await sql<{ leads: number; deals: number }>`
    select count(lead_id)::int as leads, count(opportunity_id)::int as deals from crm_items where property_id is not null or name <> ''`
  assert.deepEqual([interest!.deals, interest!.leads > 20], [60, true])
})

test('Some test drives are completed, some are upcoming, and one was cancelled', async () => {
  const { items } = await see('list_test_drives', { from: addDays(today, -30), limit: 100 })
  const past = items.filter(({ slot }) => Date.parse(slot.starts_at) < Date.now())
  assert.deepEqual([items.length, past.length, items.filter(({ status }) => status === 'cancelled').length], [10, 4, 1])
  const { items: free } = await see('list_test_drive_slots', { available_only: true, limit: 100 })
  assert.equal(free.length, 100)
})

test('Inboxes have business hours and SLA targets, and about twenty customers rated the service', async () => {
  const { items } = await see('list_inboxes', {})
  const year = Number(today.slice(0, 4))
  for (const { business_hours, sla } of items) {
    assert.deepEqual(
      new Set(business_hours!.holidays.map(({ date }) => Number(date.slice(0, 4)))),
      new Set([year, year + 1]),
    )
    assert.deepEqual(
      sla.targets.map(({ first_response_minutes: minutes }) => minutes),
      [5, 10, 15],
    )
  }
  assert.equal(items.find(({ channel }) => channel === 'web_widget')!.csat.enabled, true)
  const { answered, asked: sent } = await see('get_csat_summary', {})
  assert.ok(answered >= 15 && answered <= 30 && sent > answered, `${answered} of ${sent}`)
  const { items: versions } = await see('list_canned_response_versions', { short_code: 'horario' })
  assert.equal(versions.length, 3)
})

test('One campaign was sent to everyone and received replies, and one has not been started', async () => {
  const { items } = await see('list_campaigns', {})
  assert.deepEqual(
    items.map(({ status, progress }) => [status, progress.total, progress.sent, progress.replied]),
    [
      ['draft', 0, 0, 0],
      ['done', 20, 20, 4],
    ],
  )
})

test('Two knowledge collections are ready and answer questions', async () => {
  const { items } = await see('list_knowledge_collections', {})
  assert.deepEqual(
    items.map(({ name, document_count }) => [name, document_count]),
    [
      ['Inmuebles', 3],
      ['Vehículos', 3],
    ],
  )
  assert.equal((await see('list_knowledge_documents', { status: 'ready' })).items.length, 6)
  for (const [query, title] of [
    ['¿con cuánto separo un apartamento?', 'Visitas y separación'],
    ['what do I need to rent?', 'Requisitos para arrendar'],
    ['¿reciben mi carro viejo en parte de pago?', 'Retoma de usados'],
    ['¿cuánto dura la garantía de un carro nuevo?', 'Garantía y mantenimiento'],
  ] as const)
    assert.equal((await see('search_knowledge', { query })).items[0]?.title, title, query)
})

test('Every saved view shows at least one record', async () => {
  const lists = {
    conversations: 'list_conversations',
    contacts: 'search_contacts',
    leads: 'crm_list_leads',
    opportunities: 'crm_list_opportunities',
  } as const
  for (const { id, name, resource } of (await see('list_saved_views', {})).items)
    assert.ok((await see(lists[resource], { view_id: id })).items.length > 0, name)
})

test('No saved view has the name of a folder', async () => {
  const names = (await see('list_saved_views', {})).items.map(({ name }) => name)
  const folders: readonly string[] = Object.values(inboxEs.folders.names)
  assert.deepEqual(
    names.filter((name) => folders.includes(name)),
    [],
  )
})

test('The whole history lies in the past, and no record is older than its parent', async () => {
  const [late] = await sql<Record<string, number>>`
    select (select count(*) from messages where created_at > now())::int as messages,
           (select count(*) from leads l join contacts k on k.id = l.contact_id where l.created_at < k.created_at)::int as leads,
           (select count(*) from opportunities o join contacts k on k.id = o.contact_id where o.created_at < k.created_at)::int as opportunities,
           (select count(*) from opportunities where created_at > now() or closed_at > now() or last_activity_at > now())::int as future,
           (select count(*) from activities where created_at > now() or completed_at > now())::int as activities,
           (select count(*) from stage_history where entered_at > now())::int as visits,
           (select count(*) from sla_breaches where breached_at > now())::int as breaches,
           (select count(*) from csat_surveys where answered_at > now())::int as answers,
           (select count(*) from conversation_activities where created_at > now())::int as changes,
           (select count(*) from notifications where created_at > now())::int as notifications`
  assert.deepEqual(Object.values(late!), Array(10).fill(0))
})

test('Threads tell who assigned, labelled, prioritised, snoozed and resolved their conversation', async () => {
  const missing = await sql`
    select c.id, x.kind, x.value
      from conversations c
     cross join lateral (
       select 'status', c.status where c.status <> 'open' and exists (
         -- The conversations of a campaign begin resolved.
         select from messages m where m.conversation_id = c.id and m.direction = 'incoming') union all
       select 'assignee', u.name from users u where u.id = c.assignee_id union all
       select 'team', t.name from teams t where t.id = c.team_id union all
       select 'priority', c.priority where c.priority <> 'none' union all
       select 'label_added', l.title from conversation_labels cl join labels l on l.id = cl.label_id where cl.conversation_id = c.id
     ) x (kind, value)
     where not exists (
       select from conversation_activities a
        where a.conversation_id = c.id and a.kind = x.kind and a.to_value = x.value and a.created_at between c.created_at and now()
          and (x.kind <> 'status' or a.until is not distinct from c.snoozed_until)
          and (x.value <> 'resolved' or a.created_at = c.resolved_at))`
  assert.deepEqual(missing, [])
  const kinds = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from conversation_activities where conversation_id is not null group by kind order by kind`
  assert.deepEqual(
    kinds.filter(({ count }) => count > 2).map(({ kind }) => kind),
    ['assignee', 'label_added', 'priority', 'status', 'team'],
  )
  const [resolved] = (await see('list_conversations', { status: 'resolved', limit: 1 })).items
  const { items } = await see('list_conversation_changes', { conversation_id: resolved!.id })
  assert.deepEqual([items[0]!.kind, items[0]!.to, items[0]!.author.type], ['status', 'resolved', 'user'])
})

test('The bell shows the demo user a mention, an assignment and a due activity', async () => {
  const unread = await sql<{ kind: string; text: string | null; email: string }>`
    select n.kind, n.text, u.email from notifications n join users u on u.id = n.user_id where n.read_at is null order by n.kind`
  assert.deepEqual(
    unread.map(({ kind, email }) => [kind, email]),
    ['activity_due', 'conversation_assigned', 'mention'].map((kind) => [kind, 'valentina@hilo.example']),
  )
  assert.ok(unread.every(({ text }) => text))
})

test('No customer receives a message when the server starts working', async () => {
  const customerMessages = () => sql`select id from messages where direction = 'outgoing' and not private order by id`
  const before = await customerMessages()
  assert.deepEqual(await sql`select from deliveries`, [], 'the seeded history queues no deliveries')
  for (const timer of Object.values(timers)) await timer.run(sql, runtime)
  await work()
  assert.deepEqual(await customerMessages(), before)
  assert.deepEqual(await sql`select to_address from emails where to_address not like '%@hilo.example'`, [])

  // Work that becomes due later reaches only team members, never customers.
  const { items: rules } = await see('list_automation_rules', {})
  const customerFacing = new Set(['send_message', 'send_canned_response', 'send_email', 'send_webhook'])
  assert.deepEqual(
    rules.flatMap(({ actions }) => actions).filter(({ type }) => customerFacing.has(type)),
    [],
  )
  assert.deepEqual(await sql<{ at: string | null }>`${timers.run_campaigns!.due}`, [{ at: null }])
  const [snoozed] = await sql<{ at: string | null }>`${timers.reopen_snoozed!.due}`
  assert.ok(Date.parse(snoozed!.at!) > Date.now() + 60_000)
  assert.deepEqual(logged, [])
})

/** Runs every queued subscriber until no delivery is left. */
async function work(): Promise<void> {
  for (;;) {
    const waiting = await sql<Event & { subscriber: keyof typeof subscribers }>`
      select d.subscriber, e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
        from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id order by e.sequence`
    if (waiting.length === 0) return
    for (const event of waiting) {
      await subscribers[event.subscriber].run(subscriberContext(runtime, registry, event), event as never)
      await sql`delete from deliveries where event_id = ${event.id} and subscriber = ${event.subscriber}`
    }
  }
}

test('WhatsApp, Instagram and Messenger are there without a provider, with reply windows that are open or closed', async () => {
  const { items } = await see('list_inboxes', {})
  assert.deepEqual(
    items.map(({ channel, connection }) => [channel, connection]),
    [
      ['messenger', null],
      ['instagram', null],
      ['web_widget', null],
      ['whatsapp', null],
    ],
  )
  const whatsapp = items.find(({ channel }) => channel === 'whatsapp')!
  const { items: conversations } = await see('list_conversations', {
    inbox_id: whatsapp.id,
    status: 'all',
    limit: 100,
  })
  for (const { reply_window, last_activity_at } of conversations)
    if (Date.parse(last_activity_at) < Date.now() - 2 * 86_400_000) assert.equal(reply_window?.open, false)
  assert.ok(conversations.some(({ reply_window }) => reply_window?.open))
})

test('Messages show what a channel can do: quotes, reactions, a voice note, a place, buttons, a choice, a template, an ad', async () => {
  const types = await sql<{ content_type: string }>`select distinct content_type from messages order by content_type`
  assert.deepEqual(
    types.map(({ content_type }) => content_type),
    ['buttons', 'choice', 'contacts', 'input_csat', 'location', 'story', 'template', 'text'],
  )
  const [found] = await sql<Record<string, number>>`
    select (select count(*) from messages where reply_to_id is not null)::int as quotes,
           (select count(*) from messages where reactions <> '[]')::int as reactions,
           (select count(*) from messages where content_attributes ? 'referral')::int as ads,
           (select count(*) from conversations where additional_attributes ? 'referral')::int as brought`
  assert.deepEqual(found, { quotes: 4, reactions: 3, ads: 2, brought: 2 })
  const [note] = await sql<{ file_key: string; voice: boolean; state: string; size_bytes: number }>`
    select file_key, voice, state, size_bytes::int from attachments`
  assert.deepEqual([note!.voice, note!.state], [true, 'stored'])
  assert.equal(stored.get(note!.file_key)?.length, note!.size_bytes)
})

test('A message written in a demo channel is kept and reaches nobody; after the reply window a template can be sent', async () => {
  const inbox = (await see('list_inboxes', {})).items.find(({ channel }) => channel === 'whatsapp')!
  const { items } = await see('list_conversations', { inbox_id: inbox.id, status: 'all', limit: 100 })
  const open = items.find(({ reply_window }) => reply_window!.open)!
  const answer = await see('send_message', { conversation_id: open.id, content: 'Con gusto' })
  assert.deepEqual([answer.status, answer.failure], ['sent', null])
  await see('set_reaction', { message_id: answer.id, emoji: '👍' })

  const closed = items.find(({ reply_window }) => !reply_window!.open)!
  const refused = await refusal(see('send_message', { conversation_id: closed.id, content: 'Hola' }))
  assert.equal(refused.code, 'window_closed')
  const parameters = { body: ['Laura', 'mañana', '9:00 a. m.'] }
  const template = { name: 'confirmar_visita', language: 'es_CO', parameters }
  const sent = await see('send_message', { conversation_id: closed.id, template })
  assert.equal(sent.status, 'sent')
  assert.match(sent.content!, /^Hola, Laura\. Su visita quedó para mañana/)
  assert.deepEqual(await sql`select from channel_outbox`, [])
})

test('A demo left unfinished by a crash is deleted and created again', async () => {
  await sql`update installation set demo_ready = false`
  const again = await createFirstDemo(runtime, files)
  assert.notEqual(again!.account_id, account_id)
  assert.deepEqual(await count(), EXPECTED)
})
