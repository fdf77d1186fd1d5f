import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeUnknownTool } from '#doors/mcp/other-tools.ts'

const tools = JSON.parse(readFileSync(new URL('../../../test/contract/tools.json', import.meta.url), 'utf8')) as {
  name: string
}[]
const names = tools.map(({ name }) => name)

test('An unknown tool name is answered with the nearest one, also by another word, in the plural or in camel case', () => {
  for (const [wanted, first] of [
    ['find_contact', 'search_contacts'],
    ['searchContacts', 'search_contacts'],
    ['listar_contactos', 'search_contacts'],
    ['list_deals', 'crm_list_opportunities'],
    ['get_deal', 'crm_get_opportunity'],
    ['crm_update_deal', 'crm_update_opportunity'],
    ['list_property', 'list_crm_properties'],
    ['close_conversation', 'resolve_conversation'],
    ['list_users', 'list_agents'],
    ['list_tags', 'list_labels'],
    ['get_lead', 'crm_get_lead'],
    ['send_message', 'get_conversation_messages'],
  ] as const) {
    const sentence = describeUnknownTool(names, wanted)
    assert.ok(sentence.startsWith(`Unknown tool: ${wanted}. The nearest are ${first}`), sentence)
  }
  for (const wanted of ['', 'xyzzy', '\u00f1'.repeat(500)])
    assert.match(
      describeUnknownTool(names, wanted),
      /^Unknown tool: .{0,64}\. The nearest are \w+, \w+, \w+; tools\/list has them all\.$/,
    )
})
