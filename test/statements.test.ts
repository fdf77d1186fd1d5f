import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { openInbox } from '#test/inbox.ts'

/* Every statement costs a parse, a plan lookup and a share of a round trip: the number of each operation is bounded here. */

const { act, inbox, talk } = await openInbox()
const contact = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })
const conversation = await talk({ source_id: 'ana' })
const { items } = await act('crm_list_pipelines', {})
const { stages } = items.find(({ kind }) => kind === 'opportunities')!
const deal = { name: 'Casa', contact_id: contact.id, amount: 5, expected_close_date: '2030-01-01' }
const { id: opportunity_id } = await act('crm_create_opportunity', deal)

const sent: string[] = []
const { query } = pg.Client.prototype
;(pg.Client.prototype as { query: unknown }).query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text: string }]
  sent.push(typeof first === 'string' ? first : first.text)
  return (query as (...args: unknown[]) => unknown).apply(this, args)
}
after(() => Object.assign(pg.Client.prototype, { query }))

const operations: [name: string, most: number, run: () => Promise<unknown>][] = [
  ['Reading a contact', 2, () => act('get_contact', { contact_id: contact.id })],
  ['Creating a contact', 2, () => act('create_contact', { name: 'Luz', email: 'luz@example.com' })],
  ['Sending a message', 5, () => act('send_message', { conversation_id: conversation.id, content: 'Hola' })],
  ['Receiving a message', 7, () => act('receive_message', { inbox_id: inbox.id, source_id: 'ana', content: 'Hola' })],
  ['Moving a deal', 8, () => act('crm_move_opportunity_stage', { opportunity_id, stage: stages[1]!.id })],
]

for (const [name, most, run] of operations)
  test(`${name} takes at most ${most} statements`, async () => {
    sent.length = 0
    await run()
    const statements = sent.filter((text) => !/^(begin|commit)/.test(text))
    assert.ok(statements.length <= most, `${statements.length} statements:\n${statements.join('\n')}`)
  })
