import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, sql, talk, write, work, runs, rule, waiting, deliver, inbox, addAgent, addAccount } =
  await openAutomations()

await act('create_label', { title: 'Vip' })
const luz = { ...(await addAgent('Luz Peña')), session: 'app' }
const zoe = { ...(await addAgent('Zoé')), session: 'app' }
await rule('conversation.resolved', [{ type: 'send_message', content: 'Gracias por escribir' }])
const { id: macro_id } = await act('create_macro', {
  name: 'Cerrar',
  visibility: 'shared',
  actions: [
    { type: 'send_message', content: 'Adiós' },
    { type: 'add_label', label: 'Vip' },
    { type: 'assign_agent', agent: zoe.id! },
    { type: 'set_priority', priority: 'high' },
    { type: 'set_priority', priority: 'low' },
    { type: 'send_email', to: 'ventas@example.com', subject: 'Cerrada', body: 'Una más' },
    { type: 'set_status', status: 'resolved' },
  ],
})

const run = (conversation_id: string, as = luz) =>
  act('run_macro', { macro_id, conversation_ids: [conversation_id] }, { as })
const undo = (conversation_id: string, as = luz) => act('undo_macro', { macro_id, conversation_id }, { as })
/** Performs the actions that do not wait. */
async function begin() {
  for (const each of await waiting()) if (each.subscriber === 'run_macros') await deliver(each)
}
async function stateOf(conversation_id: string) {
  const { updated_at: _, ...state } = await act('get_conversation_detail', { conversation_id })
  return state
}
const sent = async (conversation_id: string) =>
  (await stateOf(conversation_id)).messages
    .filter(({ direction }) => direction === 'outgoing')
    .map((each) => each.content)
const mails = async () => (await sql`select from emails where to_address = 'ventas@example.com'`).length

test('A macro run in the app changes the conversation at once, and undo restores it before anything goes out', async () => {
  const { id } = await talk()
  const before = await stateOf(id)
  await run(id)
  await begin()
  const { status, labels, priority, assignee } = await stateOf(id)
  assert.deepEqual([status, labels, priority, assignee?.id], ['resolved', ['Vip'], 'low', zoe.id])
  assert.deepEqual([await sent(id), await mails()], [[], 0])

  assert.equal((await undo(id)).status, 'open')
  assert.deepEqual(await stateOf(id), before)
  await work()
  assert.deepEqual(await stateOf(id), before)
  assert.equal(await mails(), 0)
  assert.deepEqual(await runs({ subject_type: 'conversation', subject_id: id }), [])
  assert.deepEqual((await act('list_conversation_changes', { conversation_id: id })).items, [])
  assert.equal((await refusal(undo(id))).code, 'undo_expired', 'only once')
})

test('A macro that is not undone sends its messages afterwards, each once', async () => {
  const { id } = await talk()
  await run(id)
  await begin()
  await work()
  const texts = await sent(id)
  assert.deepEqual([texts.length, new Set(texts)], [2, new Set(['Adiós', 'Gracias por escribir'])])
  assert.equal(await mails(), 1)
  const [ran, ...others] = await runs({ macro_id, subject_type: 'conversation', subject_id: id })
  assert.deepEqual([ran!.status, ran!.steps.length, others], ['done', 7, []])
  assert.equal((await refusal(undo(id))).code, 'undo_expired')
})

test('A macro that was undone before its turn does nothing', async () => {
  const { id } = await talk()
  const before = await stateOf(id)
  await run(id)
  await undo(id)
  await work()
  assert.deepEqual(await stateOf(id), before)
})

test('Only the last run of the macro is undone, and changes by hand stay', async () => {
  const [{ id }, other] = [await talk(), await talk()]
  await run(id)
  await run(other.id)
  await begin()
  await act(
    'set_conversation_team',
    { conversation_id: id, team: (await act('create_team', { name: 'Ventas' })).id },
    { as: luz },
  )
  const { team, status } = await undo(id)
  assert.deepEqual([team?.name, status], ['Ventas', 'open'])
  assert.equal((await stateOf(other.id)).status, 'resolved')
})

test('When the customer wrote meanwhile the status stays, and the messages are withdrawn all the same', async () => {
  const source_id = 'una clienta'
  const { id } = await talk({ source_id })
  await run(id)
  await begin()
  await write({ inbox_id: inbox.id, source_id, content: '¿Hola?' })
  const { status, labels, priority } = await undo(id)
  assert.deepEqual([status, labels, priority], ['open', [], 'none'])
  await work()
  assert.ok(!(await sent(id)).includes('Adiós'))
})

test('Once its messages may have gone out, by another person or of a program it is not undone', async () => {
  const { id } = await talk()
  await run(id)
  await begin()
  assert.equal((await refusal(undo(id, zoe))).code, 'undo_expired')
  await sql`update deliveries set next_try_at = now() where subscriber = 'finish_macros'`
  assert.equal((await refusal(undo(id))).code, 'undo_expired')
  assert.equal((await stateOf(id)).status, 'resolved')

  const { id: programs } = await talk()
  await act('run_macro', { macro_id, conversation_ids: [programs] })
  assert.equal((await refusal(undo(programs, { ...actor, session: 'app' }))).code, 'undo_expired')
})

test('A conversation or macro of another workspace is not found, and permission to write is required', async () => {
  const { id } = await talk()
  await run(id)
  const other = await addAccount()
  const theirs = await other.talk()
  assert.equal((await refusal(undo(theirs.id))).code, 'not_found')
  const foreign = other.act('undo_macro', { macro_id, conversation_id: theirs.id })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const as = { ...only('conversations:read'), session: 'app' }
  assert.equal((await refusal(undo(id, as))).code, 'permission_denied')
})
