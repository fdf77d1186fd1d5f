import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pace } from '#domains/campaigns/rules.ts'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/* A campaign to many, two nodes that send it, and nodes that die meanwhile. */

const { sql, running, startTwo, kill, post, inbox_id } = await openTwoNodes()
await startTwo()

const SECONDS = 1000
const PER_MINUTE = 6000
const { at_once, interval } = pace(PER_MINUTE)
const SLACK = 1 * SECONDS

/** A started campaign to `count` contacts. */
async function launch(title: string, count: number): Promise<string> {
  const { url } = running[0]!
  const label = (await post(url, '/labels', { title }))!.body as { id: string }
  await sql`
    with people as (
      insert into contacts (account_id, name, email, created_at, updated_at)
      select account_id, 'Persona ' || n, ${title} || n || '@example.com', now(), now()
        from labels, generate_series(1, ${count}::int) n where id = ${label.id} returning account_id, id
    ) insert into contact_labels (account_id, contact_id, label_id) select account_id, id, ${label.id} from people`
  const fields = { name: title, inbox: inbox_id, content: 'Hola {{contact.name}}', audience: { labels: [title] } }
  const { id } = (await post(url, '/campaigns', { ...fields, per_minute: PER_MINUTE }))!.body as { id: string }
  const { status, body } = (await post(url, `/campaigns/${id}/start`, {}))!
  assert.deepEqual([status, (body as { status: string }).status], [200, 'running'])
  return id
}

const sentBy = (id: string) =>
  sql<{ id: string; contact_id: string; conversation_id: string; created_at: string }>`
    select m.id, c.contact_id, m.conversation_id, m.created_at from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.author_type = 'campaign' and m.author_id = ${id} order by m.created_at, m.id`

async function reached(id: string, count: number): Promise<void> {
  const isReached = async () =>
    (await sql`select from campaign_recipients where campaign_id = ${id} and status = 'sent'`).length >= count
  await until(isReached, `${count} have been written to`)
}

/** Checks that every contact got one message, that message, recipient and event agree, and that the rate was kept. */
async function allReached(id: string, count: number): Promise<void> {
  await until(
    async () => (await sql`select from campaigns where id = ${id} and status = 'done'`).length === 1,
    'the campaign is done',
  )
  const messages = await sentBy(id)
  assert.equal(messages.length, count)
  assert.equal(new Set(messages.map(({ contact_id }) => contact_id)).size, count)
  const marked = await sql<{ message_id: string; contact_id: string; conversation_id: string }>`
    select message_id, contact_id, conversation_id from campaign_recipients where campaign_id = ${id} and status = 'sent'`
  const key = (each: { contact_id: string; conversation_id: string }, message_id: string) =>
    `${message_id} ${each.contact_id} ${each.conversation_id}`
  assert.deepEqual(
    marked.map((each) => key(each, each.message_id)).sort(),
    messages.map((each) => key(each, each.id)).sort(),
  )
  const events = await sql<{ count: number }>`
    select count(*)::int as count from events where name = 'message.sent' and actor ->> 'type' = 'campaign' and actor ->> 'id' = ${id}
     group by payload -> 'message' ->> 'id'`
  assert.deepEqual([events.length, events.every((each) => each.count === 1)], [count, true])

  const turns = [...Map.groupBy(messages, ({ created_at }) => created_at)]
  for (const [i, [moment, together]] of turns.entries()) {
    assert.ok(together.length <= at_once, `${together.length} at once`)
    for (const [before, [earlier]] of turns.slice(0, i).entries())
      assert.ok(Date.parse(moment) - Date.parse(earlier) >= (i - before) * interval - SLACK, 'the pace is kept')
  }
}

test('Two nodes send a campaign together: once per contact, within its rate', async () => {
  const id = await launch('juntos', 200)
  await allReached(id, 200)
})

test('When a node is killed midway, the other continues, and no contact gets two messages', async () => {
  const id = await launch('uno cae', 200)
  for (const fraction of [40, 120]) {
    await reached(id, fraction)
    await kill(running[0]!)
    await startTwo()
  }
  await allReached(id, 200)
})

test('When both nodes are killed repeatedly, the campaign continues where it stopped', async () => {
  const id = await launch('los dos caen', 200)
  for (const fraction of [20, 100]) {
    await reached(id, fraction)
    await kill()
    const before = (await sentBy(id)).length
    const marked = await sql`select from campaign_recipients where campaign_id = ${id} and status = 'sent'`
    assert.equal(marked.length, before, 'what was sent is marked, and nothing else')
    await startTwo()
  }
  await allReached(id, 200)
})
