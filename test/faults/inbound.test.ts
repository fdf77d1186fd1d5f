import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ended } from '#test/server_process.ts'
import { openTwoNodes } from '#test/two_nodes.ts'

/* What customers write, delivered to two nodes at once, more than once, and while a node dies. */

const { sql, nodes, post, start, inbox_id } = await openTwoNodes()
const path = `/inboxes/${inbox_id}/messages`
type Received = { message: { id: string }; conversation: { id: string } }

const urlOf = (i: number) => nodes[i % 2]!.url

test('the same message delivered fifty times at once, split over both nodes, is one message and fifty successes', async () => {
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
                 and payload -> 'message' ->> 'external_id' = ${delivery.external_id}) as told`
    assert.deepEqual(counts, { messages: 1, identities: 1, told: 1 })
  }
})

test('two first messages of one customer, one at each node, begin one conversation', async () => {
  for (let i = 0; i < 15; i++) {
    const source_id = `primera:${i}`
    const answers = await Promise.all([0, 1].map((node) => post(urlOf(node), path, { source_id, content: `${node}` })))
    const ids = answers.map((answer) => (answer!.body as unknown as Received).conversation.id)
    assert.equal(ids[0], ids[1])
    const [{ unread_count } = {}] = await sql`select unread_count from conversations where id = ${ids[0]}`
    assert.equal(unread_count, 2)
  }
})

test('while a node is killed and another started, no message that was acknowledged is lost, and none is doubled', async () => {
  const acknowledged = new Map<string, string>()
  let stopping = false
  const urls = nodes.map(({ url }) => url)

  /** A channel that delivers one message after another, each until somebody has taken it. */
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
  await sleep(700)
  nodes[1].child.kill('SIGKILL')
  await ended(nodes[1].child, 5_000)
  const replacement = await start()
  urls[1] = replacement.url
  await sleep(700)
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
  const [told] = await sql<{ count: number }>`
    select count(*)::int as count from events where name = 'message.received' and payload -> 'message' ->> 'external_id' like 'muere.%'`
  assert.equal(told?.count, rows.length)
  const conversations = await sql`
    select c.id from conversations c join contact_identities d on d.id = c.identity_id where d.source_id like 'muere:%'`
  assert.equal(conversations.length, 6)
})
