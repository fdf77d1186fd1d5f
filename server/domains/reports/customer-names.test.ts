import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#contract/permissions.ts'
import { openInbox } from '#test/inbox.ts'
import { addKey } from '#test/keys.ts'

const { act, actor, sql, talk, addAgent } = await openInbox()
const eva = await addAgent('Eva')
const conversation = await talk({ contact: { name: 'Inés Peña', email: 'ines@example.com' } })
await act('assign_conversation', { conversation_id: conversation.id, agent: eva.id! })
const lead = await act('crm_create_lead', { name: 'Apartamento de Inés', contact_id: conversation.contact.id })

/** Everything the reports tell a key with reports:read and these scopes, as one text. */
async function read(...scopes: Scope[]): Promise<string> {
  const as = await addKey(sql, actor, 'reports:read', ...scopes)
  const csv: string[] = []
  for await (const chunk of await act('export_report', { report: 'lead_response_times' }, { as })) csv.push(chunk)
  const answers = [
    await act('analyze_lead_response_times', {}, { as }),
    await act('get_agents_report', { agent: 'Eva' }, { as }),
    await act('get_conversations_report', {}, { as }),
  ]
  return [JSON.stringify(answers), ...csv].join('\n')
}

test('A key that may only read reports sees neither names of contacts nor of leads, in answers and in exports', async () => {
  const shown = await read()
  assert.doesNotMatch(shown, /Inés/)
  assert.match(shown, new RegExp(`"name":"Contacto ${conversation.contact.id}"`))
  assert.match(shown, new RegExp(`Lead ${lead.id}`))
  assert.match(shown, /Eva/, 'the team is part of the report')
})

test('The names are shown to those who may read the records', async () => {
  assert.match(await read('crm:read'), /Apartamento de Inés/)
  assert.doesNotMatch(await read('crm:read'), /Inés Peña/)
  for (const scope of ['contacts:read', 'conversations:read'] as const) {
    const shown = await read(scope)
    assert.match(shown, /Inés Peña/)
    assert.doesNotMatch(shown, /Apartamento/)
  }
})
