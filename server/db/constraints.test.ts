import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constraints } from '#db/constraints.ts'
import { openNode } from '#test/node.ts'

const { rest, key, sql, addAccount } = await openNode()

/** Internal constraints that no caller can violate. */
const beyondCallers: Readonly<Record<string, string>> = {
  accounts_classic_token_unique: 'tokens are random',
  api_keys_hash_unique: 'keys are random',
  automation_runs_macro_once: 'a macro runs once per request',
  automation_runs_rule_once: 'a rule runs once for what happened',
  identity_aliases_value_unique: 'known aliases are left alone',
  emails_once: 'a mail requested twice is sent once',
  notifications_unread: 'a further event counts in the unread notification',
  push_subscriptions_session: 'a browser that subscribes again changes its subscription',
  sla_breaches_once: 'a missed target is reported once',
  opportunities_lead_once: 'a lead that is converted is held',
  stage_history_lead_now: 'a lead that moves is held',
  stage_history_opportunity_now: 'an opportunity that moves is held',
  stages_pipeline: 'ids are given',
  webhook_deliveries_once: 'an endpoint gets an event once',
}

test('Every unique constraint a caller can violate has a field and a name', async () => {
  const rows = await sql<{ name: string; table: string }>`
    select i.relname as name, t.relname as table
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where x.indisunique and not x.indisprimary and t.relnamespace = 'public'::regnamespace
     order by t.relname, i.relname`
  const silent = rows.filter(({ name }) => !constraints[name] && !beyondCallers[name])
  assert.deepEqual(
    silent.map(({ table, name }) => `${table}: ${name}`),
    [],
    'name it in constraints.ts, or say in this test why no caller can meet it',
  )
  const names = new Set(rows.map(({ name }) => name))
  for (const name of [...Object.keys(constraints), ...Object.keys(beyondCallers)]) assert.ok(names.has(name), name)
})

test('Primary keys consist of ids only', async () => {
  const rows = await sql<{ table: string; columns: string[] }>`
    select x.indrelid::regclass::text as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any(x.indkey)
     where x.indisprimary and x.indrelid::regclass::text not in ('migrations', 'function_files')
       and exists (select from pg_attribute t where t.attrelid = x.indrelid and t.attname = 'account_id')
     group by x.indrelid`
  const written = {
    automation_steps: 'an action is taken once',
    canned_response_versions: 'counted while the response is held',
    channel_folders: 'upserted by the process that reads the mailbox',
    deliveries: 'one row per event and subscriber',
    idempotency_keys: 'upserted',
    webhook_attempts: 'counted while the delivery is held',
    ai_actions: 'a tool writes once per message',
    knowledge_words: 'upserted',
    board_sums: 'folded in by one node at a time',
    report_counts: 'folded in by one node at a time',
    report_totals: 'folded in by one node at a time',
    sla_warnings: 'written while the conversation is held',
    uploads: 'the key of a file is random',
    imported_records: 'saved by the import that holds the source',
    knowledge_chunks: 'cut while the document is held',
  } as const
  for (const { table, columns } of rows) {
    if (table in written) continue
    const free = columns.filter((column) => !/(^|_)id$/.test(column))
    assert.deepEqual(free, [], `${table}: ${columns.join(', ')}`)
  }
})

test('A value already in use is refused by its field, naming the other record', async () => {
  const contact = { name: 'Una', email: 'una@example.com', phone_number: '+573001112233', identifier: 'erp-1' }
  const { body: first } = await rest<{ id: string }>('POST', '/contacts', { key, body: contact })
  const { body: second } = await rest<{ id: string }>('POST', '/contacts', {
    key,
    body: { name: 'Dos', email: 'dos@example.com' },
  })
  const { body: label } = await rest<{ id: string }>('POST', '/labels', { key, body: { title: 'Vip' } })
  const { body: team } = await rest<{ id: string }>('POST', '/teams', { key, body: { name: 'Ventas' } })
  const attempts = [
    ['POST', '/contacts', { name: 'Otra', email: 'UNA@example.com' }, 'email', first.id],
    ['POST', '/contacts', { name: 'Otra', phone_number: '300 111 2233' }, 'phone_number', first.id],
    ['PATCH', `/contacts/${second.id}`, { email: contact.email }, 'email', first.id],
    ['PATCH', `/contacts/${second.id}`, { phone_number: contact.phone_number }, 'phone_number', first.id],
    ['POST', '/contacts', { name: 'Otra', email: 'tres@example.com', identifier: 'erp-1' }, 'identifier', first.id],
    ['PATCH', `/contacts/${second.id}`, { identifier: contact.identifier }, 'identifier', first.id],
    ['POST', '/labels', { title: 'VIP' }, 'title', label.id],
    ['POST', '/teams', { name: 'VENTAS' }, 'name', team.id],
  ] as const
  for (const [method, path, body, field, holder] of attempts) {
    const answer = await rest(method, path, { key, body })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.code, 'duplicate_value')
    assert.equal(answer.body.conflicting_id, holder)
    assert.deepEqual([answer.body.errors?.[0]?.pointer, answer.body.errors?.[0]?.code], [`#/${field}`, 'taken'])
    assert.match(answer.body.detail, new RegExp(`already in use by record ${holder}`))
  }
})

test('A value that is taken in combination with another is refused by its field', async () => {
  const inbox = { name: 'Sitio', channel: 'api' }
  await rest('POST', '/inboxes', { key, body: inbox })
  const canned = { short_code: 'hola', content: 'Hola', inbox: 'Sitio' }
  const attribute = { display_name: 'Plan', key: 'plan', model: 'contact_attribute' }
  for (const [path, body, field] of [
    ['/canned-responses', canned, 'short_code'],
    ['/custom-attributes', attribute, 'key'],
  ] as const) {
    assert.equal((await rest('POST', path, { key, body })).status, 201)
    const answer = await rest('POST', path, { key, body })
    assert.deepEqual([answer.status, answer.body.code], [409, 'duplicate_value'])
    assert.deepEqual([answer.body.errors?.[0]?.pointer, answer.body.errors?.[0]?.code], [`#/${field}`, 'taken'])
  }
})

test('The same value in another workspace is no conflict', async () => {
  const other = await addAccount()
  const body = { name: 'Una', email: 'una@example.com', phone_number: '+573001112233' }
  assert.equal((await rest('POST', '/contacts', { key: other.key, body })).status, 201)
})
