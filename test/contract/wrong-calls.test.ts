import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openNode } from '#test/node.ts'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { tool_names } from '#test/tool-names.ts'

type Field = { type?: string; enum?: string[]; items?: object; anyOf?: Field[] }
type Tool = { name: string; inputSchema: { properties?: Record<string, Field>; required?: string[] } }

const node = await openNode({ HILO_KEY_LIMIT: '1000000', HILO_ACCOUNT_LIMIT: '1000000' })
const { key, account_id, sql } = node
await sql`update accounts set modules = array['real_estate', 'test_drives'] where id = ${account_id}`

const rpc = async (method: string, params: object) => {
  const headers = { accept: 'application/json, text/event-stream' }
  const body = { jsonrpc: '2.0', id: 1, method, params }
  return (await node.rest<Record<string, unknown>>('POST', '/api/mcp', { key, body, headers })).body as {
    result?: { tools: Tool[]; content: { text: string }[]; isError?: boolean }
    error?: { code: number; message: string }
  }
}

const { tools } = (await rpc('tools/list', {})).result!

/** Words of validators and of our machinery that no caller should read. */
const raw =
  /expected \w+, received|Invalid (input|option|string|type)|Too (big|small)|Unrecognized|ZodError|regex|undefined|\[object|\bNaN\b|relation "|SQL/

async function refuse(name: string, args: unknown): Promise<string> {
  const { result, error } = await rpc('tools/call', { name, arguments: args })
  if (error) return error.message
  assert.equal(
    result!.isError,
    true,
    `${name} accepted ${JSON.stringify(args)}: ${result!.content[0]!.text.slice(0, 200)}`,
  )
  const { detail } = JSON.parse(result!.content[0]!.text) as { detail: string }
  assert.match(detail, /^[\w"].*\.$/s, name)
  assert.doesNotMatch(detail, raw, name)
  return detail
}

/** A value of another kind than the field wants. */
function wrongFor({ type, anyOf }: Field): unknown {
  if (type === 'string' || type === 'object' || anyOf) return [{}]
  return type === 'array' ? 7 : 'muchos'
}

test('Every tool of the contract is called', () =>
  assert.deepEqual(
    tools.map(({ name }) => name),
    tool_names,
  ))

for (const { name, inputSchema } of tools) {
  const fields = Object.entries(inputSchema.properties ?? {})
  describe(`${name} refuses in a sentence, and nothing changes:`, () => {
    test('an unknown field, naming the ones there are', async () => {
      const before = await rows()
      const detail = await refuse(name, { no_such_field: 1 })
      assert.match(detail, /no_such_field: There is no such field/)
      if (fields.length > 0)
        assert.ok(
          fields.some(([field]) => detail.includes(field)),
          detail,
        )
      assert.deepEqual(differences(before, await rows()), [])
    })

    if (inputSchema.required)
      test('missing fields, naming each', async () => {
        const detail = await refuse(name, {})
        for (const field of inputSchema.required!) assert.match(detail, new RegExp(`${field}: This field is required`))
      })

    if (fields.length > 0)
      test('values of another kind', async () => {
        for (const [field, schema] of fields) {
          const detail = await refuse(name, { [field]: wrongFor(schema) })
          assert.ok(detail.includes(`${field}`), `${name}.${field}: ${detail}`)
        }
      })

    for (const [field, { enum: choices }] of fields.filter(([, each]) => each.enum))
      test(`an unknown ${field}, naming choices`, async () => {
        const detail = await refuse(name, { [field]: 'nada' })
        assert.match(detail, new RegExp(`${field}: "nada" is not a choice; choose among `))
        assert.ok(choices!.some((choice) => detail.includes(choice)))
      })

    test('arguments that are no object', async () => {
      for (const args of [[], 'x', 7]) {
        const { error } = await rpc('tools/call', { name, arguments: args })
        assert.equal(error?.code, -32602)
        assert.equal(
          error?.message,
          `Give the arguments of ${name} as an object of named fields, such as {"limit": 10}.`,
        )
      }
    })
  })
}

test('The refusal of a field that another tool sets names that tool', async () => {
  const readAdvice = async (name: string, args: object) => (await refuse(name, args)).replace(/^.*\. For/s, 'For')
  assert.equal(
    await readAdvice('crm_update_opportunity', { opportunity_id: '1', stage: 'x' }),
    'For stage use crm_move_opportunity_stage.',
  )
  assert.equal(await readAdvice('crm_update_lead', { lead_id: '1', stage: 'x' }), 'For stage use crm_move_lead_stage.')
  assert.match(await readAdvice('update_contact', { contact_id: '1', labels: ['x'] }), /^For labels use tag_contact/)
})

test('A value that is wrong in several ways is refused for one of them', async () => {
  assert.equal(await refuse('crm_list_leads', { created_from: 'ayer' }), 'created_from: Write the day as YYYY-MM-DD.')
  assert.equal(await refuse('crm_list_leads', { created_from: '2026-02-31' }), 'created_from: There is no such day.')
  assert.equal(
    await refuse('crm_update_opportunity', { opportunity_id: '1', expected_close_date: '2026-02-31' }),
    'expected_close_date: Write a day of the calendar as YYYY-MM-DD.',
  )
  assert.match(
    await refuse('snooze_conversation', { conversation_id: '1', until: '2026-12-01' }),
    /^until: Write the moment as ISO-8601, .* in the time zone of the workspace\.$/,
  )
  assert.match(
    await refuse('crm_list_leads', { stage: 'Nuevo' }),
    /^A stage name needs its pipeline: give pipeline too, one of Leads \(id \d+\), /,
  )
  assert.equal(await refuse('crm_list_leads', { limit: 500 }), 'limit: Give at most 100.')
  assert.equal(await refuse('crm_list_leads', { limit: 2.5 }), 'limit: Give a whole number, not a number.')
  assert.match(await refuse('get_contact', { contact_id: '12345678901234567890' }), /1 to 18 digits/)
})

test('The refusal of an unknown tool names similar ones', async () => {
  assert.match(await refuse('crm_find_deals', {}), /^Unknown tool: crm_find_deals\. The nearest are .*crm_/)
  assert.match(await refuse('list_contacts', {}), /search_contacts/)
})

function rows() {
  return fingerprint(node.node.runtime.database.work, [account_id])
}
