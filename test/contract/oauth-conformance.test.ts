import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { freePort } from '#test/address.ts'
import { openOAuthClient } from '#test/oauth.ts'
import { openServerWithUsers } from '#test/people.ts'

const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')
const server = await openServerWithUsers()
const ana = await server.enter('Ana Admin', 'administrator')

for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28'])
  test(`The conformance suite of ${revision} accepts the authorization server: its metadata, and a code and its token`, async () => {
    const port = await freePort()
    const { register, allow } = openOAuthClient(server)
    const { body } = await register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] })
    const { url } = server
    const options = [
      '--client-id',
      body.client_id,
      '--resource',
      `${url}/mcp`,
      '-p',
      `${port}`,
      '--spec-version',
      revision,
    ]
    const child = spawn(process.execPath, [suite, 'authorization', '--url', `${url}/oauth`, ...options], {
      cwd: tmpdir(),
    })
    let output = ''
    let isAllowed = false
    const read = async (chunk: Buffer) => {
      output += chunk
      const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0]
      if (!address || isAllowed) return
      isAllowed = true
      // The person allows it in the web app; the browser then opens the address of the client.
      const request = Object.fromEntries(new URL(address).searchParams)
      await fetch((await allow(ana, request)).body.redirect_to)
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void read(chunk))
    const [code] = (await once(child, 'close')) as [number]
    assert.equal(code, 0, output)
    assert.ok(isAllowed)
    assert.doesNotMatch(output, /FAILURE|WARNING|SKIPPED/)
  })
