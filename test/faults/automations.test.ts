import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFull } from '#test/runs.ts'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/* Rules that run on two nodes, either of which may die at any moment. Every action is carried out exactly once. */

const { database, sql, running, startOne, startTwo, kill, ok, inbox_id, ...nodes } = await openTwoNodes()
const endLeases = () => nodes.endLeases('run_automations')

const ROUNDS = isFull ? 4 : 2
let made = 0

await ok('/labels', { title: 'Resuelta' })
const rule = await ok('/automation-rules', {
  name: 'Al resolver',
  event: 'conversation.resolved',
  actions: [
    { type: 'add_label', label: 'Resuelta' },
    { type: 'send_message', content: 'Gracias' },
    { type: 'add_note', content: 'Cerrada' },
    { type: 'send_email', to: 'jefa@example.com', subject: 'Cerrada', body: 'Una más' },
    { type: 'send_webhook', url: 'https://hook.example.com/hook' },
  ],
})

/** New conversations. */
function begin(count: number): Promise<string[]> {
  const one = async () => {
    const message = { source_id: `regla:${++made}`, content: 'Hola' }
    const { conversation } = await ok(`/inboxes/${inbox_id}/messages`, message)
    return (conversation as { id: string }).id
  }
  return Promise.all(Array.from({ length: count }, one))
}

async function resolve(ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => ok(`/conversations/${id}/resolve`, {})))
}

/** Checks that every action was done in each conversation, and none twice. */
async function allOnce(ids: string[]): Promise<void> {
  const finished = async () => {
    const rows = await sql`select from automation_runs where subject_id = any(${ids}) and status <> 'running'`
    return rows.length === ids.length
  }
  await until(finished, 'every run has ended')
  const found = await sql<{
    id: string
    status: string
    steps: number
    replies: string[]
    events: number
    mails: number
    calls: number
  }>`
    select c.id, n.status,
           (select count(*)::int from automation_steps s where s.run_id = n.id and s.status = 'done') as steps,
           array(select m.content from messages m where m.conversation_id = c.id and m.author_type = 'automation' order by m.id) as replies,
           (select count(*)::int from events e where e.name = 'conversation.label_added' and e.payload -> 'conversation' ->> 'id' = c.id::text) as events,
           (select count(*)::int from emails e where e.key like 'automation:' || n.id || ':%') as mails,
           (select count(*)::int from events e where e.name = 'automation.webhook_requested'
               and e.payload -> 'body' -> 'conversation' ->> 'id' = c.id::text) as calls
      from conversations c join automation_runs n on n.subject_id = c.id where c.id = any(${ids}) order by c.id`
  const once = { status: 'done', steps: 5, replies: ['Gracias', 'Cerrada'], events: 1, mails: 1, calls: 1 }
  assert.deepEqual(
    found,
    ids.toSorted((a, b) => Number(a) - Number(b)).map((id) => ({ id, ...once })),
  )
  const [counted] = await sql<{ run_count: number; runs: number }>`
    select run_count::int, (select count(*)::int from automation_runs) as runs from automation_rules where id = ${rule.id}`
  assert.equal(counted?.run_count, counted?.runs)
}

/** Locks a table against writes during the work. */
async function holding(table: string, work: () => Promise<void>): Promise<void> {
  const client = await database.work.connect()
  await client.query(`begin; lock table ${table} in share row exclusive mode`)
  try {
    await work()
  } finally {
    await client.query('commit')
    client.release()
  }
}

test('Workers killed between the event and the first action still run every action', async () => {
  await startOne()
  const ids = await begin(6)
  await holding('automation_steps', async () => {
    await resolve(ids)
    const begun = async () => (await sql`select from automation_runs where subject_id = any(${ids})`).length === 6
    await until(begun, 'every run has begun')
    await kill()
  })
  assert.deepEqual(await sql`select from automation_steps`, [])
  await startOne()
  await endLeases()
  await allOnce(ids)
})

test('Workers killed before a run began run the rules after a restart', async () => {
  await startOne()
  const ids = await begin(6)
  await holding('automation_runs', async () => {
    await resolve(ids)
    await kill()
  })
  await startOne()
  await endLeases()
  await allOnce(ids)
})

test('Workers killed between two actions continue with the second', async () => {
  await startOne()
  const ids = await begin(6)
  await holding('attachments', async () => {
    await resolve(ids)
    const halfway = async () =>
      (
        await sql`select from automation_steps s join automation_runs n on n.id = s.run_id where n.subject_id = any(${ids})`
      ).length === 6
    await until(halfway, 'the first action is done everywhere')
    await kill()
  })
  const [steps] = await sql`
    select count(*)::int as count from automation_steps s join automation_runs n on n.id = s.run_id where n.subject_id = any(${ids})`
  assert.equal(steps?.count, 6)
  await startOne()
  await endLeases()
  await allOnce(ids)
})

test('When one of two nodes is killed repeatedly, each action is done once', async () => {
  await startTwo()
  const ids: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const some = await begin(15)
    ids.push(...some)
    await resolve(some)
    await sleep(Math.random() * 150)
    await kill(running[round % 2]!)
    await endLeases()
    await startTwo()
  }
  await endLeases()
  await allOnce(ids)
})

test('Two workers with the same delivery do each action once', async () => {
  await startTwo()
  const ids = await begin(30)
  await resolve(ids)
  for (let i = 0; i < 20; i++) {
    await endLeases()
    await sleep(20)
  }
  await allOnce(ids)
})
