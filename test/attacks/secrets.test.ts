import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { backup } from '#db/backup.ts'
import { readClassicToken } from '#domains/access/setup/provision.ts'
import { PASSWORD } from '#test/node.ts'
import { codeNow, fromBase32, openServerWithUsers } from '#test/people.ts'

/*
 * Secrets are shown once and stored as a digest or encrypted: neither the database nor a backup contains them, although
 * every request was made with an idempotency key, whose answer is stored for a day.
 */

const { node, sql, send, enter, account_id, rest, key, linkOf } = await openServerWithUsers()
const admin = await enter('Ana', 'administrator')
const folder = await mkdtemp(join(tmpdir(), 'hilo-secrets-'))
after(() => rm(folder, { recursive: true }))
const secrets: Record<string, string> = {
  'API key': key,
  session: admin.cookie.split('=')[1]!,
  'classic token': await readClassicToken(sql, node.runtime.secret, account_id),
}

test('A repeated request with an idempotency key gets the same secret again', async () => {
  for (const [operation, input, field] of [
    ['create_api_key', { name: 'Clave', role: 'full' }, 'key'],
    ['create_webhook', { url: 'https://example.com/hook', events: ['contact.created'] }, 'secret'],
    ['reset_calendar_feed', {}, 'url'],
  ] as const) {
    const [first, again] = [await call(operation, input), await call(operation, input)]
    assert.equal(again.text, first.text, operation)
    // The secret of a feed is the file name of its address; that of a webhook may contain slashes.
    const value = String(first.body[field])
    secrets[operation] = field === 'url' ? value.split('/').at(-1)!.replace('.ics', '') : value.replace('whsec_', '')
  }
})

test('Neither the database nor a backup contains a secret in the clear', async () => {
  const { body: begun } = await call('begin_two_factor', { password: PASSWORD })
  const { body: enabled } = await call('enable_two_factor', { code: codeNow(fromBase32(String(begun.secret))) })
  const password = 'otra clave muy larga'
  await call('change_password', { current_password: PASSWORD, password })
  await call('invite_member', { email: 'nueva@example.com', role: 'agent' })
  await send('POST', '/api/password-reset', { email: admin.email })
  const inbox = await rest<{ id: string }>('POST', '/inboxes', { key, body: { name: 'Chat', channel: 'web_widget' } })
  const identity = await rest('GET', `/inboxes/${inbox.body.id}/identity-secret`, { key })
  const [code] = enabled.recovery_codes as string[]
  Object.assign(secrets, {
    'two-factor secret': begun.secret,
    'recovery code': code,
    'recovery code without hyphens': code!.replaceAll('-', ''),
    'old password': PASSWORD,
    'new password': password,
    'invitation link': await linkOf('nueva@example.com', 'invitation'),
    'reset link': await linkOf(admin.email, 'reset'),
    'identity secret': identity.body.identity_secret,
  })

  const file = join(folder, 'all.backup')
  await backup(node.runtime.database.work, file)
  const content = gunzipSync(await readFile(file)).toString()
  for (const [what, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 8, what)
    assert.ok(!content.includes(secret), `${what} in the clear`)
    assert.ok(!content.includes(Buffer.from(secret).toString('hex')), `${what} in hexadecimal`)
  }
})

/** The operation as the web app calls it, with an idempotency key. */
async function call(operation: string, input: object) {
  const headers = ['x-account-id', account_id, 'idempotency-key', `one-${operation}`]
  const answer = await send('POST', `/api/app/${operation}`, input, { cookie: admin.cookie, headers })
  assert.ok(answer.status < 300, `${operation}: ${answer.text}`)
  return answer as typeof answer & { body: Record<string, unknown> }
}
