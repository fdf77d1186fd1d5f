import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLanguageModel } from '#test/llm.ts'
import { isFull } from '#test/runs.ts'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/*
 * An AI agent on two nodes, either of which may be killed at any moment: while the model works, after its answer, after
 * the answer is saved. Each customer is answered once, and each tool call takes effect once.
 */

const llm = await openLanguageModel()
const model = { LLM_URL: llm.url, LLM_MODEL: 'prueba-1' }
const { database, sql, running, startOne, startTwo, kill, ok, inbox_id: plain, ...nodes } = await openTwoNodes(model)
const endLeases = () => nodes.endLeases('answer_customers')
const ROUNDS = isFull ? 4 : 2
let made = 0

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

/** The model creates a lead first, and then answers. */
const withLead = ({ messages }: { messages: { role: string }[] }) =>
  messages.some(({ role }) => role === 'tool')
    ? 'Anotado.'
    : { calls: [{ name: 'create_lead', input: { interest: 'una casa' } }] }

/** New customers, each with a first message. */
function write(count: number, inbox = inbox_id, content = 'Quiero una casa'): Promise<string[]> {
  const one = async () => {
    const message = { source_id: `cliente:${++made}`, content }
    const { conversation } = await ok(`/inboxes/${inbox}/messages`, message)
    return (conversation as { id: string }).id
  }
  return Promise.all(Array.from({ length: count }, one))
}

const repliesIn = (ids: string[]) =>
  sql<{ id: string; replies: string[]; events: number; leads: number; outcome: string; status: string }>`
    select c.id, c.status, array(select m.content from messages m where m.conversation_id = c.id and m.direction = 'outgoing') as replies,
           (select count(*)::int from events e where e.name = 'message.sent' and e.payload -> 'conversation' ->> 'id' = c.id::text) as events,
           (select count(*)::int from leads l where l.contact_id = c.contact_id) as leads, t.outcome
      from conversations c left join ai_turns t on t.conversation_id = c.id where c.id = any(${ids}) order by c.id`

/** Checks that each customer was answered once, without duplicate actions. */
async function allOnce(ids: string[], leads = 1): Promise<void> {
  const settled = async () => (await sql`select from ai_turns where conversation_id = any(${ids})`).length >= ids.length
  await until(settled, 'every customer has been answered')
  const idle = async () =>
    (await sql`select from deliveries where subscriber = 'answer_customers' and dead_at is null`).length === 0
  await until(idle, 'nothing is left to do')
  const once = { status: 'pending', replies: ['Anotado.'], events: 1, leads, outcome: 'answered' }
  assert.deepEqual(
    await repliesIn(ids),
    ids.toSorted((a, b) => Number(a) - Number(b)).map((id) => ({ id, ...once })),
  )
}

/** Runs the work while another transaction is open. */
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

test('Workers killed while the model works ask it again after a restart', async () => {
  await startOne()
  let thinking = 0
  llm.answers({ raw: () => void thinking++ })
  const ids = await write(4)
  await until(() => thinking === 4, 'the model has all four questions')
  await kill()
  llm.answers(withLead)
  await startOne()
  await endLeases()
  await allOnce(ids)
})

test('Workers killed between the model’s answer and saving it answer once', async () => {
  await startOne()
  let answered = 0
  llm.answers((request) => {
    if (request.messages.some(({ role }) => role === 'tool')) answered++
    return withLead(request)
  })
  let ids: string[] = []
  await holding('lock table ai_turns in share row exclusive mode', async () => {
    ids = await write(4)
    await until(() => answered === 4, 'the model has answered all four')
    const isSaving = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length >
      0
    await until(isSaving, 'a node saves an answer')
    await kill()
  })
  assert.deepEqual(
    (await repliesIn(ids)).map(({ replies, leads }) => [replies, leads]),
    ids.map(() => [[], 1]),
  )
  await startOne()
  await endLeases()
  await allOnce(ids)
})

test('Workers killed after saving the answer do not answer again', async () => {
  await startOne()
  const ids: string[] = []
  await holding('select 1', async (query) => {
    // A worker that calls the model has claimed the delivery; blocking the row keeps it from being completed, while others run.
    llm.answers(async (request) => {
      await query(
        `select from deliveries where subscriber = 'answer_customers' and next_try_at > clock_timestamp() for update`,
      )
      return withLead(request)
    })
    ids.push(...(await write(3)))
    const allAnswered = async () => (await repliesIn(ids)).every((each) => each.replies.length === 1)
    await until(allAnswered, 'every customer was answered')
    await kill()
    // Statements still running in the database are cancelled.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like 'delete from deliveries%'`
  })
  const left = await sql`select from deliveries where subscriber = 'answer_customers'`
  assert.ok(left.length > 0)
  llm.answers(withLead)
  await startOne()
  await endLeases()
  await allOnce(ids)
})

test('When one of two nodes is killed repeatedly, each customer is answered once', async () => {
  await startTwo()
  llm.answers(async (request) => {
    await sleep(Math.random() * 60)
    return withLead(request)
  })
  const ids: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ids.push(...(await write(12)))
    await sleep(Math.random() * 300)
    await kill(running[round % 2]!)
    await endLeases()
    await startTwo()
  }
  await endLeases()
  await allOnce(ids)
})

test('Two workers with the same delivery answer once', async () => {
  await startTwo()
  llm.answers(async (request) => {
    await sleep(100)
    return withLead(request)
  })
  const ids = await write(10)
  for (let i = 0; i < 20; i++) {
    await endLeases()
    await sleep(30)
  }
  await allOnce(ids)
})

test('While the model works, nothing else waits for it', async () => {
  await startTwo()
  let thinking = 0
  llm.answers({ raw: () => void thinking++ })
  await write(40)
  // Four of each node, the share of one workspace.
  await until(() => thinking >= 8, 'every hand is at the model')
  const [id] = await write(1, plain, 'Hola')
  await ok(`/conversations/${id}/resolve`, {})
  const labelled = async () => (await sql`select from conversation_labels where conversation_id = ${id}`).length === 1
  await until(labelled, 'the rule has run')
})
