import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '#doors/classic/plugin.ts'
import { openClassicNode } from '#test/classic.ts'
import { sample } from '#test/runs.ts'

const { classic, ok, addAccount, tokenOf, sql } = await openClassicNode({ HILO_OPEN_LIMIT: '10000' })

const routes: [method: string, url: string][] = []
for (const open of resources)
  open((method, url) => {
    for (const each of [method].flat()) routes.push([each, url])
  })

test('Every route refuses a missing, wrong or foreign token', async () => {
  const other = await tokenOf((await addAccount()).account_id)
  const [before] = await sql<{ count: number }>`select count(*)::int as count from events`
  for (const [method, url] of routes) {
    const path = url.replace(/:\w+/g, '1')
    for (const token of ['', 'wrong', other]) {
      const answer = await classic(method, path, method === 'GET' ? undefined : {}, { token })
      assert.equal(answer.status, 401, `${method} ${url}`)
      assert.equal(typeof answer.body.error, 'string')
    }
  }
  const [after] = await sql<{ count: number }>`select count(*)::int as count from events`
  assert.deepEqual(after, before)
})

test('Nonsense input is refused and never causes a server error', async () => {
  const known = await createRecords()
  const toPath = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => String(known[name]))
  const odd = ['x', 0, -1, 1.5, true, null, [], {}, [[]], { a: { b: 1 } }, '\u0000', '\ud800', 'a'.repeat(200_000)]
  for (const [row, [method, url]] of routes.filter(([each]) => each !== 'GET' && each !== 'DELETE').entries()) {
    for (const value of sample(odd, 3, row)) {
      const body = Object.fromEntries(fields.map((field) => [field, value]))
      const answer = await classic(method, toPath(url), body)
      assert.ok(answer.status < 500, `${method} ${url} with ${JSON.stringify(value)?.slice(0, 40)}: ${answer.text}`)
    }
  }
  for (const [row, [, url]] of routes.filter(([method]) => method === 'GET').entries())
    for (const query of sample(queries, 3, row)) {
      const answer = await classic('GET', `${toPath(url)}?${query}`)
      assert.ok(answer.status < 500, `${url}?${query}: ${answer.text}`)
    }
})

const fields = `name email phone_number identifier additional_attributes custom_attributes labels contact content
  content_attributes attachments message_type private source_id echo_id note status snoozed_until priority team_id
  user_ids payload message merge url subscriptions webhook typing_status title color channel short_code description allow_auto_assign
  attribute_key attribute_model attribute_display_name attribute_display_type attribute_values attribute_description event_name
  conditions actions conversation_ids query filter_type role availability auto_offline active`.split(/\s+/)

const queries = `page=-1 page=99999999999999999999 page=700 q=%00 q=ana&sort=__proto__ labels=%00&labels[]=x
  before=x&after=%00 before=1&after=9 status=%00 inbox_id=x&team_id=%00 updated_within=99999999999999`.split(/\s+/)

/** One record of each kind, by the name routes give its id. */
async function createRecords(): Promise<Record<string, number>> {
  const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
  const { contact } = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })).payload
  const conversation = await ok('POST', '/conversations', { contact_id: contact.id, inbox_id: inbox.id })
  const definition = { attribute_display_name: 'Plan', attribute_key: 'plan', attribute_model: 1 }
  const webhook = { url: 'https://example.com/hook', subscriptions: ['message_created'] }
  const actions = [{ action_name: 'resolve_conversation', action_params: [] }]
  const made = {
    webhook: (await ok('POST', '/webhooks', webhook)).payload.webhook,
    message: await ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Hola' }),
    note: await ok('POST', `/contacts/${contact.id}/notes`, { content: 'Llamar' }),
    team: await ok('POST', '/teams', { name: 'ventas' }),
    label: await ok('POST', '/labels', { title: 'vip' }),
    canned_response: await ok('POST', '/canned_responses', { short_code: 'hola', content: 'Buenas' }),
    definition: await ok('POST', '/custom_attribute_definitions', definition),
    agent: await ok('POST', '/agents', { name: 'Luz', email: 'luz@example.com', role: 'agent' }),
    custom_filter: await ok('POST', '/custom_filters', { name: 'Abiertas', type: 'conversation', query: {} }),
    rule: await ok('POST', '/automation_rules', { name: 'Regla', event_name: 'message_created', actions }),
    macro: (await ok('POST', '/macros', { name: 'Macro', actions })).payload,
    inbox,
    contact,
    conversation,
  }
  return Object.fromEntries(Object.entries(made).map(([name, { id }]) => [`${name}_id`, id]))
}
