import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clients } from './clients.ts'

test('Every client is given the address for assistants', () => {
  const all = clients('https://hilo.example')
  for (const [client, { code }] of Object.entries(all)) assert.match(code, /https:\/\/hilo\.example\/mcp$/, client)
  const config = new URL(all.cursor.link).searchParams.get('config')!
  assert.deepEqual(JSON.parse(atob(config)), { url: 'https://hilo.example/mcp' })
  assert.match(decodeURIComponent(all.vscode.link), /"url":"https:\/\/hilo\.example\/mcp"/)
})
