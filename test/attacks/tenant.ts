import { randomUUID } from 'node:crypto'
import { type Permission, rightsOfUser, type Scope, scopes } from '#contract/permissions.ts'
import { readClassicToken } from '#domains/access/setup/provision.ts'
import { issueVisitorToken, findVisitorActor } from '#domains/access/public/visitors.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke } from '#kernel/invoke.ts'
import { type AnyOperation, permissionsOf } from '#kernel/operation.ts'
import { sealUpload } from '#kernel/uploads.ts'
import { registry } from '#registry'
import type { openNode } from '#test/node.ts'
import type { Name } from '#test/workspace.ts'
import { samples } from './samples.ts'
import { nothingDue } from './samples/records.ts'
import type { Tenant } from './samples/tenant.ts'

const everything = Object.entries(registry) as [Name, AnyOperation][]

/** Operations of people and keys. */
export const operations = everything.filter(([, op]) => op.permission !== 'visitor' && op.permission !== 'personal')

/** Operations of customers in a live chat only. */
export const chatOperations = everything.filter(([, op]) => op.permission === 'visitor')

/** Operations that write no row for their sample: they send a signal, compute an answer, or remove only what the caller made. */
export const transientOperations: readonly Name[] = [
  'count_audience',
  'remove_reaction',
  'set_chat_typing',
  'set_typing',
  'set_viewing',
  'suggest_reply',
  'test_ai_agent',
  'test_automation_rule',
  'upload_attachments',
]

let numbers = 0

/** A workspace to make samples in, with a key of every kind. */
export async function openTenant(node: Awaited<ReturnType<typeof openNode>>, mark: string) {
  const { runtime } = node.node
  const workspace = await node.addAccount()
  const { account_id, user, makeUser, makeKey } = workspace
  await node.sql`update accounts set modules = array['real_estate', 'test_drives'] where id = ${account_id}`
  const actor = {
    ...(await loadSystemActor(node.sql, account_id, { type: 'user', id: user.id, name: user.name })),
    permissions: rightsOfUser('administrator', true),
  }
  let survey: string = randomUUID()
  let [chat, answer] = ['1', '1']
  const tenant: Tenant = {
    act: (name, input) => invoke(runtime, [name, registry[name]], actor, input, { request_id: 'sample' }) as never,
    user_id: user.id,
    mark,
    next: () => ++numbers,
    mail: async () => {
      const [row] = await node.sql<{ id: string }>`
        insert into emails (account_id, key, kind, to_address, subject, text, html, status, error, created_at)
        values (${account_id}, ${`sample:${++numbers}`}, 'mention', 'alguien@example.com', ${mark}, ${mark}, ${mark}, 'failed', 'No', now())
        returning id`
      return row!.id
    },
    requestMacro: async (macro_id, conversation_id) => {
      const payload = { macro_id, conversation_ids: [conversation_id], maker: { user_id: user.id } }
      await node.sql`
        with requested as (
          insert into events (account_id, id, name, actor, payload, request_id, occurred_at)
          values (${account_id}, ${randomUUID()}, 'macro.requested', '{}', ${JSON.stringify(payload)}::jsonb, 'sample', now())
          returning account_id, id)
        insert into deliveries (account_id, event_id, subscriber, next_try_at)
        select account_id, id, 'finish_macros', now() + interval '1 hour' from requested`
    },
    member: async () => {
      const { id } = await makeUser('agent')
      await node.sql`update users set totp_secret = '\\x00', totp_enabled_at = now() where id = ${id}`
      return id
    },
    upload: (of = {}) => sealUpload(runtime.secret, account_id, { ...file, ...of }),
    survey: () => survey,
    chat: () => chat,
    answer: () => answer,
  }
  const superKey = await makeKey('full', [], (await makeUser('administrator', true)).id)
  const agentKey = await makeKey('full', [], (await makeUser('agent')).id)
  const revoked = await makeKey('full')
  await node.sql`update api_keys set revoked_at = now() where id = (select max(id) from api_keys)`
  const [stored] = await node.sql<{ password_hash: string }>`select password_hash from users where id = ${user.id}`
  const partial = new Map<Scope, string>()
  const makers: Record<Name, (made: typeof tenant) => unknown> = samples
  return {
    ...workspace,
    ...tenant,
    revoked,
    agentKey,
    readOnly: await makeKey('read_only'),
    /** Secrets no answer may ever contain. */
    secrets: [workspace.key, stored!.password_hash, await readClassicToken(node.sql, runtime.secret, account_id)],
    sample: async (name: Name) => (await makers[name](tenant)) as Record<string, unknown>,
    /** The most powerful key there is. */
    superKey,
    /** A visitor of a live chat who has written and been answered, unless new. */
    visitor: async (isNew = false) => {
      const { conversation_id, message_id, ...visitor } = await openVisitor(node, tenant, account_id, isNew)
      if (conversation_id) [survey, chat, answer] = [await sendSurvey(node, visitor), conversation_id, message_id]
      return visitor
    },
    /** A key with the permissions of the operation. */
    rightful: (op: AnyOperation) => (permissionsOf(op).includes('super_admin') ? superKey : workspace.key),
    /** A key with every permission but this one. */
    without: async (permission: Permission): Promise<string> => {
      if (permission === 'super_admin' || permission === 'visitor' || permission === 'personal') return workspace.key
      if (permission === 'admin') return agentKey
      const others = scopes.filter((each) => each !== permission)
      const key = partial.get(permission) ?? (await makeKey('custom', others))
      partial.set(permission, key)
      return key
    },
  }
}

const file = {
  file_key: 'k',
  file_name: 'foto.png',
  file_type: 'image',
  content_type: 'image/png',
  size_bytes: 3,
} as const

/** A visitor of a live chat of the workspace, with their token. */
async function openVisitor(
  { node: { runtime }, sql }: Awaited<ReturnType<typeof openNode>>,
  { act, mark, next }: Tenant,
  account_id: string,
  isNew: boolean,
) {
  const inbox = await act('create_inbox', {
    name: `Sitio ${mark} ${next()}`,
    channel: 'web_widget',
    auto_assign: false,
    sla: nothingDue,
  })
  const visitor = { account_id, inbox_id: inbox.id, source_id: `visita-${next()}`, verified: false }
  const token = issueVisitorToken(runtime.secret, visitor)
  if (isNew) return { ...visitor, token, conversation_id: null, message_id: null }
  const message = { client_id: `${mark}-${next()}`, content: `Hola ${mark}` }
  const chat = async <N extends 'post_chat_message' | 'set_chat_reaction'>(name: N, input: object) =>
    invoke(runtime, [name, registry[name]], (await findVisitorActor(sql, visitor))!, input, { request_id: 'sample' })
  await chat('post_chat_message', message)
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  const conversation_id = items[0]!.id
  const { id: message_id } = await act('send_message', { conversation_id, content: `Buenas ${mark}` })
  await chat('set_chat_reaction', { message_id, emoji: '👍' })
  return { ...visitor, token, conversation_id, message_id }
}

/** Sends them a satisfaction survey; returns the token to answer it. */
async function sendSurvey(
  { sql }: Awaited<ReturnType<typeof openNode>>,
  { inbox_id, source_id }: { inbox_id: string; source_id: string },
): Promise<string> {
  const [row] = await sql<{ token: string }>`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, sent_at)
    select c.account_id, c.id, c.contact_id, c.inbox_id, now()
      from conversations c join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
     where d.inbox_id = ${inbox_id} and d.source_id = ${source_id} returning token`
  return row!.token
}
