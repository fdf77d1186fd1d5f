import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snippets } from './snippets.ts'

test('Every client gets the same address and key', () => {
  for (const [client, code] of Object.entries(snippets('https://hilo.example', 'hilo_abc'))) {
    assert.match(
      code,
      client === 'curl' ? /https:\/\/hilo\.example\/api\/v1/ : /https:\/\/hilo\.example\/api\/mcp/,
      client,
    )
    assert.match(code, /Bearer hilo_abc/, client)
  }
})

test('JSON snippets are valid JSON', () => {
  const { claude_desktop, cursor, vscode } = snippets('http://localhost:3000', 'hilo_abc')
  const desktop = JSON.parse(claude_desktop) as { mcpServers: { hilo: { args: string[] } } }
  assert.ok(desktop.mcpServers.hilo.args.includes('--allow-http'))
  for (const code of [cursor, vscode]) assert.doesNotThrow(() => JSON.parse(code))
})
