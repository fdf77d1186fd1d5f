import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readClassicToken } from '#domains/access/setup/provision.ts'
import { openServerWithUsers } from '#test/people.ts'
import { until } from '#test/wait.ts'

const { node, sql, send, enter, account_id, addAccount } = await openServerWithUsers({ HILO_POOL: '10' })
const other = await addAccount()
const ana = await enter('Ana', 'administrator')
const luz = await enter('Luz', 'administrator', other.account_id)
const { database } = node.runtime

const filterOf = (groups: number, conditions: number, values: number) => {
  const condition = {
    field: 'name',
    operator: 'contains',
    values: Array.from({ length: values }, (_, i) => `Peña ${i}`),
  }
  const all = Array.from({ length: conditions }, () => condition)
  return { any: Array.from({ length: groups }, () => ({ all })) }
}

describe('A filter that costs too much', () => {
  const many = filterOf(6, 20, 1)
  const inbox = { name: 'Tienda', channel: 'api' }

  test('is refused with its bound, wherever filters are taken', async () => {
    const { body } = await ana.do<{ id: string }>('create_inbox', inbox)
    const actions = [{ type: 'set_priority', priority: 'low' }]
    const places: [string, object][] = [
      ['search_contacts', { filter: many }],
      ['count_contacts', { filter: many }],
      ['export_contacts', { filter: many }],
      ['list_conversations', { filter: many }],
      ['count_conversations', { filter: many }],
      ['crm_list_leads', { filter: many }],
      ['crm_list_opportunities', { filter: many }],
      ['create_saved_view', { name: 'Vista', resource: 'contacts', filter: many }],
      ['create_automation_rule', { name: 'Regla', event: 'conversation.created', conditions: many, actions }],
      ['count_audience', { inbox: body.id, audience: { filter: many } }],
      ['create_campaign', { name: 'Campaña', inbox: body.id, content: 'Hola', audience: { filter: many } }],
    ]
    for (const [operation, input] of places) {
      const answer = await ana.do(operation, input)
      assert.equal(answer.status, 422, `${operation}: ${answer.text}`)
      assert.match(answer.text, /at most 100 conditions; this one has 120/, operation)
    }
  })

  test('is refused on the classic routes too', async () => {
    const payload = Array.from({ length: 120 }, (_, i) => ({
      attribute_key: 'name',
      filter_operator: 'contains',
      values: ['x'],
      query_operator: i % 20 === 19 ? 'OR' : 'AND',
    }))
    const token = await readClassicToken(sql, node.runtime.secret, account_id)
    const path = `/api/v1/accounts/${account_id}/contacts/filter`
    const answer = await send('POST', path, { payload }, { headers: ['api_access_token', token] })
    assert.equal(answer.status, 422)
    assert.match(answer.text, /at most 100 conditions; this one has 120/)
  })
})

describe('A workspace with more searches than its share of the connections', () => {
  test('waits for its own turn, is refused beyond its queue, and leaves the others alone', async () => {
    const held = await database.work.connect()
    await held.query('select pg_advisory_lock(7)')
    const hang = () => database.shares.of(account_id).query({ text: 'select pg_advisory_lock_shared(7)' })
    const search = (person: typeof ana) => person.do('search_contacts', { filter: filterOf(1, 1, 1) })
    const slow = [hang(), hang()]
    const waiting = Array.from({ length: 100 }, () => search(ana))
    await until(() => database.shares.waiting() === 100, 'a hundred wait')

    assert.equal((await search(luz)).status, 200)
    assert.equal((await luz.do('get_overview_report')).status, 200)
    const refused = await search(ana)
    assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'])
    assert.match(refused.body.detail!, /searches and reports of this workspace/)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal((await ana.do('list_labels')).status, 200, 'other work goes on')

    await held.query('select pg_advisory_unlock(7)')
    held.release()
    await Promise.all(slow)
    const statuses = new Set((await Promise.all(waiting)).map(({ status }) => status))
    assert.deepEqual([...statuses], [200])
  })
})
