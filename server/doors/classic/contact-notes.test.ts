import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClassicNode } from '#test/classic.ts'

const { classic, ok, addAccount, tokenOf, account_id } = await openClassicNode()
const { payload } = await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })
const path = `/contacts/${payload.contact.id}/notes`

test('A note is created, read, changed and deleted, each time returned unwrapped', async () => {
  const made = await ok('POST', path, { note: { content: 'Llamar el lunes' } })
  const { created_at, updated_at, ...note } = made
  assert.ok(Number.isInteger(created_at) && Number.isInteger(updated_at))
  assert.deepEqual(note, {
    id: made.id,
    content: 'Llamar el lunes',
    account_id: Number(account_id),
    contact_id: payload.contact.id,
    user: {
      id: 0,
      name: 'Prueba',
      available_name: 'Prueba',
      avatar_url: '',
      type: 'user',
      availability_status: 'offline',
      thumbnail: '',
    },
  })
  const flat = await ok('POST', path, { content: 'Otra' })
  assert.deepEqual(await ok('GET', path), [flat, made])
  assert.deepEqual(await ok('GET', `${path}/${made.id}`), made)
  const changed = await ok('PATCH', `${path}/${made.id}`, { note: { content: 'Llamar el martes' } })
  assert.deepEqual(changed, { ...made, content: 'Llamar el martes' })
  const gone = await classic('DELETE', `${path}/${made.id}`)
  assert.deepEqual([gone.status, gone.text], [200, ''])
  assert.deepEqual(await ok('GET', path), [flat])
})

test('A contact may have more notes than fit on a page', async () => {
  const { payload: busy } = await ok('POST', '/contacts', { name: 'Eva', email: 'eva@example.com' })
  const notes = `/contacts/${busy.contact.id}/notes`
  for (let i = 0; i < 102; i++) await ok('POST', notes, { content: `Nota ${i}` })
  const all = await ok('GET', notes)
  assert.equal(all.length, 102)
  assert.equal(all[0].content, 'Nota 101')
})

test('An empty note, a missing note and another account’s note are refused', async () => {
  const empty = await classic('POST', path, { note: { content: ' ' } })
  assert.equal(empty.status, 422)
  assert.equal((await classic('GET', `${path}/999999`)).status, 404)
  assert.equal((await classic('PATCH', `${path}/999999`, { content: 'x' })).status, 404)
  const note = await ok('POST', path, { content: 'Nuestra' })
  const other = await addAccount()
  const theirs = { account: other.account_id, token: await tokenOf(other.account_id) }
  for (const [method, url] of [
    ['GET', path],
    ['GET', `${path}/${note.id}`],
    ['PATCH', `${path}/${note.id}`],
    ['DELETE', `${path}/${note.id}`],
  ] as const) {
    const answer = await classic(method, url, method === 'PATCH' ? { content: 'Mía' } : undefined, theirs)
    assert.equal(answer.status, 404, `${method} ${url}`)
  }
})
