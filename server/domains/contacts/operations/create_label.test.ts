import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

test('a label is created with its title, description and colour, and the event tells it', async () => {
  const label = await act('create_label', { title: ' Vip ', description: 'Trato especial', color: '#FF00AA' })
  assert.equal(label.title, 'Vip')
  assert.equal(label.description, 'Trato especial')
  assert.equal(label.color, '#ff00aa')
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'label.created')
  assert.deepEqual(event?.payload, { label })
})

test('description and colour may be left out', async () => {
  const label = await act('create_label', { title: 'Sencilla' })
  assert.equal(label.description, null)
  assert.match(label.color, /^#[0-9a-f]{6}$/)
})

test('a title in use, in whatever case, is refused naming the label that has it', async () => {
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

test('titles that differ in an accent are different labels', async () => {
  await act('create_label', { title: 'Niño' })
  assert.equal((await act('create_label', { title: 'Nino' })).title, 'Nino')
})

test('many who create the same label at once create one', async () => {
  const outcomes = await Promise.allSettled(
    ['carrera', 'CARRERA', 'Carrera', 'cArrera'].map((title) => act('create_label', { title })),
  )
  assert.equal(outcomes.filter((each) => each.status === 'fulfilled').length, 1)
  for (const each of outcomes) if (each.status === 'rejected') assert.equal(each.reason.code, 'duplicate_value')
})

test('another workspace may use the same title', async () => {
  const other = await addAccount()
  await act('create_label', { title: 'Común' })
  assert.equal((await other.act('create_label', { title: 'Común' })).title, 'Común')
})

test('an empty title and a colour that is none are refused by name', async () => {
  const known = await events()
  assert.equal((await refusal(act('create_label', { title: '  ' }))).code, 'missing_field')
  assert.equal((await refusal(act('create_label', {} as never))).code, 'missing_field')
  const problem = await refusal(act('create_label', { title: 'Roja', color: 'red' }))
  assert.equal(problem.code, 'invalid_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'color')
  assert.deepEqual(await events(), known)
})

test('it needs the right to write contacts and to manage labels', async () => {
  for (const lacking of [only('contacts:write'), only('labels:manage')]) {
    const problem = await refusal(act('create_label', { title: 'No' }, { as: lacking }))
    assert.equal(problem.code, 'permission_denied')
    assert.match(problem.message, lacking.permissions.has('labels:manage') ? /contacts:write/ : /labels:manage/)
  }
  await act('create_label', { title: 'Sí' }, { as: only('contacts:write', 'labels:manage') })
})
