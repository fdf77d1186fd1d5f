import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action } from '#contract/records/automation.ts'
import { openAutomations } from '#test/automations.ts'
import { addKey } from '#test/keys.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, inbox, talk, write, work, runs, rule, addAgent } = await openAutomations()

const send: Action[] = [{ type: 'send_message', content: 'Hola, te escribimos de la tienda' }]
const quiet: Action[] = [{ type: 'set_priority', priority: 'low' }]

const sentTo = async (conversation_id: string) =>
  (await act('get_conversation_detail', { conversation_id })).messages.filter((each) => each.direction === 'outgoing')
const denied = async (call: Promise<unknown>) => assert.equal((await refusal(call)).code, 'permission_denied')
/** The outcome of the latest run on a conversation: its status and the reason it gives. */
const lastRun = async (subject_id: string) => {
  const [run] = await runs({ subject_type: 'conversation', subject_id })
  return [run?.status, run?.steps.at(-1)?.detail]
}
const lettersAbout = (name: string) => sql<{ to_address: string; text: string }>`
  select to_address, text from emails where account_id = ${actor.account.id} and subject like ${`%${name}%`}`
const deactivate = (user_id: string | null, at: Date | null = new Date()) => sql`
  update memberships set deactivated_at = ${at} where account_id = ${actor.account.id} and user_id = ${user_id}`

test('A macro runs with the actions it had when it was run, whatever it is changed to meanwhile', async () => {
  const { id: macro_id } = await act('create_macro', { name: 'Baja', visibility: 'shared', actions: quiet })
  const { id } = await talk()
  await act('run_macro', { macro_id, conversation_ids: [id] })
  await act('update_macro', { macro_id, actions: send })
  await work()
  assert.deepEqual(await sentTo(id), [])
  assert.equal((await act('get_conversation_detail', { conversation_id: id })).priority, 'low')
})

test('A saved reply in a macro is sent with the text it had when the macro was run', async () => {
  const { id } = await talk()
  await act('create_canned_response', { short_code: 'gracias', content: 'Gracias por escribir', inbox: inbox.id })
  const actions: Action[] = [{ type: 'send_canned_response', canned_response: 'gracias' }]
  const { id: macro_id } = await act('create_macro', { name: 'Gracias', actions })
  await act('run_macro', { macro_id, conversation_ids: [id] })
  await act('edit_canned_response', { short_code: 'gracias', new_content: 'Otra cosa' })
  await work()
  assert.equal((await sentTo(id))[0]?.content, 'Gracias por escribir')
})

test('Saving a macro requires the permissions of its actions', async () => {
  const key = await addKey(sql, actor, 'conversations:write')
  await denied(act('create_macro', { name: 'Escribe', actions: send }, { as: key }))
  const { id: macro_id } = await act('create_macro', { name: 'Callada', actions: quiet }, { as: key })
  await denied(act('update_macro', { macro_id, actions: send }, { as: key }))
})

test('A key cannot rewrite its person’s private macro beyond its scopes, nor one it could not have written', async () => {
  const key = await addKey(sql, actor, 'conversations:write')
  const { id: calm } = await act('create_macro', { name: 'De Ana', actions: quiet })
  await denied(act('update_macro', { macro_id: calm, actions: send }, { as: key }))
  const { id: macro_id } = await act('create_macro', { name: 'Saluda', actions: send })
  await denied(act('update_macro', { macro_id, actions: quiet }, { as: key }))
  await denied(act('update_macro', { macro_id, name: 'Otra' }, { as: key }))
  const luz = await addAgent('Luz')
  assert.equal((await refusal(act('update_macro', { macro_id, actions: quiet }, { as: luz }))).code, 'not_found')
})

test('A macro does nothing for a key revoked before its turn came, and the log says so', async () => {
  const key = await addKey(sql, actor, 'conversations:write', 'messages:send', 'conversations:read')
  const { id: macro_id } = await act('create_macro', { name: 'Tarde', visibility: 'shared', actions: send })
  const { id } = await talk()
  await act('run_macro', { macro_id, conversation_ids: [id] }, { as: key })
  await sql`update api_keys set revoked_at = now() where id = ${key.id}`
  await work()
  assert.deepEqual(await sentTo(id), [])
  assert.deepEqual(await lastRun(id), ['failed', 'La clave de API Programa fue revocada o venció.'])
})

test('A macro does nothing in a conversation its person can no longer see', async () => {
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const { id: macro_id } = await act('create_macro', { name: 'Suya', visibility: 'shared', actions: send })
  const { id } = await talk()
  await act('assign_conversation', { conversation_id: id, agent: own.id! })
  await act('run_macro', { macro_id, conversation_ids: [id] }, { as: own })
  await act('unassign_conversation', { conversation_id: id })
  await work()
  assert.deepEqual(await sentTo(id), [])
  assert.match((await lastRun(id))[1]!, /ya no es visible/)
})

test('A rule cannot be widened, switched or renamed by someone who could not have written its actions', async () => {
  const key = await addKey(sql, actor, 'workspace:write', 'workspace:read', 'conversations:read')
  const conditions = {
    any: [{ all: [{ field: 'message_content', operator: 'contains' as const, values: ['x'] }] }],
  }
  const { id: rule_id } = await rule('message.received', send, { conditions, active: false })
  for (const patch of [
    { conditions: null },
    { active: true },
    { event: 'conversation.created' as const, conditions: null },
    { name: 'Otra' },
    { actions: quiet },
  ])
    await denied(act('update_automation_rule', { rule_id, ...patch }, { as: key }))
  const kept = await act('get_automation_rule', { rule_id })
  assert.deepEqual([kept.conditions, kept.active], [conditions, false])
})

test('A dry run shows nothing of records the caller may not read', async () => {
  const { id: subject_id } = await talk({ contact: { name: 'Inés', email: 'ines@example.com' } })
  const as = await addKey(sql, actor, 'workspace:write', 'workspace:read', 'messages:send')
  const actions: Action[] = [{ type: 'send_message', content: '{{contact.email}}' }]
  await denied(act('test_automation_rule', { event: 'message.received', actions, subject_id }, { as }))
  const mail: Action[] = [{ type: 'send_email', to: 'x@example.com', subject: 'x', body: '{{contact.city}}' }]
  await denied(act('test_automation_rule', { event: 'message.received', actions: mail, subject_id }, { as }))
})

test('A rule stops when its maker leaves: the log and an e-mail to each administrator say so, until one saves it', async () => {
  const eva = await addAgent('Eva', { role: 'administrator' })
  const made = { name: 'De Eva', event: 'message.received' as const, actions: send }
  const { id: rule_id, maker, problem } = await act('create_automation_rule', made, { as: eva })
  assert.deepEqual([maker, problem], [{ type: 'user', id: eva.id, name: 'Eva' }, null])
  await deactivate(eva.user_id)
  for (let i = 0; i < 2; i++) {
    const { id } = await talk()
    await work()
    assert.deepEqual(await sentTo(id), [])
    assert.deepEqual(await lastRun(id), [
      'failed',
      'Eva ya no tiene acceso activo al espacio de trabajo. Un administrador debe guardar la regla de nuevo.',
    ])
  }
  assert.equal((await lettersAbout('De Eva')).length, 1, 'one mail, to the administrator who is left')
  assert.match((await act('get_automation_rule', { rule_id })).problem!, /Eva ya no tiene acceso/)

  const saved = await act('update_automation_rule', { rule_id, active: true })
  assert.deepEqual([saved.maker?.id, saved.problem], [actor.id, null])
  const { id } = await talk()
  await work()
  assert.equal((await sentTo(id)).length, 1)
  await act('delete_automation_rule', { rule_id })
})

test('A rule made by a key stops when the key is revoked, has expired, or its person loses the permission', async () => {
  const eva = await addAgent('Eva', { role: 'administrator' })
  const scopes = ['workspace:write', 'workspace:read', 'conversations:read', 'messages:send'] as const
  const as = await addKey(sql, eva, ...scopes)
  const made = { name: 'Del programa', event: 'message.received' as const, actions: send }
  const { id: rule_id } = await act('create_automation_rule', made, { as })
  const reasonAfter = async (change: Promise<unknown>) => {
    await change
    const { id } = await talk()
    await work()
    assert.deepEqual(await sentTo(id), [])
    return (await lastRun(id))[1]
  }
  const role = (to: string) => sql`update memberships set role = ${to} where user_id = ${eva.user_id}`
  assert.match((await reasonAfter(role('agent')))!, /Programa ya no tiene el permiso workspace:write/)
  await role('administrator')
  const expire = sql`update api_keys set expires_at = now() - interval '1 minute' where id = ${as.id}`
  assert.match((await reasonAfter(expire))!, /fue revocada o venció/)
  await sql`update api_keys set expires_at = null, scopes = '{workspace:write,conversations:read}' where id = ${as.id}`
  const { id } = await talk()
  await work()
  assert.match((await lastRun(id))[1]!, /messages:send/)
  await act('delete_automation_rule', { rule_id })
})

test('A rule made with a key keeps to the permissions it was saved with, although the key is given more', async () => {
  const as = await addKey(sql, actor, 'workspace:write', 'workspace:read', 'conversations:read', 'conversations:write')
  const { id: rule_id } = await act(
    'create_automation_rule',
    { name: 'Corta', event: 'message.received', actions: quiet },
    { as },
  )
  await sql`update api_keys set scopes = scopes || '{messages:send}' where id = ${as.id}`
  await sql`update automation_rules set actions = ${JSON.stringify(send)}::jsonb where id = ${rule_id}`
  const { id } = await talk()
  await work()
  assert.deepEqual(await sentTo(id), [])
  await act('delete_automation_rule', { rule_id })
})

test('A rule runs only for records its maker may see', async () => {
  const eva = await addAgent('Eva', { role: 'administrator', visibility: 'own' })
  const made = { name: 'De lo suyo', event: 'message.received' as const, actions: quiet }
  const { id: rule_id } = await act('create_automation_rule', made, { as: eva })
  const [hers, other] = [await talk({ source_id: 'de-eva' }), await talk({ source_id: 'de-nadie' })]
  await work()
  await act('assign_conversation', { conversation_id: hers.id, agent: eva.id! })
  for (const source_id of ['de-eva', 'de-nadie']) await write({ source_id, content: 'Otra vez' })
  await work()
  const ran = await runs({ rule_id })
  assert.deepEqual(
    ran.map(({ subject, status }) => [subject.id, status]),
    [[hers.id, 'done']],
  )
  assert.equal((await act('get_conversation_detail', { conversation_id: other.id })).priority, 'none')
  await act('delete_automation_rule', { rule_id })
})

test('Rules from before makers were recorded run as made by an administrator', async () => {
  const { id: rule_id } = await rule('message.received', send)
  await sql`update automation_rules set maker = null where id = ${rule_id}`
  const { id } = await talk()
  await work()
  assert.equal((await sentTo(id)).length, 1)
  const { maker, problem } = await act('get_automation_rule', { rule_id })
  assert.deepEqual([maker, problem], [null, null])
  await act('delete_automation_rule', { rule_id })
})

test('Rules do not flood an address with e-mail: beyond the limit the action fails, and says so', async () => {
  const to = 'buzon@example.com'
  const actions: Action[] = [{ type: 'send_email', to, subject: 'Nuevo', body: 'Hay un mensaje' }]
  const { id: rule_id } = await rule('message.received', actions)
  const subject = `mail-to:automation:${to}`
  await sql`select take_allowance(array[${subject}], array[300], 299, 60, clock_timestamp())`
  const [first, second] = [await talk(), await talk()]
  await work()
  assert.equal((await lastRun(first.id))[0], 'done')
  assert.match((await lastRun(second.id))[1]!, /too many e-mails/)
  await act('delete_automation_rule', { rule_id })
})
