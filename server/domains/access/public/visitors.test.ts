import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findDemoInbox,
  findSite,
  issueVisitorToken,
  provesIdentity,
  readVisitorToken,
  findVisitorActor,
} from '#domains/access/public/visitors.ts'
import { openWorkspace } from '#test/workspace.ts'

const { actor, sql, runtime, addAccount } = await openWorkspace()
const { secret } = runtime
const account_id = actor.account.id

async function makeInbox(token: string, channel = 'web_widget', account = account_id): Promise<string> {
  const [row] = await sql<{ id: string }>`
    insert into inboxes (account_id, name, channel, token, identity_secret, settings, created_at, updated_at)
    values (${account}, 'Tienda', ${channel}, ${token}, '', '{"color": "#0f766e"}', now(), now()) returning id`
  return row!.id
}

const inbox_id = await makeInbox('el-token')
const ana = { account_id, inbox_id, source_id: 'navegador-de-ana', verified: false }

test('The public token of a page finds its inbox, and nothing else does', async () => {
  const site = await findSite(sql, 'el-token')
  assert.deepEqual(site, {
    account: actor.account,
    inbox: {
      id: inbox_id,
      name: 'Tienda',
      channel: 'web_widget',
      settings: { color: '#0f766e' },
      ai_agent_enabled: false,
    },
  })
  for (const token of ['otro', '', 'el-token\0', "' or true --", 'el-token '.repeat(50)]) {
    assert.equal(await findSite(sql, token), undefined, token)
  }
})

test('A visitor token identifies the visitor for 180 days', () => {
  const start = new Date('2026-01-01T00:00:00Z')
  const token = issueVisitorToken(secret, { ...ana, verified: true }, start)
  assert.match(token, /^v1\.[\w-]+\.[\w-]{43}$/)
  const after = (days: number) => new Date(start.getTime() + days * 86_400_000)
  assert.deepEqual(readVisitorToken(secret, token, after(179.9)), { ...ana, verified: true })
  assert.equal(readVisitorToken(secret, token, after(180)), undefined)
})

test('A token that was altered or signed with another secret is rejected', () => {
  const token = issueVisitorToken(secret, ana)
  assert.equal(readVisitorToken(Buffer.alloc(32, 8), token), undefined)
  const [, body] = token.split('.')
  const claims = JSON.parse(Buffer.from(body!, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, verified: true })).toString('base64url')
  assert.equal(readVisitorToken(secret, token.replace(body!, forged)), undefined)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
      const altered = token.slice(0, at) + letter + token.slice(at + 1)
      assert.equal(readVisitorToken(secret, altered) === undefined, altered !== token)
    }),
  )
  for (const text of ['', 'v1', 'v1..', 'v1.e30', `v1.e30.${'A'.repeat(43)}`]) {
    assert.equal(readVisitorToken(secret, text), undefined, text)
  }
})

test('A visitor has visitor rights only, and becomes a contact with the first message', async () => {
  const before = await findVisitorActor(sql, ana)
  assert.deepEqual(before, {
    type: 'contact',
    id: null,
    name: 'Visitor',
    account: actor.account,
    user_id: null,
    visibility: 'own',
    permissions: new Set(['visitor']),
    visitor: { inbox_id, source_id: ana.source_id, verified: false },
  })
  const [contact] = await sql<{ id: string }>`
    insert into contacts (account_id, name, created_at, updated_at) values (${account_id}, 'Ana', now(), now()) returning id`
  await sql`
    insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
    values (${account_id}, ${contact!.id}, ${inbox_id}, ${ana.source_id}, now())`
  const known = await findVisitorActor(sql, ana)
  assert.deepEqual([known?.id, known?.name], [contact!.id, 'Ana'])
  const elsewhere = await findVisitorActor(sql, { ...ana, inbox_id: await makeInbox('otro-canal') })
  assert.equal(elsewhere?.id, null)
})

test('A visitor has no access once the inbox is deleted, or in another workspace', async () => {
  const gone = await makeInbox('pasajero')
  await sql`delete from inboxes where account_id = ${account_id} and id = ${gone}`
  assert.equal(await findVisitorActor(sql, { ...ana, inbox_id: gone }), undefined)
  const other = await addAccount()
  assert.equal(await findVisitorActor(sql, { ...ana, account_id: other.actor.account.id }), undefined)
})

test('Only the site’s own server can prove an identifier', () => {
  const hash = createHmac('sha256', 'clave').update('cliente-7').digest('hex')
  assert.equal(provesIdentity('clave', 'cliente-7', hash), true)
  assert.equal(provesIdentity('clave', 'cliente-7', hash.toUpperCase()), true)
  for (const [key, identifier, given] of [
    ['clave', 'cliente-8', hash],
    ['otra', 'cliente-7', hash],
    ['clave', 'cliente-7', hash.slice(1)],
    ['clave', 'cliente-7', ''],
  ] as const) {
    assert.equal(provesIdentity(key, identifier, given), false)
  }
})

test('The demo site uses the oldest live chat of the demo workspace', async () => {
  const demo = await addAccount()
  await sql`insert into installation (secret, demo_account_id) values ('x', ${demo.actor.account.id})`
  assert.equal(await findDemoInbox(sql), undefined)
  await makeInbox('programas', 'api', demo.actor.account.id)
  await makeInbox('primero', 'web_widget', demo.actor.account.id)
  await makeInbox('segundo', 'web_widget', demo.actor.account.id)
  assert.equal(await findDemoInbox(sql), 'primero')
})
