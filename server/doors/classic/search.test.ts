import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, user, addAccount, tokenOf } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
const ana = (await ok('POST', '/contacts', { name: 'Ana Rueda', email: 'ana@example.com' })).payload.contact
const talk = await ok('POST', '/conversations', { contact_id: ana.id, inbox_id: inbox.id, assignee_id: user.id })
for (let i = 0; i < 17; i++)
  await ok('POST', `/conversations/${talk.id}/messages`, { content: `Camión ${i}`, message_type: 'incoming' })

test('Contacts are found by name and returned in short form', async () => {
  const { payload } = await ok('GET', '/search/contacts?q=rueda')
  assert.deepEqual(payload.contacts, [
    {
      email: 'ana@example.com',
      id: ana.id,
      name: 'Ana Rueda',
      phone_number: null,
      identifier: null,
      additional_attributes: {},
      last_activity_at: payload.contacts[0].last_activity_at,
    },
  ])
})

test('Conversations are found by contact and by number', async () => {
  for (const q of ['rueda', String(talk.id)]) {
    const { payload } = await ok('GET', `/search/conversations?q=${q}`)
    const [found] = payload.conversations
    assert.equal(found.id, talk.id)
    assert.deepEqual(Object.keys(found), ['id', 'account_id', 'created_at', 'message', 'contact', 'inbox', 'agent'])
    assert.equal(found.message.content, 'Camión 16')
    assert.equal(found.agent.id, Number(user.id))
    assert.equal(found.inbox.channel_type, 'Channel::Api')
  }
  assert.deepEqual((await ok('GET', '/search/conversations?q=nadie')).payload, { conversations: [] })
})

test('Messages are found by their words, fifteen per page', async () => {
  const contents = async (page: string) =>
    (await ok('GET', `/search/messages?q=camiones${page}`)).payload.messages.map((each: Loose) => each.content)
  const first = await contents('')
  assert.equal(first.length, 15)
  assert.equal(first[0], 'Camión 16')
  assert.deepEqual(await contents('&page=2'), ['Camión 1', 'Camión 0'])
  assert.deepEqual(await contents('&page=3'), [])
  const [message] = (await ok('GET', '/search/messages?q=camiones')).payload.messages
  assert.equal(message.conversation_id, talk.id)
  assert.equal(message.sender.id, ana.id)
  assert.deepEqual(message.inbox, { id: inbox.id, channel_id: inbox.id, name: 'Puente' })
})

test('One search covers everything in the caller’s account and needs a search term', async () => {
  const { payload } = await ok('GET', '/search?q=rueda')
  assert.deepEqual(Object.keys(payload), ['conversations', 'contacts', 'messages'])
  assert.deepEqual([payload.conversations.length, payload.contacts.length, payload.messages], [1, 1, []])
  for (const url of ['/search', '/search/contacts', '/search/conversations', '/search/messages?q=%20'])
    assert.equal((await classic('GET', url)).status, 422)
  const other = await addAccount()
  const theirs = { account: other.account_id, token: await tokenOf(other.account_id) }
  for (const q of ['rueda', 'camion', talk.id]) {
    const { body } = await classic('GET', `/search?q=${q}`, undefined, theirs)
    assert.deepEqual(body.payload, { conversations: [], contacts: [], messages: [] })
  }
})
