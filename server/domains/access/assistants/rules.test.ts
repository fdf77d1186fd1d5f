import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as rules from '#domains/access/assistants/rules.ts'

const client = (...redirect_uris: string[]) => ({ client_id: 'x', name: 'x', redirect_uris })

test('A redirect address matches exactly; only the port of a loopback address is free', () => {
  const registered = client('https://a.example/cb', 'http://localhost/cb', 'http://[::1]:1/cb', 'cursor://host/cb')
  for (const good of [
    'https://a.example/cb',
    'http://localhost:9/cb',
    'http://localhost/cb',
    'http://[::1]:7/cb',
    'cursor://host/cb',
  ])
    assert.ok(rules.isRegistered(registered, good), good)
  for (const bad of [
    'https://a.example:8443/cb',
    'https://a.example/cb/',
    'https://A.example/cb',
    'http://127.0.0.1:9/cb',
    'http://localhost:9/cb?x=1',
    'http://localhost.evil.example:9/cb',
    'cursor://host/cb2',
  ])
    assert.ok(!rules.isRegistered(registered, bad), bad)
})

test('An answer keeps the query of the address and adds each field once', () => {
  const request = { client_id: 'x', redirect_uri: 'https://a.example/cb?tenant=1&code=old', state: 's&t' }
  const answer = new URL(rules.answerAddress(request, 'https://hilo.example', { code: 'new' }))
  assert.deepEqual(
    [...answer.searchParams],
    [
      ['tenant', '1'],
      ['code', 'new'],
      ['state', 's&t'],
      ['iss', 'https://hilo.example/oauth'],
    ],
  )
})

test('Only the addresses of the tools for assistants are resources', () => {
  const read = (resource: string) => rules.readResource('https://hilo.example', resource)
  assert.equal(read('https://hilo.example/mcp/'), 'https://hilo.example/mcp')
  assert.equal(read('HTTPS://HILO.example/mcp?schemas=1'), 'https://hilo.example/mcp')
  assert.equal(read('https://hilo.example/mcp/x/crm/readonly'), 'https://hilo.example/mcp/x/crm/readonly')
  for (const other of [
    'https://hilo.example/api/mcp',
    'https://hilo.example/mcp/other',
    'https://hilo.example/mcp#x',
    'http://hilo.example/mcp',
    'https://evil.example/mcp',
    'mcp',
  ])
    assert.equal(read(other), undefined, other)
})

test('A client_id is a document only as a plain https address with a path', () => {
  assert.ok(rules.isDocumentAddress('https://a.example/client.json'))
  for (const other of [
    'https://a.example',
    'https://a.example/',
    'http://a.example/client.json',
    'https://u:p@a.example/client.json',
    'https://a.example/x/../client.json',
    'https://a.example/client.json#x',
    'hilc_x',
  ])
    assert.ok(!rules.isDocumentAddress(other), other)
})
