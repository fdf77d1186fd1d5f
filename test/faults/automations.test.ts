import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ended } from '#test/server_process.ts'
import { openTwoNodes } from '#test/two_nodes.ts'
import { until } from '#test/wait.ts'

/* Rules that run on two nodes, either of which may die at any moment. Whatever was to be done is done, and once. */

const { database, sql, nodes, post, start, inbox_id } = await openTwoNodes()
let running = [...nodes]

const SECONDS = 1000
let made = 0

const ok = async (path: string, body: object): Promise<Record<string, unknown> & { id: string }> => {
  const answer = await post(running[++made % running.length]!.url, path, body)
  assert.ok(answer && answer.status < 300, answer?.text)
  return answer.body as { id: string }
}

await ok('/labels', { title: 'Resuelta' })
const rule = await ok('/automation-rules', {
  name: 'Al resolver',
  event: 'conversation.resolved',
  actions: [
    { type: 'add_label', label: 'Resuelta' },
    { type: 'send_message', content: 'Gracias' },
    { type: 'add_note', content: 'Cerrada' },
    { type: 'send_email', to: 'jefa@example.com', subject: 'Cerrada', body: 'Una más' },
    { type: 'send_webhook', url: 'https://example.invalid/hook' },
  ],
})

for (const { child } of nodes) child.kill('SIGKILL')

/** Conversations somebody has just begun. */
function begin(count: number): Promise<string[]> {
  const one = async () => {
    const said = { source_id: `regla:${++made}`, content: 'Hola' }
    const { conversation } = await ok(`/inboxes/${inbox_id}/messages`, said)
    return (conversation as { id: string }).id
  }
  return Promise.all(Array.from({ length: count }, one))
}

async function resolve(ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => ok(`/conversations/${id}/resolve`, {})))
}

/** Two nodes, which live no longer than the test that starts them. */
async function startTwo(): Promise<void> {
  running = [await start(), await start()]
}

async function kill(which = running): Promise<void> {
  for (const { child } of which) child.kill('SIGKILL')
  for (const { child } of which) assert.ok(await ended(child, 5 * SECONDS))
  running = running.filter((node) => !which.includes(node))
}

/** The leases of those who are gone end, as they do by themselves after a minute; those who live may be overtaken. */
async function endLeases(): Promise<void> {
  await sql`update deliveries set next_try_at = now(), attempts = 0 where subscriber = 'run_automations' and dead_at is null`
}

/** In each of them everything was done, and nothing twice. */
async function allOnce(ids: string[]): Promise<void> {
  const finished = async () => {
    const rows = await sql`select from automation_runs where subject_id = any(${ids}) and status <> 'running'`
    return rows.length === ids.length
  }
  await until(finished, 'every run has ended', 60 * SECONDS)
  const found = await sql<{
    id: string
    status: string
    steps: number
    said: string[]
    told: number
    mails: number
    calls: number
  }>`
    select c.id, n.status,
           (select count(*)::int from automation_steps s where s.run_id = n.id and s.status = 'done') as steps,
           array(select m.content from messages m where m.conversation_id = c.id and m.author_type = 'automation' order by m.id) as said,
           (select count(*)::int from events e where e.name = 'conversation.label_added' and e.payload -> 'conversation' ->> 'id' = c.id::text) as told,
           (select count(*)::int from emails e where e.key like 'automation:' || n.id || ':%') as mails,
           (select count(*)::int from events e where e.name = 'automation.webhook_requested'
               and e.payload -> 'body' -> 'conversation' ->> 'id' = c.id::text) as calls
      from conversations c join automation_runs n on n.subject_id = c.id where c.id = any(${ids}) order by c.id`
  const once = { status: 'done', steps: 5, said: ['Gracias', 'Cerrada'], told: 1, mails: 1, calls: 1 }
  assert.deepEqual(
    found,
    ids.toSorted((a, b) => Number(a) - Number(b)).map((id) => ({ id, ...once })),
  )
  const [counted] = await sql<{ run_count: number; runs: number }>`
    select run_count::int, (select count(*)::int from automation_runs) as runs from automation_rules where id = ${rule.id}`
  assert.equal(counted?.run_count, counted?.runs)
}

/** Keeps everybody from writing into a table while the work is done. */
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

test('killed between what happened and the first action, all workers leave nothing undone', async () => {
  await startTwo()
  const ids = await begin(6)
  await holding('automation_steps', async () => {
    await resolve(ids)
    const begun = async () => (await sql`select from automation_runs where subject_id = any(${ids})`).length === 6
    await until(begun, 'every run has begun', 30 * SECONDS)
    await kill()
  })
  assert.deepEqual(await sql`select from automation_steps`, [])
  await startTwo()
  await endLeases()
  await allOnce(ids)
})

test('killed before any run could begin, they run the rules when they are back', async () => {
  await startTwo()
  const ids = await begin(6)
  await holding('automation_runs', async () => {
    await resolve(ids)
    await kill()
  })
  await startTwo()
  await endLeases()
  await allOnce(ids)
})

test('killed between two actions, they go on with the second', async () => {
  await startTwo()
  const ids = await begin(6)
  await holding('attachments', async () => {
    await resolve(ids)
    const halfway = async () =>
      (
        await sql`select from automation_steps s join automation_runs n on n.id = s.run_id where n.subject_id = any(${ids})`
      ).length === 6
    await until(halfway, 'the first action is done everywhere', 30 * SECONDS)
    await kill()
  })
  const [steps] = await sql`
    select count(*)::int as count from automation_steps s join automation_runs n on n.id = s.run_id where n.subject_id = any(${ids})`
  assert.equal(steps?.count, 6)
  await startTwo()
  await endLeases()
  await allOnce(ids)
})

test('when one of two nodes is killed again and again at any moment, each action is done once', async () => {
  await startTwo()
  const ids: string[] = []
  for (let round = 0; round < 4; round++) {
    const some = await begin(15)
    ids.push(...some)
    await resolve(some)
    await sleep(Math.random() * 150)
    await kill([running[round % 2]!])
    await endLeases()
    running.push(await start())
  }
  await endLeases()
  await allOnce(ids)
})

test('two workers who hold the same delivery at once do each action once', async () => {
  await startTwo()
  const ids = await begin(30)
  await resolve(ids)
  for (let i = 0; i < 20; i++) {
    await endLeases()
    await sleep(20)
  }
  await allOnce(ids)
})
