import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

test('A label is created with title, description and colour, and the event contains it', async () => {
  const label = await act('create_label', { title: ' Vip ', description: 'Trato especial', color: '#FF00AA' })
  assert.equal(label.title, 'Vip')
  assert.equal(label.description, 'Trato especial')
  assert.equal(label.color, '#ff00aa')
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'label.created')
  assert.deepEqual(event?.payload, { label })
})

test('Description and colour are optional', async () => {
  const label = await act('create_label', { title: 'Sencilla' })
  assert.equal(label.description, null)
  assert.match(label.color, /^#[0-9a-f]{6}$/)
})

test('A title in use is rejected with the label that has it, ignoring case', async () => {
  const first = await act('create_label', { title: 'Año (nuevo)' })
  const known = await events()
  for (const title of ['Año (nuevo)', ' AÑO (NUEVO) ']) {
    const problem = await refusal(act('create_label', { title }))
    assert.equal(problem.code, 'duplicate_value')
    assert.equal(problem.extra.conflicting_id, first.id)
    assert.equal(problem.extra.errors?.[0]?.field, 'title')
    assert.match(problem.message, /label title is already in use/)
  }
  assert.deepEqual(await events(), known)
})

test('Titles that differ in an accent are different labels', async () => {
  await act('create_label', { title: 'Niño' })
  assert.equal((await act('create_label', { title: 'Nino' })).title, 'Nino')
})

test('Concurrent calls with the same title create one label', async () => {
  const outcomes = await Promise.allSettled(
    ['carrera', 'CARRERA', 'Carrera', 'cArrera'].map((title) => act('create_label', { title })),
  )
  assert.equal(outcomes.filter((each) => each.status === 'fulfilled').length, 1)
  for (const each of outcomes) if (each.status === 'rejected') assert.equal(each.reason.code, 'duplicate_value')
})

test('Another workspace can use the same title', async () => {
  const other = await addAccount()
  await act('create_label', { title: 'Común' })
  assert.equal((await other.act('create_label', { title: 'Común' })).title, 'Común')
})

test('An empty title and an invalid colour are rejected', async () => {
  const known = await events()
  assert.equal((await refusal(act('create_label', { title: '  ' }))).code, 'missing_field')
  assert.equal((await refusal(act('create_label', {} as never))).code, 'missing_field')
  const problem = await refusal(act('create_label', { title: 'Roja', color: 'red' }))
  assert.equal(problem.code, 'invalid_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'color')
  assert.deepEqual(await events(), known)
})

test('Creating a label requires permission to change contacts and to manage labels', async () => {
  for (const lacking of [only('contacts:write'), only('labels:manage')]) {
    const problem = await refusal(act('create_label', { title: 'No' }, { as: lacking }))
    assert.equal(problem.code, 'permission_denied')
    assert.match(problem.message, lacking.permissions.has('labels:manage') ? /contacts:write/ : /labels:manage/)
  }
  await act('create_label', { title: 'Sí' }, { as: only('contacts:write', 'labels:manage') })
})
