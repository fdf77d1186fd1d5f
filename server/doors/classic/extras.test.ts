import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'
import { until } from '#test/wait.ts'

const { ok, classic, sql, user, makeUser, account_id } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
let people = 0

async function talk(): Promise<Loose> {
  const contact = { inbox_id: inbox.id, name: 'Ana', email: `ana${++people}@example.com` }
  const { id: contact_id } = (await ok('POST', '/contacts', contact)).payload.contact
  const conversation = await ok('POST', '/conversations', { contact_id, inbox_id: inbox.id })
  await ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Hola', message_type: 'incoming' })
  return { id: conversation.id, contact_id }
}

describe('The account', () => {
  test('is read and renamed', async () => {
    const account = await ok('GET', '')
    assert.deepEqual(
      [account.id, account.name, account.locale, account.status],
      [Number(account_id), 'Prueba', 'es', 'active'],
    )
    const changed = await ok('PATCH', '', { name: 'Casa', locale: 'en' })
    assert.deepEqual([changed.name, changed.locale], ['Casa', 'en'])
    await ok('PATCH', '/', { locale: 'pt_BR' })
    assert.equal((await ok('GET', '/')).locale, 'es')
  })

  test('has an audit log, in pages', async () => {
    const { audit_logs, current_page, per_page } = await ok('GET', '/audit_logs')
    assert.deepEqual([current_page, per_page], [1, 25])
    assert.ok(audit_logs.some((each: Loose) => each.action === 'update_account' && each.username === 'Prueba'))
    assert.deepEqual((await ok('GET', '/audit_logs?page=9')).audit_logs, [])
  })

  test('gets several agents at once, and the people who can be assigned', async () => {
    await ok('POST', '/agents/bulk_create', { emails: ['uno@example.com', 'dos@example.com'] })
    const agents: Loose[] = await ok('GET', '/agents')
    assert.ok(['uno@example.com', 'dos@example.com'].every((email) => agents.some((each) => each.email === email)))
    assert.equal((await classic('POST', '/agents/bulk_create', {})).status, 422)
    const member = await makeUser('agent')
    await ok('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [Number(member.id)] })
    for (const path of [`/assignable_agents?inbox_ids[]=${inbox.id}`, `/inboxes/${inbox.id}/assignable_agents`]) {
      const ids = (await ok('GET', path)).payload.map((each: Loose) => String(each.id))
      assert.deepEqual(ids.toSorted(), [user.id, member.id].toSorted(), path)
    }
    assert.equal((await classic('GET', '/assignable_agents')).status, 422)
  })

  test('copies a rule, which does nothing yet', async () => {
    const actions = [{ action_name: 'add_label', action_params: ['vip'] }]
    await ok('POST', '/labels', { title: 'vip' })
    const rule = await ok('POST', '/automation_rules', { name: 'Marca', event_name: 'message_created', actions })
    const { payload } = await ok('POST', `/automation_rules/${rule.id}/clone`)
    assert.deepEqual([payload.name, payload.active, payload.actions], ['Marca', false, rule.actions])
    assert.notEqual(payload.id, rule.id)
    await ok('DELETE', `/automation_rules/${rule.id}`)
  })
})

describe('Campaigns', () => {
  test('are scheduled, read, listed, changed and deleted', async () => {
    const label = await ok('POST', '/labels', { title: 'mayoreo' })
    const audience = [{ id: label.id, type: 'Label' }]
    const scheduled_at = Math.floor(Date.now() / 1000) + 86_400
    const body = {
      title: 'Rebajas',
      message: 'Hola {{contact.first_name}}',
      inbox_id: inbox.id,
      audience,
      scheduled_at,
    }
    const campaign = await ok('POST', '/campaigns', body)
    assert.deepEqual(
      [campaign.title, campaign.message, campaign.inbox.id, campaign.campaign_type, campaign.campaign_status],
      ['Rebajas', body.message, inbox.id, 'one_off', 'active'],
    )
    assert.deepEqual([campaign.audience, campaign.scheduled_at], [audience, scheduled_at])
    assert.deepEqual(await ok('GET', `/campaigns/${campaign.id}`), campaign)
    assert.deepEqual(await ok('GET', '/campaigns'), [campaign])
    assert.deepEqual(await ok('GET', `/inboxes/${inbox.id}/campaigns`), [campaign])
    const changed = await ok('PATCH', `/campaigns/${campaign.id}`, { title: 'Ofertas' })
    assert.deepEqual([changed.title, changed.audience], ['Ofertas', audience])
    const removed = await classic('DELETE', `/campaigns/${campaign.id}`)
    assert.deepEqual([removed.status, removed.text], [200, ''])
    const refused = async (more: object) => (await classic('POST', '/campaigns', { ...body, ...more })).status
    assert.equal(await refused({ audience: [{ id: 999_999, type: 'Label' }] }), 422)
    assert.equal(await refused({ audience: [] }), 422)
    assert.equal(await refused({ trigger_rules: { url: 'https://example.com', time_on_page: 10 } }), 422)
    assert.deepEqual(await ok('GET', '/campaigns'), [])
  })

  test('go out at once without a time', async () => {
    const { contact_id } = await talk()
    const label = await ok('POST', '/labels', { title: 'hoy' })
    await ok('POST', `/contacts/${contact_id}/labels`, { labels: ['hoy'] })
    const audience = [{ id: label.id, type: 'Label' }]
    const { id } = await ok('POST', '/campaigns', { title: 'Ya', message: 'Buenas', inbox_id: inbox.id, audience })
    const sent = () => sql`select from messages where account_id = ${account_id} and author_type = 'campaign'`
    await until(async () => (await sent()).length === 1, 'the message of the campaign')
    await until(async () => (await ok('GET', `/campaigns/${id}`)).campaign_status === 'completed', 'its end')
  })
})

describe('Satisfaction surveys', () => {
  test('are listed, counted and downloaded', async () => {
    await ok('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: true })
    const { id, contact_id } = await talk()
    await ok('POST', `/conversations/${id}/messages`, { content: 'Con gusto' })
    await ok('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' })
    const find = () => sql<{ id: string }>`select id from csat_surveys where conversation_id = ${id}`
    await until(async () => (await find()).length > 0, 'the survey')
    assert.deepEqual(await ok('GET', '/csat_survey_responses'), [])
    await sql`update csat_surveys set rating = 4, comment = '=Muy bien', answered_at = now() where conversation_id = ${id}`
    const [answer, ...others] = await ok('GET', '/csat_survey_responses?page=1')
    assert.deepEqual(others, [])
    assert.deepEqual(
      [answer.rating, answer.feedback_message, answer.conversation_id, answer.contact.id],
      [4, '=Muy bien', id, contact_id],
    )
    assert.deepEqual(await ok('GET', '/csat_survey_responses?rating=5'), [])
    assert.equal((await ok('GET', '/csat_survey_responses?rating[]=5&rating[]=4')).length, 1)
    assert.deepEqual(await ok('GET', '/csat_survey_responses/metrics'), {
      total_count: 1,
      ratings_count: { 4: 1 },
      total_sent_messages_count: 1,
    })
    const table = await classic('GET', '/csat_survey_responses/download')
    assert.match(table.headers.get('content-type')!, /^text\/csv/)
    assert.match(table.text, /^Agent,Rating,/)
    assert.match(table.text, /,4,'=Muy bien,Ana,/)
    await ok('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: false })
  })
})

describe('Files', () => {
  test('bring contacts in and take them out', async () => {
    const form = new FormData()
    form.append('import_file', new Blob(['name,email\nRosa,rosa@example.com\n'], { type: 'text/csv' }), 'contactos.csv')
    const imported = await classic('POST', '/contacts/import', form)
    assert.deepEqual([imported.status, imported.text], [200, ''])
    const found = () => ok('GET', '/contacts/search?q=rosa@example.com')
    await until(async () => (await found()).meta.count === 1, 'the imported contact')
    const table = await classic('POST', '/contacts/export', {})
    assert.match(table.headers.get('content-type')!, /^text\/csv/)
    assert.match(table.text, /Rosa/)
    const payload = [
      { attribute_key: 'email', filter_operator: 'equal_to', values: ['nadie@example.com'], query_operator: null },
    ]
    assert.doesNotMatch((await classic('POST', '/contacts/export', { payload })).text, /Rosa/)
    assert.equal((await classic('POST', '/contacts/import', {})).status, 422)
    assert.equal((await classic('POST', '/contacts/import', new FormData())).status, 422)
  })

  test('of a conversation and of a contact are listed, latest first', async () => {
    const { id, contact_id } = await talk()
    for (const name of ['uno.txt', 'dos.txt']) {
      const form = new FormData()
      form.append('message_type', 'incoming')
      form.append('attachments[]', new Blob([name]), name)
      await ok('POST', `/conversations/${id}/messages`, form)
    }
    for (const path of [`/conversations/${id}/attachments`, `/contacts/${contact_id}/attachments`]) {
      const { meta, payload } = await ok('GET', path)
      assert.equal(meta.total_count, 2)
      assert.deepEqual(
        payload.map((each: Loose) => [each.data_url.split('/').pop(), each.sender.id]),
        [
          ['dos.txt', contact_id],
          ['uno.txt', contact_id],
        ],
        path,
      )
    }
  })

  test('A conversation goes out by e-mail', async () => {
    const { id } = await talk()
    const sent = await classic('POST', `/conversations/${id}/transcript`, { email: 'copia@example.com' })
    assert.deepEqual([sent.status, sent.text], [200, ''])
    const [mail] = await sql<{ text: string }>`select text from emails where to_address = 'copia@example.com'`
    assert.match(mail!.text, /Hola/)
    assert.equal((await classic('POST', `/conversations/${id}/transcript`, { email: 'x' })).status, 422)
    assert.equal((await classic('POST', `/conversations/${id}/transcript`, {})).status, 422)
  })

  test('Conversations are found by their words, and a picture is removed', async () => {
    const { id, contact_id } = await talk()
    await ok('POST', `/conversations/${id}/messages`, { content: 'Azulejos', message_type: 'incoming' })
    const { meta, payload } = await ok('GET', '/conversations/search?q=azulejos')
    assert.deepEqual([meta.all_count, payload.map((each: Loose) => each.id)], [1, [id]])
    assert.equal((await classic('GET', '/conversations/search')).status, 422)
    assert.equal((await ok('DELETE', `/contacts/${contact_id}/avatar`)).payload.thumbnail, '')
  })
})
