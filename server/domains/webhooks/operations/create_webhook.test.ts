import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { plans } from '#contract/plans.ts'
import { rightsOfUser, scopes } from '#contract/permissions.ts'
import { openNode } from '#test/node.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only, sql, events, addAccount } = await openWorkspace()
const good = { url: 'https://example.com/hook', events: ['contact.created', 'lead.*'] }
const clear = () => sql`delete from webhooks`

test('A webhook is created with a 32-byte secret, shown once and stored encrypted', async () => {
  const { secret, ...webhook } = await act('create_webhook', { ...good, description: ' Almacén ' })
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(
    [webhook.kind, webhook.url, webhook.events, webhook.description, webhook.enabled, webhook.inbox_id, webhook.banner],
    ['standard', good.url, good.events, 'Almacén', true, null, null],
  )
  assert.deepEqual(webhook.created_by, { type: 'user', id: actor.id, name: 'Ana Admin' })
  assert.deepEqual(await act('get_webhook', { webhook_id: webhook.id }), webhook)
  const [row] = await sql<{ secret: Buffer; text: string }>`select secret, w::text as text from webhooks w`
  const plain = Buffer.from(secret.slice(6), 'base64')
  assert.ok(
    !row!.secret.includes(plain) && !row!.secret.includes(secret.slice(6)) && !row!.text.includes(secret.slice(6)),
  )
  await clear()
})

test('The audit log records who created the webhook, without its secret, and no event is emitted', async () => {
  const { secret } = await act('create_webhook', good)
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['create_webhook', good])
  assert.ok(!JSON.stringify(await sql`select * from audit_entries`).includes(secret.slice(6)))
  assert.deepEqual(await events(), [])
  await clear()
})

test('The URL is saved in normalised form', async () => {
  for (const [url, kept] of [
    [' https://EXAMPLE.com ', 'https://example.com/'],
    ['https://example.com:443/a/../b', 'https://example.com/b'],
    ['https://münchen.example/ñ', 'https://xn--mnchen-3ya.example/%C3%B1'],
  ] as const)
    assert.equal((await act('create_webhook', { ...good, url })).url, kept)
  await clear()
})

test('A webhook can be created disabled', async () => {
  const { enabled, disabled_reason, banner } = await act('create_webhook', { ...good, enabled: false })
  assert.deepEqual([enabled, disabled_reason, banner], [false, 'manual', null])
  await clear()
})

test('A webhook needs at least one event, and each must exist', async () => {
  for (const [input, code, field] of [
    [{ events: undefined }, 'missing_field', 'events'],
    [{ events: [] }, 'missing_field', 'events'],
    [{ events: ['contact.created', 'team.created'] }, 'invalid_value', 'events/1'],
    [{ events: ['contact_created'] }, 'invalid_value', 'events/0'],
    [{ kind: 'classic', events: ['contact.created'] }, 'invalid_value', 'events/0'],
    [{ kind: 'inbox', events: undefined }, 'missing_field', 'inbox_id'],
    [{ kind: 'inbox', inbox_id: '1' }, 'invalid_value', 'events'],
    [{ inbox_id: '999999' }, 'not_found', 'inbox_id'],
    [{ url: undefined }, 'missing_field', 'url'],
    [{ url: '' }, 'invalid_request', 'url'],
  ] as const) {
    const problem = await refusal(act('create_webhook', { ...good, ...input } as never))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field], JSON.stringify(input))
  }
  assert.deepEqual(await sql`select from webhooks`, [])
})

test('A classic webhook can be limited to one inbox, and an inbox of the api channel has only one', async () => {
  const api = await act('create_inbox', { name: 'Puente', channel: 'api' })
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
  const { secret, ...classic } = await act('create_webhook', {
    url: good.url,
    kind: 'classic',
    events: ['message_created'],
    inbox_id: site.id,
  })
  assert.deepEqual([classic.kind, classic.inbox_id, secret.startsWith('whsec_')], ['classic', site.id, false])
  const program = { url: good.url, kind: 'inbox', inbox_id: api.id } as const
  const made = await act('create_webhook', program)
  assert.ok(made.events.includes('message_created') && made.events.includes('conversation_updated'))
  const again = await refusal(act('create_webhook', program))
  assert.deepEqual([again.code, again.extra.conflicting_id], ['duplicate_value', made.id])
  const twice = await refusal(act('create_webhook', { url: good.url, kind: 'classic', events: ['message_created'] }))
  assert.deepEqual([twice.code, twice.extra.conflicting_id], ['duplicate_value', classic.id])
  assert.equal((await refusal(act('create_webhook', { ...program, inbox_id: site.id }))).code, 'invalid_value')
  assert.equal((await refusal(act('create_webhook', { ...good, inbox_id: api.id }))).code, 'invalid_value')
  await act('delete_inbox', { inbox_id: api.id })
  assert.equal((await refusal(act('get_webhook', { webhook_id: made.id }))).code, 'not_found')
  await clear()
})

test('The plan limits the number of webhooks, even for simultaneous requests', async () => {
  const most = plans.self_hosted!.webhooks
  const requests = Array.from({ length: most + 5 }, () => act('create_webhook', good))
  const answers = await Promise.allSettled(requests)
  const codes = answers.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
  assert.deepEqual(codes, Array(5).fill('plan_limit'))
  assert.equal((await sql`select from webhooks`).length, most)
  const problem = await refusal(act('create_webhook', good))
  assert.equal(problem.status, 402)
  assert.match(problem.message, /allows 20 webhooks/)
  const inbox = await act('create_inbox', { name: 'Con programa', channel: 'api' })
  await act('create_webhook', { url: good.url, kind: 'inbox', inbox_id: inbox.id })
  const small = await addAccount()
  const starter = { ...small.actor, account: { ...small.actor.account, plan: 'starter' } }
  for (let i = 0; i < plans.starter!.webhooks; i++) await small.act('create_webhook', good, { as: starter })
  assert.equal((await refusal(small.act('create_webhook', good, { as: starter }))).code, 'plan_limit')
  await clear()
})

test('Administrators and keys with webhooks:write can create webhooks, and nobody else', async () => {
  const agent = { ...actor, permissions: rightsOfUser('agent', false) }
  for (const as of [agent, only(...scopes.filter((each) => each !== 'webhooks:write'))]) {
    const problem = await refusal(act('create_webhook', good, { as }))
    assert.equal(problem.code, 'permission_denied')
    assert.match(problem.message, /webhooks:write/)
  }
  await act('create_webhook', good, { as: only('webhooks:write', 'contacts:read', 'crm:read') })
  await clear()
})

describe('An address that leads to the internal network, or hides that it does,', async () => {
  const { rest, key } = await openNode({ HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000' })
  const attacks: Record<string, string[]> = {
    private: [
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
      'https://100.64.0.1/',
      'https://198.18.0.1/',
    ],
    loopback: [
      'https://127.0.0.1/',
      'https://localhost/',
      'https://app.localhost:8443/',
      'https://0.0.0.0/',
      'https://[::1]/',
    ],
    metadata: ['https://169.254.169.254/latest/meta-data', 'https://[fd00:ec2::254]/', 'https://100.100.100.200/'],
    'mapped v6': [
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[2002:7f00:1::]/',
    ],
    'decimal, octal and hex': [
      'https://2130706433/',
      'https://0177.0.0.1/',
      'https://0x7f.1/',
      'https://0x7f000001/',
      'https://127.1/',
    ],
    'other schemes': [
      'http://example.com/',
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://127.0.0.1:70/',
      'javascript:alert(1)',
      'data:,x',
    ],
    userinfo: ['https://user@example.com/', 'https://user:word@example.com/', 'https://example.com@127.0.0.1/'],
    'ports of other services': ['https://example.com:22/', 'https://example.com:25/', 'https://example.com:1/'],
    'no address': ['example.com', '/hook', 'https://', 'https://a b/', '//example.com/'],
  }
  const { body: webhook } = await rest<{ id: string }>('POST', '/webhooks', { key, body: good })

  for (const [what, urls] of Object.entries(attacks)) {
    test(`is refused when it is saved: ${what}`, async () => {
      for (const url of urls) {
        const action = { type: 'send_webhook', url }
        const rule = { name: 'Regla', event: 'conversation.resolved', actions: [action] }
        for (const [method, path, body, pointer] of [
          ['POST', '/webhooks', { ...good, url }, '#/url'],
          ['PATCH', `/webhooks/${webhook.id}`, { url }, '#/url'],
          ['POST', '/automation-rules', rule, '#/actions/0/url'],
          ['POST', '/macros', { name: 'Macro', actions: [action] }, '#/actions/0/url'],
        ] as const) {
          const answer = await rest(method, path, { key, body })
          // Automation rules and macros refuse a URL that is not http(s) earlier, as an invalid request.
          const early = path.startsWith('/automation') || path.startsWith('/macros')
          assert.ok(answer.status === 422 || (early && answer.status === 400), `${path} ${url}: ${answer.text}`)
          if (answer.status === 422) {
            assert.equal(answer.body.code, 'invalid_value')
            assert.equal(answer.body.errors?.[0]?.pointer, pointer, `${path} ${url}`)
          }
        }
      }
    })
  }

  test('is refused with a hint on how the operator can allow it', async () => {
    const { body } = await rest('POST', '/webhooks', { key, body: { ...good, url: 'https://10.0.0.1/' } })
    assert.match(body.detail, /HILO_OUTBOUND_ALLOW/)
  })
})
