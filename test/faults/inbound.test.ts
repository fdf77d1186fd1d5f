import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/* Messages of customers, delivered to two nodes at once, repeatedly, and while a node dies. */

const { sql, running, startTwo, kill, post, inbox_id } = await openTwoNodes()
await startTwo()
const path = `/inboxes/${inbox_id}/messages`
type Received = { message: { id: string }; conversation: { id: string } }

const urlOf = (i: number) => running[i % 2]!.url

test('The same message delivered fifty times at once over both nodes is one message and fifty successes', async () => {
  for (let round = 0; round < 3; round++) {
    const delivery = { source_id: `wa:${round}`, external_id: `wamid.${round}`, content: 'Una sola vez' }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => post(urlOf(i), path, delivery)))
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      Array(50).fill(201),
    )
    const bodies = answers.map((answer) => answer!.body as unknown as Received)
    assert.equal(new Set(bodies.map(({ message }) => message.id)).size, 1)
    const [counts] = await sql`
      select (select count(*)::int from messages where external_id = ${delivery.external_id}) as messages,
             (select count(*)::int from contact_identities where source_id = ${delivery.source_id}) as identities,
             (select count(*)::int from events where name = 'message.received'
                 and payload -> 'message' ->> 'external_id' = ${delivery.external_id}) as events`
    assert.deepEqual(counts, { messages: 1, identities: 1, events: 1 })
  }
})

test('Two first messages of one customer, one at each node, create one conversation', async () => {
  for (let i = 0; i < 15; i++) {
    const source_id = `primera:${i}`
    const answers = await Promise.all([0, 1].map((node) => post(urlOf(node), path, { source_id, content: `${node}` })))
    const ids = answers.map((answer) => (answer!.body as unknown as Received).conversation.id)
    assert.equal(ids[0], ids[1])
    const [{ unread_count } = {}] = await sql`select unread_count from conversations where id = ${ids[0]}`
    assert.equal(unread_count, 2)
  }
})

test('While a node is killed and another started, no acknowledged message is lost or duplicated', async () => {
  const acknowledged = new Map<string, string>()
  let stopping = false
  const urls = running.map(({ url }) => url)

  /** A channel that delivers its messages in order and retries each until a node accepts it. */
  const deliver = async (customer: number) => {
    for (let i = 0; !stopping; i++) {
      const external_id = `muere.${customer}.${i}`
      const delivery = { source_id: `muere:${customer}`, external_id, content: `${i}` }
      for (let tries = customer; ; tries++) {
        const answer = await post(urls[tries % urls.length]!, path, delivery)
        if (answer?.status === 201) {
          acknowledged.set(external_id, (answer.body as unknown as Received).message.id)
          break
        }
        await sleep(20)
      }
    }
  }
  const channels = Promise.all(Array.from({ length: 6 }, (_, customer) => deliver(customer)))
  await until(() => acknowledged.size > 10, 'there is load')
  await kill(running[1]!)
  await startTwo()
  urls[1] = running[1]!.url
  const before = acknowledged.size
  await until(() => acknowledged.size > before + 10, 'there is load at both nodes')
  stopping = true
  await channels

  const rows = await sql<{ external_id: string; id: string; content: string; source_id: string }>`
    select m.external_id, m.id, m.content, d.source_id from messages m
      join conversations c on c.id = m.conversation_id join contact_identities d on d.id = c.identity_id
     where m.external_id like 'muere.%' order by m.created_at, m.id`
  assert.ok(acknowledged.size > 20, 'there was load')
  assert.equal(new Set(rows.map(({ external_id }) => external_id)).size, rows.length)
  for (const [external_id, id] of acknowledged)
    assert.equal(rows.find((row) => row.external_id === external_id)?.id, id, external_id)
  for (let customer = 0; customer < 6; customer++) {
    const theirs = rows
      .filter(({ source_id }) => source_id === `muere:${customer}`)
      .map(({ content }) => Number(content))
    assert.deepEqual(
      theirs,
      theirs.map((_, i) => i),
      'in the order in which they were written',
    )
  }
  const [events] = await sql<{ count: number }>`
    select count(*)::int as count from events where name = 'message.received' and payload -> 'message' ->> 'external_id' like 'muere.%'`
  assert.equal(events?.count, rows.length)
  const conversations = await sql`
    select c.id from conversations c join contact_identities d on d.id = c.identity_id where d.source_id like 'muere:%'`
  assert.equal(conversations.length, 6)
})
