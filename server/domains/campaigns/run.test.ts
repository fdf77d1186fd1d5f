import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { nextToRun, runCampaigns } from '#domains/campaigns/run.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { openCampaigns } from '#test/campaigns.ts'
import { isFull } from '#test/runs.ts'

const {
  act,
  actor,
  addAccount,
  addAgent,
  arrive,
  crowd,
  draft,
  events,
  finish,
  get,
  inbox,
  meet,
  recipients,
  runtime,
  sent,
  sql,
  tick,
  visit,
  write,
} = await openCampaigns()

const start = (campaign_id: string) => act('start_campaign', { campaign_id })
const detail = (conversation_id: string) => act('get_conversation_detail', { conversation_id })
let labels = 0
const label = async () => (await act('create_label', { title: `etiqueta ${++labels}` })).title

/** The same workspace on another node. */
const secondNode = (): Runtime => {
  const { password, ...options } = runtime.database.work.options
  const database = openDatabase({ ...(options as object), password: password as string }, () => {}, 4)
  return { ...runtime, database }
}

test('Every contact with the label gets the message once, with their name, in a resolved conversation', async () => {
  const title = await label()
  const [ana, beto] = [await meet({ name: 'Ana Ruiz', labels: [title] }), await meet({ name: 'Beto', labels: [title] })]
  await meet({ name: 'Otra' })
  const { id } = await draft(title, {
    content: '{{contact.first_name}}, le escribe {{inbox.name}} de {{account.name}}',
  })
  const count = (await events()).length
  await start(id)
  await finish()
  const delivered = await sent(id)
  assert.deepEqual(
    delivered.map(({ contact_id, content }) => [contact_id, content]),
    [
      [ana.id, 'Ana, le escribe Ventas de Prueba'],
      [beto.id, 'Beto, le escribe Ventas de Prueba'],
    ],
  )
  const { status, resolved_at, assignee, unread, waiting_since, messages } = await detail(delivered[0]!.conversation_id)
  assert.deepEqual([status, resolved_at, assignee, unread, waiting_since], ['resolved', null, null, false, null])
  assert.deepEqual(messages[0]?.author, { type: 'campaign', id, name: 'Ofertas' })
  const campaign = await get(id)
  assert.deepEqual(campaign.progress, {
    total: 2,
    queued: 0,
    sent: 2,
    delivered: 0,
    read: 0,
    failed: 0,
    replied: 0,
    opted_out: 0,
  })
  assert.equal(campaign.status, 'done')
  assert.ok(campaign.started_at && campaign.finished_at)
  const emitted = (await events()).slice(count)
  assert.deepEqual(emitted[0]!.name, 'campaign.updated')
  assert.deepEqual(emitted.at(-1)!.payload, { campaign })
  assert.deepEqual(emitted.at(-1)!.actor, { type: 'campaign', id, name: 'Ofertas' })
  assert.equal(emitted.filter(({ name }) => name === 'message.sent').length, 2)
  assert.equal(emitted.filter(({ name }) => name === 'conversation.created').length, 2)
})

test('The message goes to the latest conversation and keeps its status and assignee', async () => {
  const title = await label()
  const ids = []
  for (const source_id of ['resuelta', 'dormida', 'abierta']) {
    const { conversation } = await write({ source_id })
    await act('tag_contact', { contact_id: conversation.contact.id, label_title: title })
    ids.push(conversation.id)
  }
  const [resolved, snoozed, open] = ids as [string, string, string]
  await act('resolve_conversation', { conversation_id: resolved })
  await act('snooze_conversation', { conversation_id: snoozed, until: '2099-01-01T00:00:00Z' })
  const before = await Promise.all(ids.map(detail))
  const { id } = await draft(title)
  await start(id)
  await finish()
  const after = await Promise.all(ids.map(detail))
  for (const [i, conversation] of after.entries()) {
    const { status, snoozed_until, resolved_at, waiting_since, unread_count, first_reply_at } = conversation
    const was = before[i]!
    assert.deepEqual(
      { status, snoozed_until, resolved_at, waiting_since, unread_count, first_reply_at },
      {
        status: was.status,
        snoozed_until: was.snoozed_until,
        resolved_at: was.resolved_at,
        waiting_since: was.waiting_since,
        unread_count: was.unread_count,
        first_reply_at: was.first_reply_at,
      },
    )
    assert.equal(conversation.messages[0]?.author.type, 'campaign')
  }
  assert.equal((await sent(id)).length, 3)
  assert.ok(open)
})

test('A conversation started by a campaign is assigned only when the customer replies', async () => {
  const eva = await addAgent('Eva')
  const site = await act('create_inbox', { name: 'Turnos', channel: 'api', auto_assign: true, members: [eva.id!] })
  await arrive(eva)
  const title = await label()
  await meet({ labels: [title] })
  const { id } = await draft(title, { inbox: site.id })
  await start(id)
  await finish()
  const [{ conversation_id }] = (await sent(id)) as [Awaited<ReturnType<typeof sent>>[number]]
  const quiet = await detail(conversation_id)
  assert.deepEqual([quiet.status, quiet.assignee], ['resolved', null])
  await act('receive_message', { inbox_id: site.id, source_id: quiet.source_id!, content: '¿Cuánto cuesta?' })
  const answered = await detail(conversation_id)
  assert.deepEqual([answered.status, answered.assignee?.id], ['open', eva.id])
})

test('In a live chat only known visitors are reached; the others fail with a reason', async () => {
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget', auto_assign: false })
  const title = await label()
  const visitor = visit(site)
  await visitor.chat('post_chat_message', { client_id: 'a', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  await act('tag_contact', { contact_id: items[0]!.contact.id, label_title: title })
  const stranger = await meet({ labels: [title] })
  const { id } = await draft(title, { inbox: site.id, content: 'Volvimos' })
  const { progress } = await start(id)
  assert.deepEqual(progress, {
    total: 2,
    queued: 1,
    sent: 0,
    delivered: 0,
    read: 0,
    failed: 1,
    replied: 0,
    opted_out: 0,
  })
  await finish()
  const failed = (await recipients(id)).find(({ contact }) => contact.id === stranger.id)
  assert.deepEqual([failed?.status, failed?.error], ['failed', 'El contacto nunca ha escrito en este canal.'])
  const { items: chat } = await visitor.chat('list_chat_messages', {})
  assert.equal(chat[0]?.content, 'Volvimos')
  assert.equal((await get(id)).status, 'done')
})

test('Blocked contacts are left out, and those blocked during the run fail', async () => {
  const title = await label()
  const [blocked, later] = [await meet({ labels: [title] }), await meet({ labels: [title] })]
  await meet({ labels: [title] })
  await act('update_contact', { contact_id: blocked.id, blocked: true })
  const { id } = await draft(title)
  await start(id)
  await act('update_contact', { contact_id: later.id, blocked: true })
  await finish()
  const results = await recipients(id)
  assert.deepEqual(results.map(({ status }) => status).sort(), ['failed', 'sent'])
  assert.equal(results.find(({ contact }) => contact.id === later.id)?.error, 'El contacto está bloqueado.')
})

test('A contact for whom the message is empty fails, and no conversation is created', async () => {
  const title = await label()
  const [here, nowhere] = [await meet({ labels: [title], city: 'Cali' }), await meet({ labels: [title] })]
  const { id } = await draft(title, { content: ' {{contact.city}} ' })
  await start(id)
  await finish()
  assert.deepEqual(
    (await sent(id)).map(({ contact_id }) => contact_id),
    [here.id],
  )
  assert.deepEqual(await sql`select from conversations where contact_id = ${nowhere.id}`, [])
  const { items } = await act('list_campaign_recipients', { campaign_id: id, status: 'failed' })
  assert.deepEqual(
    items.map(({ contact, error }) => [contact.id, error]),
    [[nowhere.id, 'El mensaje queda vacío para este contacto.']],
  )
})

test('A contact whose message fails does not stop the others, and is logged', async () => {
  const title = `bloque ${++labels}`
  await crowd(30, title)
  const { id } = await draft(title, { per_minute: 6000 })
  await start(id)
  const [broken] = await sql<{ contact_id: string }>`
    select contact_id from campaign_recipients where campaign_id = ${id} order by contact_id offset 7 limit 1`
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`
  await runtime.database.work.query(
    `create trigger refusing before insert on conversations for each row when (new.contact_id = ${broken!.contact_id}) execute function refuse()`,
  )
  const logged: string[] = []
  const log = { ...runtime.log, warn: (_: object, message: string) => logged.push(message) }
  await runCampaigns({ ...runtime, log })
  await sql`drop function refuse cascade`
  await finish()
  assert.deepEqual(logged, ['campaign message failed'])
  const { progress } = await get(id)
  assert.deepEqual(progress, {
    total: 30,
    queued: 0,
    sent: 29,
    delivered: 0,
    read: 0,
    failed: 1,
    replied: 0,
    opted_out: 0,
  })
  const { items } = await act('list_campaign_recipients', { campaign_id: id, status: 'failed' })
  assert.deepEqual(
    items.map(({ contact }) => contact.id),
    [broken!.contact_id],
  )
})

test('A scheduled campaign starts at its time, for the audience at that time', async () => {
  const title = await label()
  const now = new Date(Date.now() - 3_600_000)
  const moment = new Date(Date.now() - 60_000).toISOString()
  const later = await draft(title, { scheduled_at: '2099-01-01T00:00:00Z' })
  const fields = { name: 'A su hora', inbox: inbox.id, content: 'Hola', audience: { labels: [title] } }
  const { id, status } = await act('create_campaign', { ...fields, scheduled_at: moment }, { now })
  assert.equal(status, 'scheduled')
  assert.deepEqual(await sql<{ at: string | null }>`${nextToRun}`, [{ at: moment }])
  const late = await meet({ labels: [title] })
  await tick()
  await finish()
  assert.deepEqual(
    (await sent(id)).map(({ contact_id }) => contact_id),
    [late.id],
  )
  assert.equal((await get(later.id)).status, 'scheduled')
  assert.deepEqual(await sql<{ at: string | null }>`${nextToRun}`, [{ at: '2099-01-01T00:00:00.000Z' }])
  await act('stop_campaign', { campaign_id: later.id })
  assert.deepEqual(await sql<{ at: string | null }>`${nextToRun}`, [{ at: null }])
})

test('A scheduled campaign without an audience is done immediately', async () => {
  const { id: label_id, title } = await act('create_label', { title: `etiqueta ${++labels}` })
  await meet({ labels: [title], city: 'Quito' })
  const now = new Date(Date.now() - 3_600_000)
  const filter = { any: [{ all: [{ field: 'city', operator: 'equal_to' as const, values: ['Quito'] }] }] }
  const fields = { name: 'Nadie', inbox: inbox.id, content: 'Hola', audience: { labels: [title], filter } }
  const { id } = await act(
    'create_campaign',
    { ...fields, scheduled_at: new Date(Date.now() - 1000).toISOString() },
    { now },
  )
  // Without the deleted label the filter alone would match other contacts.
  await act('delete_label', { label_id })
  await tick()
  await finish()
  const { status, progress, audience } = await get(id)
  assert.deepEqual([status, progress.total, audience.labels], ['done', 0, [label_id]])
})

test('Each batch follows the pace and schedules the next by the database clock', async () => {
  const title = `ritmo ${++labels}`
  await crowd(50, title)
  const { id } = await draft(title, { per_minute: 150 })
  await start(id)
  const next = async () => {
    const [row] = await sql<{ next_send_at: string }>`select next_send_at from campaigns where id = ${id}`
    return Date.parse(row!.next_send_at)
  }
  let due = await next()
  for (let turn = 1; turn <= 3; turn++) {
    await tick()
    const delivered = await sent(id)
    assert.equal(delivered.length, turn * 3)
    // 61 seconds have room for fifty batches of three.
    const set = await next()
    assert.ok(set - due >= 1220, `${set - due}`)
    assert.ok(Date.parse(delivered.at(-1)!.created_at) >= due)
    await tick()
    assert.equal((await sent(id)).length, turn * 3, 'before its time nothing is sent')
    due = Date.now() - 30_000
    await sql`update campaigns set next_send_at = ${new Date(due)} where id = ${id}`
  }
  // Half a minute late, and only one batch is made up for.
  await tick()
  assert.equal((await sent(id)).length, 12)
  assert.ok((await next()) > Date.now())
  await act('stop_campaign', { campaign_id: id })
})

test('Two nodes together keep the pace and send nothing twice', async () => {
  const title = `nodos ${++labels}`
  await crowd(200, title)
  const { id } = await draft(title, { per_minute: 1200 })
  await start(id)
  const second = secondNode()
  let before = 0
  for (let round = 0; round < 20 && (await get(id)).status === 'running'; round++) {
    await sql`update campaigns set next_send_at = date_trunc('milliseconds', now()) where id = ${id}`
    const begun = Date.now()
    await Promise.all([runCampaigns(runtime), runCampaigns(second), runCampaigns(runtime), runCampaigns(second)])
    // A batch of 20 is due every second.
    const due = 20 * (1 + Math.floor((Date.now() - begun) / 1000))
    const after = (await sent(id)).length
    assert.ok(after - before <= due, `${after - before} instead of ${due}`)
    before = after
  }
  await second.database.close()
  const delivered = await sent(id)
  assert.equal(delivered.length, 200)
  assert.equal(new Set(delivered.map(({ contact_id }) => contact_id)).size, 200)
  assert.equal((await get(id)).status, 'done')
})

test('Many contacts are reached once each, with progress events along the way', async () => {
  const total = isFull ? 1000 : 250
  const title = `mil ${++labels}`
  await crowd(total, title)
  const { id } = await draft(title, { per_minute: 6000 })
  const count = (await events()).length
  await start(id)
  await finish()
  const delivered = await sent(id)
  assert.equal(delivered.length, total)
  assert.equal(new Set(delivered.map(({ contact_id }) => contact_id)).size, total)
  const emitted = (await events()).slice(count).filter(({ name }) => name === 'campaign.updated')
  assert.ok(emitted.length >= 2 && emitted.length < 60, `${emitted.length} times`)
  assert.deepEqual((await get(id)).progress, {
    total,
    queued: 0,
    sent: total,
    delivered: 0,
    read: 0,
    failed: 0,
    replied: 0,
    opted_out: 0,
  })
})

test('A contact deleted during the run is skipped', async () => {
  const title = await label()
  const [gone] = [await meet({ labels: [title] }), await meet({ labels: [title] })]
  const { id } = await draft(title)
  await start(id)
  await act('delete_contact', { contact_id: gone!.id })
  await finish()
  assert.deepEqual((await get(id)).progress, {
    total: 1,
    queued: 0,
    sent: 1,
    delivered: 0,
    read: 0,
    failed: 0,
    replied: 0,
    opted_out: 0,
  })
})

test('Two contacts merged during the run get the message once, whichever was reached', async () => {
  for (const reached of [0, 1]) {
    const title = await label()
    const pair = [await meet({ labels: [title] }), await meet({ labels: [title] })]
    const { id } = await draft(title, { per_minute: 1 })
    await start(id)
    await tick()
    const [first] = await sent(id)
    const stays = pair.find(({ id: each }) => (each === first!.contact_id) === (reached === 0))!
    const goes = pair.find((each) => each !== stays)!
    await act('merge_contacts', { contact_id: stays.id, duplicate_contact_id: goes.id })
    await finish()
    assert.equal((await sent(id)).length, 1)
    assert.deepEqual(
      (await recipients(id)).map(({ contact, status }) => [contact.id, status]),
      [[stays.id, 'sent']],
    )
  }
})

test('Two contacts merged before sending get the message once', async () => {
  const title = await label()
  const [stays, goes] = [await meet({ labels: [title] }), await meet({ labels: [title] })]
  const { id } = await draft(title)
  await start(id)
  await act('merge_contacts', { contact_id: stays!.id, duplicate_contact_id: goes!.id })
  await finish()
  assert.deepEqual(
    (await sent(id)).map(({ contact_id }) => contact_id),
    [stays!.id],
  )
})

test('Merging while sending reaches each person once and loses nothing', async () => {
  const title = `fusión ${++labels}`
  await crowd(60, title)
  const { id } = await draft(title, { per_minute: 6000 })
  await start(id)
  const ids = (
    await sql<{ contact_id: string }>`select contact_id from campaign_recipients where campaign_id = ${id} order by 1`
  ).map(({ contact_id }) => contact_id)
  const merges = async () => {
    for (let i = 0; i < 30; i++)
      await act('merge_contacts', { contact_id: ids[i]!, duplicate_contact_id: ids[i + 30]! })
  }
  await Promise.all([finish(), merges()])
  await finish()
  const results = await recipients(id)
  assert.equal(results.length, 30)
  assert.ok(results.every(({ status }) => status === 'sent'))
})

test('A locked contact is reached a moment later', async () => {
  const title = await label()
  const { id: contact_id } = await meet({ labels: [title] })
  const { id } = await draft(title)
  await start(id)
  const working = await runtime.database.work.connect()
  await working.query('begin')
  await working.query('select from contacts where id = $1 for update', [contact_id])
  await tick()
  assert.deepEqual([(await get(id)).status, (await sent(id)).length], ['running', 0])
  await working.query('commit')
  working.release()
  await finish()
  assert.equal((await sent(id)).length, 1)
})

test('Deleting the inbox deletes the campaign, even while it runs', async () => {
  const title = `bandeja ${++labels}`
  await crowd(100, title)
  const site = await act('create_inbox', { name: 'Pasajera', channel: 'api', auto_assign: false })
  const { id } = await draft(title, { inbox: site.id, per_minute: 6000 })
  await start(id)
  await Promise.all([tick(), act('delete_inbox', { inbox_id: site.id })])
  await tick()
  assert.deepEqual(await sql`select from campaigns where id = ${id}`, [])
  assert.deepEqual(await sql`select from messages where author_type = 'campaign' and author_id = ${id}`, [])
})

test('A failing campaign does not stop the others', async () => {
  const title = await label()
  await meet({ labels: [title] })
  const [stuck, sound] = [await draft(title), await draft(title)]
  await start(stuck.id)
  await start(sound.id)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`
  await runtime.database.work.query(
    `create trigger refusing before update on campaigns for each row when (old.id = ${stuck.id}) execute function refuse()`,
  )
  // It fails after sending: no recipient may be marked as failed.
  await assert.rejects(tick())
  assert.equal((await sent(stuck.id)).length + (await sent(sound.id)).length, 1)
  await sql`drop function refuse cascade`
  await finish()
  assert.deepEqual([(await sent(stuck.id)).length, (await sent(sound.id)).length], [1, 1])
})

test('Campaigns of another workspace reach no contacts of this one', async () => {
  const other = await addAccount()
  const title = await label()
  await meet({ labels: [title] })
  await other.act('create_label', { title })
  const theirs = await other.meet({ labels: [title] })
  const { id } = await other.draft(title)
  await other.act('start_campaign', { campaign_id: id })
  const count = (await events()).length
  await finish()
  assert.deepEqual(
    (await other.sent(id)).map(({ contact_id }) => contact_id),
    [theirs.id],
  )
  assert.equal((await events()).length, count)
  assert.ok(actor)
})
