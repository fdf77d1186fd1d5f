import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLanguageModel } from '#test/llm.ts'
import { ended } from '#test/server_process.ts'
import { openTwoNodes } from '#test/two_nodes.ts'
import { until } from '#test/wait.ts'

/*
 * An AI agent on two nodes, either of which may die at any moment: while the model thinks, when it has answered, when the
 * answer is written. Each customer is answered once, and what its tools did is done once.
 */

const SECONDS = 1000
const llm = await openLanguageModel()
const {
  database,
  sql,
  nodes,
  post,
  start,
  inbox_id: plain,
} = await openTwoNodes({
  LLM_URL: llm.url,
  LLM_MODEL: 'prueba-1',
})
let running = [...nodes]
let made = 0

const ok = async (path: string, body: object): Promise<Record<string, unknown> & { id: string }> => {
  const answer = await post(running[++made % running.length]!.url, path, body)
  assert.ok(answer && answer.status < 300, answer?.text)
  return answer.body as { id: string }
}

const { id: inbox_id } = await ok('/inboxes', {
  name: 'Con agente',
  channel: 'api',
  auto_assign: false,
  ai_agent_enabled: true,
})
await sql`
  insert into ai_agents (account_id, inbox_id, settings, updated_at)
  select account_id, id, '{"enabled_tools": ["create_lead", "hand_over"]}', now() from inboxes where id = ${inbox_id}`
await ok('/labels', { title: 'Resuelta' })
await ok('/automation-rules', {
  name: 'Al resolver',
  event: 'conversation.resolved',
  actions: [{ type: 'add_label', label: 'Resuelta' }],
})
for (const { child } of nodes) child.kill('SIGKILL')

/** The model notes a lead first, and answers then. */
const withLead = ({ messages }: { messages: { role: string }[] }) =>
  messages.some(({ role }) => role === 'tool')
    ? 'Anotado.'
    : { calls: [{ name: 'create_lead', input: { interest: 'una casa' } }] }

/** Customers who have just written, each something. */
function write(count: number, inbox = inbox_id, content = 'Quiero una casa'): Promise<string[]> {
  const one = async () => {
    const said = { source_id: `cliente:${++made}`, content }
    const { conversation } = await ok(`/inboxes/${inbox}/messages`, said)
    return (conversation as { id: string }).id
  }
  return Promise.all(Array.from({ length: count }, one))
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
  await sql`update deliveries set next_try_at = now(), attempts = 0 where subscriber = 'answer_customers' and dead_at is null`
}

const repliesIn = (ids: string[]) =>
  sql<{ id: string; said: string[]; told: number; leads: number; outcome: string; status: string }>`
    select c.id, c.status, array(select m.content from messages m where m.conversation_id = c.id and m.direction = 'outgoing') as said,
           (select count(*)::int from events e where e.name = 'message.sent' and e.payload -> 'conversation' ->> 'id' = c.id::text) as told,
           (select count(*)::int from leads l where l.contact_id = c.contact_id) as leads, t.outcome
      from conversations c left join ai_turns t on t.conversation_id = c.id where c.id = any(${ids}) order by c.id`

/** Each was answered, and nothing was said or done twice. */
async function allOnce(ids: string[], leads = 1): Promise<void> {
  const settled = async () => (await sql`select from ai_turns where conversation_id = any(${ids})`).length >= ids.length
  await until(settled, 'every customer has been answered', 90 * SECONDS)
  const idle = async () =>
    (await sql`select from deliveries where subscriber = 'answer_customers' and dead_at is null`).length === 0
  await until(idle, 'nothing is left to do', 90 * SECONDS)
  const once = { status: 'pending', said: ['Anotado.'], told: 1, leads, outcome: 'answered' }
  assert.deepEqual(
    await repliesIn(ids),
    ids.toSorted((a, b) => Number(a) - Number(b)).map((id) => ({ id, ...once })),
  )
}

/** A transaction of somebody else, open while the work is done. */
async function holding(
  begin: string,
  work: (query: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const client = await database.work.connect()
  await client.query(`begin; ${begin}`)
  try {
    await work((text) => client.query(text))
  } finally {
    await client.query('commit')
    client.release()
  }
}

test('killed while the model thinks, they ask it again when they are back', async () => {
  await startTwo()
  let thinking = 0
  llm.answers({ raw: () => void thinking++ })
  const ids = await write(5)
  await until(() => thinking === 5, 'the model has all five questions', 30 * SECONDS)
  await kill()
  llm.answers(withLead)
  await startTwo()
  await endLeases()
  await allOnce(ids)
})

test('killed between the answer of the model and what is written of it, they answer once', async () => {
  await startTwo()
  let answered = 0
  llm.answers((asked) => {
    if (asked.messages.some(({ role }) => role === 'tool')) answered++
    return withLead(asked)
  })
  let ids: string[] = []
  await holding('lock table ai_turns in share row exclusive mode', async () => {
    ids = await write(5)
    await until(() => answered === 5, 'the model has answered all five', 30 * SECONDS)
    await sleep(200)
    await kill()
  })
  assert.deepEqual(
    (await repliesIn(ids)).map(({ said, leads }) => [said, leads]),
    ids.map(() => [[], 1]),
  )
  await startTwo()
  await endLeases()
  await allOnce(ids)
})

test('killed once the answer is written, and before the work is marked as done, they do not answer again', async () => {
  await startTwo()
  const ids: string[] = []
  await holding('select 1', async (query) => {
    // Whoever asks the model has taken the delivery, which then cannot be taken off the list. Others can still be taken.
    llm.answers(async (asked) => {
      await query(
        `select from deliveries where subscriber = 'answer_customers' and next_try_at > clock_timestamp() for update`,
      )
      return withLead(asked)
    })
    ids.push(...(await write(3)))
    const said = async () => (await repliesIn(ids)).every((each) => each.said.length === 1)
    await until(said, 'everybody was answered', 60 * SECONDS)
    await kill()
    // What they had asked the database for last is not carried out behind their backs.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like 'delete from deliveries%'`
  })
  const left = await sql`select from deliveries where subscriber = 'answer_customers'`
  assert.ok(left.length > 0)
  llm.answers(withLead)
  await startTwo()
  await endLeases()
  await allOnce(ids)
})

test('when one of two nodes is killed again and again at any moment, each customer is answered once', async () => {
  await startTwo()
  llm.answers(async (asked) => {
    await sleep(Math.random() * 60)
    return withLead(asked)
  })
  const ids: string[] = []
  for (let round = 0; round < 4; round++) {
    ids.push(...(await write(12)))
    await sleep(Math.random() * 300)
    await kill([running[round % 2]!])
    await endLeases()
    running.push(await start())
  }
  await endLeases()
  await allOnce(ids)
})

test('two workers who hold the same delivery at once answer once', async () => {
  await startTwo()
  llm.answers(async (asked) => {
    await sleep(100)
    return withLead(asked)
  })
  const ids = await write(10)
  for (let i = 0; i < 20; i++) {
    await endLeases()
    await sleep(30)
  }
  await allOnce(ids)
})

test('while the model takes its time, nothing else waits for it', async () => {
  await startTwo()
  let thinking = 0
  llm.answers({ raw: () => void thinking++ })
  await write(40)
  await until(() => thinking >= 32, 'every hand is at the model', 30 * SECONDS)
  const [id] = await write(1, plain, 'Hola')
  await ok(`/conversations/${id}/resolve`, {})
  const labelled = async () => (await sql`select from conversation_labels where conversation_id = ${id}`).length === 1
  await until(labelled, 'the rule has run', 10 * SECONDS)
})
