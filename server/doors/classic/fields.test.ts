import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFields } from '#doors/classic/fields.ts'
import { type Loose, openClassicNode } from '#test/classic.ts'

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseFields(text)))

test('URL-encoded fields are parsed into objects and lists', () => {
  assert.deepEqual(plain('content=Hola+a%C3%B1o&private=true'), { content: 'Hola año', private: 'true' })
  assert.deepEqual(plain('labels[]=vip&labels[]=nueva'), { labels: ['vip', 'nueva'] })
  const nested = 'contact[name]=Ana&contact[custom_attributes][plan]=oro'
  assert.deepEqual(plain(nested), { contact: { name: 'Ana', custom_attributes: { plan: 'oro' } } })
  assert.deepEqual(plain(''), {})
  assert.deepEqual(plain('a=1&a=2&=x'), { a: '2', '': 'x' })
})

test('No field reaches into prototypes', () => {
  parseFields('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')
  assert.equal(({} as { polluted?: string }).polluted, undefined)
  assert.throws(() => parseFields(`a${'[b]'.repeat(5)}=1`), /nested deeper than 5 levels/)
})

test('A client may send URL-encoded bodies, even empty ones', async () => {
  const { url, account_id, token } = await openClassicNode()
  const post = async (path: string, body: string) => {
    const headers = { api_access_token: token, 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(`${url}/api/v1/accounts/${account_id}${path}`, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as Loose) : undefined }
  }
  const inbox = await post('/inboxes', 'name=Puente&channel[type]=api')
  const contact = await post('/contacts', `name=Ana&email=ana%40example.com&inbox_id=${inbox.body.id}`)
  const { id } = contact.body.payload.contact
  assert.deepEqual((await post(`/contacts/${id}/labels`, 'labels[]=vip')).body, { payload: ['vip'] })
  const talk = await post('/conversations', `contact_id=${id}&inbox_id=${inbox.body.id}`)
  const note = await post(`/conversations/${talk.body.id}/messages`, 'content=Ojo&private=true')
  assert.deepEqual([note.status, note.body.content, note.body.private], [200, 'Ojo', true])
  const toggled = await post(`/conversations/${talk.body.id}/toggle_status`, '')
  assert.equal(toggled.body.payload.current_status, 'resolved')
})
