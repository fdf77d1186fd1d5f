import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { nextToRun, runCampaigns } from '#domains/campaigns/running.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { openCampaigns } from '#test/campaigns.ts'

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

/** The same workspace, as another node sees it. */
const secondNode = (): Runtime => {
  const { password, ...options } = runtime.database.work.options
  const database = openDatabase({ ...(options as object), password: password as string }, () => {}, 4)
  return { ...runtime, database }
}

test('everybody with the label gets the message once, by name, in a conversation that rests until they answer', async () => {
  const title = await label()
  const [ana, beto] = [await meet({ name: 'Ana Ruiz', labels: [title] }), await meet({ name: 'Beto', labels: [title] })]
  await meet({ name: 'Otra' })
  const { id } = await draft(title, {
    content: '{{contact.first_name}}, le escribe {{inbox.name}} de {{account.name}}',
  })
  const count = (await events()).length
  await start(id)
  await finish()
  const said = await sent(id)
  assert.deepEqual(
    said.map(({ contact_id, content }) => [contact_id, content]),
    [
      [ana.id, 'Ana, le escribe Ventas de Prueba'],
      [beto.id, 'Beto, le escribe Ventas de Prueba'],
    ],
  )
  const { status, resolved_at, assignee, unread, waiting_since, messages } = await detail(said[0]!.conversation_id)
  assert.deepEqual([status, resolved_at, assignee, unread, waiting_since], ['resolved', null, null, false, null])
  assert.deepEqual(messages[0]?.author, { type: 'campaign', id, name: 'Ofertas' })
  const campaign = await get(id)
  assert.deepEqual(campaign.progress, { total: 2, queued: 0, sent: 2, failed: 0, replied: 0 })
  assert.equal(campaign.status, 'done')
  assert.ok(campaign.started_at && campaign.finished_at)
  const told = (await events()).slice(count)
  assert.deepEqual(told[0]!.name, 'campaign.updated')
  assert.deepEqual(told.at(-1)!.payload, { campaign })
  assert.deepEqual(told.at(-1)!.actor, { type: 'campaign', id, name: 'Ofertas' })
  assert.equal(told.filter(({ name }) => name === 'message.sent').length, 2)
  assert.equal(told.filter(({ name }) => name === 'conversation.created').length, 2)
})

test('the message stands in the latest conversation as it is: resolved, asleep or open, given to whom it was given', async () => {
  const title = await label()
  const ids = []
  for (const source_id of ['resuelta', 'dormida', 'abierta']) {
    const { conversation } = await write({ source_id })
    await act('tag_contact', { contact_id: conversation.contact.id, label_title: title })
    ids.push(conversation.id)
  }
  const [resolved, asleep, open] = ids as [string, string, string]
  await act('resolve_conversation', { conversation_id: resolved })
  await act('snooze_conversation', { conversation_id: asleep, until: '2099-01-01T00:00:00Z' })
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

test('a conversation a campaign began is given to nobody until the customer answers, and then to who is there', async () => {
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
  await act('receive_message', { inbox_id: site.id, source_id: quiet.source_id, content: '¿Cuánto cuesta?' })
  const answered = await detail(conversation_id)
  assert.deepEqual([answered.status, answered.assignee?.id], ['open', eva.id])
})

test('in a live chat only who has been there can be reached; the others have failed, with the reason', async () => {
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget', auto_assign: false })
  const title = await label()
  const visitor = visit(site)
  await visitor.chat('post_chat_message', { client_id: 'a', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  await act('tag_contact', { contact_id: items[0]!.contact.id, label_title: title })
  const stranger = await meet({ labels: [title] })
  const { id } = await draft(title, { inbox: site.id, content: 'Volvimos' })
  const { progress } = await start(id)
  assert.deepEqual(progress, { total: 2, queued: 1, sent: 0, failed: 1, replied: 0 })
  await finish()
  const failed = (await recipients(id)).find(({ contact }) => contact.id === stranger.id)
  assert.deepEqual([failed?.status, failed?.error], ['failed', 'El contacto nunca ha escrito en este canal.'])
  const { items: heard } = await visitor.chat('list_chat_messages', {})
  assert.equal(heard[0]?.content, 'Volvimos')
  assert.equal((await get(id)).status, 'done')
})

test('who is blocked is left out, and who is blocked meanwhile has failed', async () => {
  const title = await label()
  const [blocked, later] = [await meet({ labels: [title] }), await meet({ labels: [title] })]
  await meet({ labels: [title] })
  await act('update_contact', { contact_id: blocked.id, blocked: true })
  const { id } = await draft(title)
  await start(id)
  await act('update_contact', { contact_id: later.id, blocked: true })
  await finish()
  const told = await recipients(id)
  assert.deepEqual(told.map(({ status }) => status).sort(), ['failed', 'sent'])
  assert.equal(told.find(({ contact }) => contact.id === later.id)?.error, 'El contacto está bloqueado.')
})

test('of whom nothing is left of the message to say has failed, and no conversation begins', async () => {
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
    [[nowhere.id, 'Para este contacto no queda nada del mensaje.']],
  )
})

test('one who cannot be written to stops nobody, and is told to the log', async () => {
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
  assert.deepEqual(logged, ['a message of a campaign could not be written'])
  const { progress } = await get(id)
  assert.deepEqual(progress, { total: 30, queued: 0, sent: 29, failed: 1, replied: 0 })
  const { items } = await act('list_campaign_recipients', { campaign_id: id, status: 'failed' })
  assert.deepEqual(
    items.map(({ contact }) => contact.id),
    [broken!.contact_id],
  )
})

test('a scheduled campaign starts by itself when its time has come, for who is meant then', async () => {
  const title = await label()
  const now = new Date(Date.now() - 3_600_000)
  const moment = new Date(Date.now() - 60_000).toISOString()
  const later = await draft(title, { scheduled_at: '2099-01-01T00:00:00Z' })
  const fields = { name: 'A su hora', inbox: inbox.id, content: 'Hola', audience: { labels: [title] } }
  const { id, status } = await act('create_campaign', { ...fields, scheduled_at: moment }, { now })
  assert.equal(status, 'scheduled')
  assert.deepEqual(await nextToRun(sql), [{ at: moment }])
  const late = await meet({ labels: [title] })
  await tick()
  await finish()
  assert.deepEqual(
    (await sent(id)).map(({ contact_id }) => contact_id),
    [late.id],
  )
  assert.equal((await get(later.id)).status, 'scheduled')
  assert.deepEqual(await nextToRun(sql), [{ at: '2099-01-01T00:00:00.000Z' }])
  await act('stop_campaign', { campaign_id: later.id })
  assert.deepEqual(await nextToRun(sql), [{ at: null }])
})

test('a scheduled campaign for whom nobody is left is done at once', async () => {
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
  // Without its label the filter alone would mean others than were meant.
  await act('delete_label', { label_id })
  await tick()
  await finish()
  const { status, progress, audience } = await get(id)
  assert.deepEqual([status, progress.total, audience.labels], ['done', 0, [label_id]])
})

test('each turn sends as many as the pace allows and sets the next from the clock of the database', async () => {
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
    const said = await sent(id)
    assert.equal(said.length, turn * 3)
    // Sixty-one seconds have room for fifty turns of three.
    const set = await next()
    assert.ok(set - due >= 1220, `${set - due}`)
    assert.ok(Date.parse(said.at(-1)!.created_at) >= due)
    await tick()
    assert.equal((await sent(id)).length, turn * 3, 'before its time nothing is sent')
    due = Date.now() - 30_000
    await sql`update campaigns set next_send_at = ${new Date(due)} where id = ${id}`
  }
  // Half a minute late, and still only one turn is made up for.
  await tick()
  assert.equal((await sent(id)).length, 12)
  assert.ok((await next()) > Date.now())
  await act('stop_campaign', { campaign_id: id })
})

test('two nodes that look at once keep to the pace together, and write to nobody twice', async () => {
  const title = `nodos ${++labels}`
  await crowd(200, title)
  const { id } = await draft(title, { per_minute: 1200 })
  await start(id)
  const second = secondNode()
  let before = 0
  for (let round = 0; round < 20 && (await get(id)).status === 'running'; round++) {
    await sql`update campaigns set next_send_at = now() where id = ${id}`
    await Promise.all([runCampaigns(runtime), runCampaigns(second), runCampaigns(runtime), runCampaigns(second)])
    const after = (await sent(id)).length
    assert.ok(after - before <= 20, `${after - before} in one turn`)
    before = after
  }
  await second.database.close()
  const said = await sent(id)
  assert.equal(said.length, 200)
  assert.equal(new Set(said.map(({ contact_id }) => contact_id)).size, 200)
  assert.equal((await get(id)).status, 'done')
})

test('a thousand are reached, each once, and those who watch are told along the way', async () => {
  const title = `mil ${++labels}`
  await crowd(1000, title)
  const { id } = await draft(title, { per_minute: 6000 })
  const count = (await events()).length
  await start(id)
  await finish()
  const said = await sent(id)
  assert.equal(said.length, 1000)
  assert.equal(new Set(said.map(({ contact_id }) => contact_id)).size, 1000)
  const told = (await events()).slice(count).filter(({ name }) => name === 'campaign.updated')
  assert.ok(told.length >= 2 && told.length < 60, `${told.length} times`)
  assert.deepEqual((await get(id)).progress, { total: 1000, queued: 0, sent: 1000, failed: 0, replied: 0 })
})

test('who is deleted during the run is gone from it, and stops nobody', async () => {
  const title = await label()
  const [gone] = [await meet({ labels: [title] }), await meet({ labels: [title] })]
  const { id } = await draft(title)
  await start(id)
  await act('delete_contact', { contact_id: gone!.id })
  await finish()
  assert.deepEqual((await get(id)).progress, { total: 1, queued: 0, sent: 1, failed: 0, replied: 0 })
})

test('two who are merged during the run are written to once, whichever had been reached', async () => {
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

test('two merged before either was reached are written to once', async () => {
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

test('merging while it sends writes to each person once and undoes nothing', async () => {
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
  const told = await recipients(id)
  assert.equal(told.length, 30)
  assert.ok(told.every(({ status }) => status === 'sent'))
})

test('somebody who is just being worked on is reached a moment later', async () => {
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

test('with its inbox a campaign is gone, also while it runs', async () => {
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

test('one campaign that cannot go on keeps no other from going on', async () => {
  const title = await label()
  await meet({ labels: [title] })
  const [stuck, sound] = [await draft(title), await draft(title)]
  await start(stuck.id)
  await start(sound.id)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`
  await runtime.database.work.query(
    `create trigger refusing before update on campaigns for each row when (old.id = ${stuck.id}) execute function refuse()`,
  )
  // It fails after the message: nobody may be blamed for it who was written to.
  await assert.rejects(tick())
  assert.equal((await sent(stuck.id)).length + (await sent(sound.id)).length, 1)
  await sql`drop function refuse cascade`
  await finish()
  assert.deepEqual([(await sent(stuck.id)).length, (await sent(sound.id)).length], [1, 1])
})

test('campaigns of another workspace reach nobody of this one', async () => {
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
