import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '#doors/classic/open.ts'
import { openClassicNode } from '#test/classic.ts'

const { classic, ok, addAccount, tokenOf, sql } = await openClassicNode()

const routes: [method: string, url: string][] = []
for (const open of resources)
  open((method, url) => {
    for (const each of [method].flat()) routes.push([each, url])
  })

test('the routes are those existing clients use, and those of our modules', () => {
  const lines = new Map<string, string[]>()
  for (const [method, url] of routes) lines.set(url, [...(lines.get(url) ?? []), method])
  assert.deepEqual([...lines].map(([url, methods]) => `${url} ${methods.toSorted().join(' ')}`).toSorted(), [
    '/actions/contact_merge POST',
    '/agents GET',
    '/canned_responses GET POST',
    '/canned_responses/:canned_response_id DELETE PATCH PUT',
    '/contacts GET POST',
    '/contacts/:contact_id DELETE GET PATCH PUT',
    '/contacts/:contact_id/contact_inboxes POST',
    '/contacts/:contact_id/contactable_inboxes GET',
    '/contacts/:contact_id/conversations GET',
    '/contacts/:contact_id/destroy_custom_attributes POST',
    '/contacts/:contact_id/labels GET POST',
    '/contacts/:contact_id/notes GET POST',
    '/contacts/:contact_id/notes/:note_id DELETE GET PATCH PUT',
    '/contacts/filter POST',
    '/contacts/search GET',
    '/conversations GET POST',
    '/conversations/:conversation_id GET PATCH PUT',
    '/conversations/:conversation_id/assignments POST',
    '/conversations/:conversation_id/custom_attributes POST',
    '/conversations/:conversation_id/labels GET POST',
    '/conversations/:conversation_id/messages GET POST',
    '/conversations/:conversation_id/messages/:message_id DELETE PATCH PUT',
    '/conversations/:conversation_id/mute POST',
    '/conversations/:conversation_id/participants DELETE GET PATCH POST PUT',
    '/conversations/:conversation_id/toggle_priority POST',
    '/conversations/:conversation_id/toggle_status POST',
    '/conversations/:conversation_id/toggle_typing_status POST',
    '/conversations/:conversation_id/unmute POST',
    '/conversations/:conversation_id/unread POST',
    '/conversations/:conversation_id/update_last_seen POST',
    '/conversations/filter POST',
    '/conversations/meta GET',
    '/custom_attribute_definitions GET POST',
    '/custom_attribute_definitions/:definition_id DELETE GET PATCH PUT',
    '/inbox_members DELETE PATCH POST PUT',
    '/inbox_members/:inbox_id DELETE GET',
    '/inboxes GET POST',
    '/inboxes/:inbox_id GET PATCH PUT',
    '/labels GET POST',
    '/labels/:label_id DELETE GET PATCH PUT',
    '/search GET',
    '/search/contacts GET',
    '/search/conversations GET',
    '/search/messages GET',
    '/teams GET POST',
    '/teams/:team_id DELETE GET PATCH PUT',
    '/teams/:team_id/team_members DELETE GET PATCH POST PUT',
    '/test_drives GET POST',
    '/test_drives/:test_drive_id GET',
    '/test_drives/:test_drive_id/cancel POST',
    '/test_drives/slots GET',
    '/test_drives/slots/:slot_id DELETE',
    '/test_drives/vehicles GET POST',
    '/test_drives/vehicles/:vehicle_id DELETE GET PATCH PUT',
    '/test_drives/vehicles/:vehicle_id/slots POST',
    '/webhooks GET POST',
    '/webhooks/:webhook_id DELETE PATCH PUT',
  ])
})

test('every one of them is closed to whoever has no token, a wrong one, or another account’s', async () => {
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

test('what no operation can make sense of is refused, and never an error of ours', async () => {
  const known = await furnish()
  const toPath = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => String(known[name]))
  const odd = ['x', 0, -1, 1.5, true, null, [], {}, [[]], { a: { b: 1 } }, '\u0000', '\ud800', 'a'.repeat(200_000)]
  for (const [method, url] of routes.filter(([each]) => each !== 'GET' && each !== 'DELETE')) {
    for (const value of odd) {
      const body = Object.fromEntries(fields.map((field) => [field, value]))
      const answer = await classic(method, toPath(url), body)
      assert.ok(answer.status < 500, `${method} ${url} with ${JSON.stringify(value)?.slice(0, 40)}: ${answer.text}`)
    }
  }
  for (const query of queries)
    for (const [, url] of routes.filter(([method]) => method === 'GET')) {
      const answer = await classic('GET', `${toPath(url)}?${query}`)
      assert.ok(answer.status < 500, `${url}?${query}: ${answer.text}`)
    }
})

const fields = `name email phone_number identifier additional_attributes custom_attributes labels contact content
  content_attributes attachments message_type private source_id echo_id note status snoozed_until priority team_id
  user_ids payload message merge url subscriptions webhook typing_status title color channel short_code description allow_auto_assign
  attribute_key attribute_model attribute_display_name attribute_display_type attribute_values attribute_description`.split(
  /\s+/,
)

const queries = `page=-1 page=99999999999999999999 page=700 q=%00 q=ana&sort=__proto__ labels=%00&labels[]=x
  before=x&after=%00 before=1&after=9 status=%00 inbox_id=x&team_id=%00 updated_within=99999999999999`.split(/\s+/)

/** One record of each kind, by the name routes give its id. */
async function furnish(): Promise<Record<string, number>> {
  const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
  const { contact } = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })).payload
  const conversation = await ok('POST', '/conversations', { contact_id: contact.id, inbox_id: inbox.id })
  const definition = { attribute_display_name: 'Plan', attribute_key: 'plan', attribute_model: 1 }
  const webhook = { url: 'https://example.com/hook', subscriptions: ['message_created'] }
  const made = {
    webhook: (await ok('POST', '/webhooks', webhook)).payload.webhook,
    message: await ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Hola' }),
    note: await ok('POST', `/contacts/${contact.id}/notes`, { content: 'Llamar' }),
    team: await ok('POST', '/teams', { name: 'ventas' }),
    label: await ok('POST', '/labels', { title: 'vip' }),
    canned_response: await ok('POST', '/canned_responses', { short_code: 'hola', content: 'Buenas' }),
    definition: await ok('POST', '/custom_attribute_definitions', definition),
    inbox,
    contact,
    conversation,
  }
  return Object.fromEntries(Object.entries(made).map(([name, { id }]) => [`${name}_id`, id]))
}
