import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

let made = 0
const make = (name: string) => act('create_contact', { name, email: `c${++made}@example.com` })

test('A workspace with unique names has no duplicates', async () => {
  await make('Única')
  assert.deepEqual(await act('list_duplicate_contacts', {}), { items: [], next_cursor: null })
})

test('Contacts with the same name, ignoring case and accents, form a group, oldest first', async () => {
  const first = await make('José Peña')
  const second = await make('JOSE PENA')
  const third = await act('create_contact', { name: 'josé pena', phone_number: '+573001234567' })
  await make('José')
  const { items } = await act('list_duplicate_contacts', {})
  const shown = ({ id, name, phone_number, email }: typeof first) => ({ id, name, phone_number, email })
  assert.deepEqual(items, [{ name: 'jose pena', contacts: [first, second, third].map(shown) }])
})

test('Merging them removes the group', async () => {
  const [one, two] = [await make('Para unir'), await make('para unir')]
  const named = async () => (await act('list_duplicate_contacts', {})).items.map((group) => group.name)
  assert.ok((await named()).includes('para unir'))
  await act('merge_contacts', { contact_id: one.id, duplicate_contact_id: two.id })
  assert.ok(!(await named()).includes('para unir'))
})

test('Groups come by name, page by page without repeats or gaps, while others are created', async () => {
  const names = Array.from({ length: 9 }, (_, i) => `grupo ${i}`)
  for (const name of names) await Promise.all([make(name), make(name.toUpperCase())])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await act('list_duplicate_contacts', { limit: 2, ...(cursor && { cursor }) })
    assert.ok(page.items.length <= 2)
    seen.push(...page.items.map((group) => group.name))
    cursor = page.next_cursor ?? undefined
    await Promise.all([make('grupo 0'), make('aaa')])
  } while (cursor)
  assert.deepEqual(seen, seen.toSorted())
  assert.equal(new Set(seen).size, seen.length)
  for (const name of names) assert.ok(seen.includes(name), name)
})

test('A group shows at most twenty contacts', async () => {
  await Promise.all(Array.from({ length: 22 }, () => make('Muchísimos')))
  const { items } = await act('list_duplicate_contacts', { limit: 100 })
  assert.equal(items.find((group) => group.name === 'muchisimos')?.contacts.length, 20)
})

test('Contacts of another workspace are not duplicates', async () => {
  const other = await addAccount()
  await other.act('create_contact', { name: 'Vecina', email: 'v@example.com' })
  await make('Vecina')
  assert.deepEqual((await other.act('list_duplicate_contacts', {})).items, [])
  const { items } = await act('list_duplicate_contacts', { limit: 100 })
  assert.ok(!items.some((group) => group.name === 'vecina'))
})

test('Limits, cursors and permissions are checked', async () => {
  for (const limit of [0, 101]) {
    assert.equal((await refusal(act('list_duplicate_contacts', { limit }))).code, 'invalid_request')
  }
  const { next_cursor } = await act('list_duplicate_contacts', { limit: 1 })
  const other = await addAccount()
  assert.equal((await refusal(other.act('list_duplicate_contacts', { cursor: next_cursor! }))).code, 'invalid_cursor')
  assert.equal((await refusal(act('list_duplicate_contacts', {}, { as: only('crm:read') }))).code, 'permission_denied')
})

test('Reading emits no event', async () => {
  const known = await events()
  await act('list_duplicate_contacts', {})
  assert.deepEqual(await events(), known)
})
