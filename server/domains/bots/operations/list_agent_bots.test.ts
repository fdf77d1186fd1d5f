import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'

const { act, addAccount } = await openWorkspace()

test('The bots of the workspace are listed, without those of others', async () => {
  for (const name of ['Recepción', 'Ventas']) await act('create_agent_bot', { name })
  await (await addAccount()).act('create_agent_bot', { name: 'Ajeno' })
  const { items } = await act('list_agent_bots', {})
  assert.deepEqual(items.map(({ name }) => name).toSorted(), ['Recepción', 'Ventas'])
})
