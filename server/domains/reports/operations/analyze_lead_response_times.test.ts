import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { rebuildLeadResponses } from '#domains/reports/lead-responses/rebuild.ts'
import type { Actor } from '#kernel/operation.ts'
import { openCrm } from '#test/crm.ts'
import { openNode } from '#test/node.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, only, sql, runtime, inbox, addAgent, addAccount, contact, leads: board, visit } = await openCrm()
const account_id = actor.account.id
const luis = await addAgent('Luis Peña')
const rosa = await addAgent('Rosa Gil')
const second = await act('create_inbox', { name: 'Otra', channel: 'api', auto_assign: false })

/** All tests count minutes from this moment: ten in the morning in Bogota. */
const NOON = Date.parse('2026-03-10T15:00:00Z')
const HOUR = 60
const DAY = 24 * HOUR
const at = (minutes: number) => ({ now: new Date(NOON + minutes * 60_000) })
const iso = (minutes: number) => at(minutes).now.toISOString()

let made = 0
/** A new contact who writes to one of the inboxes. */
const customer = async () => {
  const phone_number = `+57300${String(++made).padStart(7, '0')}`
  const { id } = await contact({ name: `Clienta ${made}`, phone_number })
  const source_id = `clienta-${made}`
  const write = async (minutes: number, inbox_id = inbox.id) => {
    const message = { inbox_id, source_id, content: 'Hola', contact: { phone_number } }
    return (await act('receive_message', message, at(minutes))).conversation.id
  }
  return { id, write }
}
const reply = (conversation_id: string, minutes: number, as: Actor = luis, more: object = {}) =>
  act('send_message', { conversation_id, content: 'Con gusto', ...more }, { as, ...at(minutes) })

/** A lead with a unique source, by which it is found again. */
const lead = async (minutes: number, more: Partial<Input<'crm_create_lead'>> = {}) => {
  const source = `caso-${String(++made).padStart(5, '0')}`
  return act('crm_create_lead', { name: 'Apartamento', source, ...more }, at(minutes))
}
const report = (more: Input<'analyze_lead_response_times'> = {}, as: Actor = actor) =>
  act('analyze_lead_response_times', { date_from: '2026-01-01', date_to: '2026-12-31', ...more }, { as })
const rowOf = async ({ source, id }: { source: string | null; id: string }) => {
  const { leads } = await report({ source: source! })
  assert.deepEqual(
    leads.map((each) => each.id),
    [id],
  )
  return leads[0]!
}
/** Summary of a lead: minutes to the answer, its author, and whether the customer wrote back. */
const summary = async (of: { source: string | null; id: string }) => {
  const { seconds, replied_by, customer_replied_after, no_conversation } = await rowOf(of)
  const minutes = seconds === null ? null : seconds / 60
  return no_conversation ? 'no conversation' : [minutes, replied_by?.name ?? null, customer_replied_after]
}
const never = [null, null, false]

const storedResponses = () => sql`select * from lead_responses order by account_id, lead_id`

afterEach(async () => {
  const before = await storedResponses()
  await sql`select refresh_lead_responses(a.id, array(select l.id from leads l where l.account_id = a.id)) from accounts a`
  assert.deepEqual(await storedResponses(), before, 'stored response times equal a recomputation')
})

test('A lead is answered when a person writes to its contact after its creation', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-3 * DAY)
  const one = await lead(0, { contact_id, owner: 'Rosa Gil' })
  assert.deepEqual(await summary(one), never)
  await reply(conversation_id, 12)
  assert.deepEqual(await summary(one), [12, 'Luis Peña', false])
  await write(15)
  assert.deepEqual(await summary(one), [12, 'Luis Peña', true])
  await reply(conversation_id, 20)
  assert.deepEqual(await rowOf(one), {
    id: one.id,
    name: 'Apartamento',
    url: one.url,
    created_at: iso(0),
    source: one.source,
    status: 'new',
    pipeline: { id: board.id, name: board.name },
    agent: { id: rosa.user_id!, name: 'Rosa Gil' },
    agent_name: 'Rosa Gil',
    replied_by: { id: luis.user_id!, name: 'Luis Peña' },
    clock_started_at: iso(0),
    first_human_reply_at: iso(12),
    seconds: 720,
    customer_replied_after: true,
    no_conversation: false,
    first_touch: null,
  })
})

test('The clock starts with the first customer message, and an answer before the lead counts', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-30)
  await write(-28)
  await reply(conversation_id, -20)
  const one = await lead(0, { contact_id })
  assert.deepEqual(await summary(one), [10, 'Luis Peña', false])
  assert.equal((await rowOf(one)).clock_started_at, iso(-30))
  // Earlier customer messages are not replies to that answer.
  await write(5)
  assert.deepEqual(await summary(one), [10, 'Luis Peña', true])
})

test('A customer message after an answer but before the lead counts as a reply', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-30)
  await reply(conversation_id, -20)
  await write(-10)
  assert.deepEqual(await summary(await lead(0, { contact_id })), [10, 'Luis Peña', true])
})

test('The clock starts at most 24 hours before the lead', async () => {
  const [just, late] = [await customer(), await customer()]
  await just.write(-DAY)
  await late.write(-DAY - 1)
  const [within, beyond] = [await lead(0, { contact_id: just.id }), await lead(0, { contact_id: late.id })]
  assert.equal((await rowOf(within)).clock_started_at, iso(-DAY))
  assert.equal((await rowOf(beyond)).clock_started_at, iso(0))
})

test('A session starts after 24 hours of silence; an older one leaves the clock at the lead', async () => {
  const [talking, silent] = [await customer(), await customer()]
  await talking.write(-HOUR - DAY)
  await talking.write(-HOUR)
  await silent.write(-HOUR - DAY - 1)
  await silent.write(-HOUR)
  const [going, begun] = [await lead(0, { contact_id: talking.id }), await lead(0, { contact_id: silent.id })]
  assert.equal((await rowOf(going)).clock_started_at, iso(0))
  assert.equal((await rowOf(begun)).clock_started_at, iso(-HOUR))
})

test('An answer before the clock started does not count', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-2 * DAY)
  await reply(conversation_id, -2 * DAY + 1)
  const one = await lead(0, { contact_id })
  assert.deepEqual(await summary(one), never)
  await reply(conversation_id, 3)
  assert.deepEqual(await summary(one), [3, 'Luis Peña', false])
})

test('An answer at the moment the clock starts took 0 seconds', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-3 * DAY)
  await reply(conversation_id, 0)
  assert.deepEqual(await summary(await lead(0, { contact_id })), [0, 'Luis Peña', false])
})

test('The AI agent, rules, campaigns and programs do not answer a lead', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-5)
  const one = await lead(0, { contact_id })
  for (const type of ['ai_agent', 'automation', 'campaign', 'api_key', 'system'] as const)
    await reply(conversation_id, 1, { ...actor, type, id: null, name: 'Programa' })
  assert.deepEqual(await summary(one), never)
  await reply(conversation_id, 10)
  assert.deepEqual(await summary(one), [15, 'Luis Peña', false])
})

test('A private note is not an answer', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-5)
  const one = await lead(0, { contact_id })
  await reply(conversation_id, 1, luis, { private: true })
  assert.deepEqual(await summary(one), never)
})

test('An answer in another conversation does not count, but the customer may write back anywhere', async () => {
  const { id: contact_id, write } = await customer()
  const elsewhere = await write(-2 * DAY, second.id)
  const conversation_id = await write(-5)
  const one = await lead(0, { contact_id })
  await reply(elsewhere, 2)
  assert.deepEqual(await summary(one), never)
  await reply(conversation_id, 10)
  await write(11, second.id)
  assert.deepEqual(await summary(one), [15, 'Luis Peña', true])
})

test('Of several conversations the one last active before the lead is used', async () => {
  const { id: contact_id, write } = await customer()
  await write(-HOUR)
  const latest = await write(-30, second.id)
  const one = await lead(0, { contact_id })
  await reply(latest, 1)
  assert.deepEqual(await summary(one), [31, 'Luis Peña', false])
})

test('Messages from programs do not select the conversation', async () => {
  const { id: contact_id, write } = await customer()
  const elsewhere = await write(-40 * DAY, second.id)
  const conversation_id = await write(-5)
  await reply(elsewhere, -1, { ...actor, type: 'campaign', id: null, name: 'Feria' })
  const one = await lead(0, { contact_id })
  await reply(conversation_id, 1)
  assert.deepEqual(await summary(one), [6, 'Luis Peña', false])
})

test('A conversation counts up to 30 days before the lead, otherwise the first later one', async () => {
  const [just, late] = [await customer(), await customer()]
  const [old, older] = [await just.write(-30 * DAY), await late.write(-30 * DAY - 1)]
  const [within, beyond] = [await lead(0, { contact_id: just.id }), await lead(0, { contact_id: late.id })]
  assert.deepEqual(await summary(within), never)
  assert.equal(await summary(beyond), 'no conversation')
  await reply(old, 4)
  await late.write(3, second.id)
  await reply(older, 4)
  assert.deepEqual(await summary(within), [4, 'Luis Peña', false])
  // The conversation in the other inbox, where they wrote first, is used now.
  assert.deepEqual(await summary(beyond), never)
})

test('A later conversation is used, and the clock starts with the lead', async () => {
  const { id: contact_id, write } = await customer()
  const one = await lead(0, { contact_id })
  assert.equal(await summary(one), 'no conversation')
  assert.equal((await rowOf(one)).clock_started_at, iso(0))
  const conversation_id = await write(HOUR)
  assert.deepEqual(await summary(one), never)
  await reply(conversation_id, 2 * HOUR)
  assert.deepEqual(await summary(one), [2 * HOUR, 'Luis Peña', false])
})

test('A conversation started by a person counts as answered', async () => {
  const { id: contact_id } = await customer()
  const one = await lead(0, { contact_id })
  const begun = { contact_id, inbox_id: inbox.id, message: { content: 'Buenas tardes' } }
  await act('create_conversation', begun, { as: rosa, ...at(9) })
  assert.deepEqual(await summary(one), [9, 'Rosa Gil', false])
})

test('Two leads of one contact have separate clocks', async () => {
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-5)
  const first = await lead(0, { contact_id })
  await reply(conversation_id, 5)
  const other = await lead(2 * DAY, { contact_id })
  assert.deepEqual([await summary(first), await summary(other)], [[10, 'Luis Peña', false], never])
  await write(2 * DAY + 1)
  await reply(conversation_id, 2 * DAY + 8, rosa)
  assert.deepEqual(
    [await summary(first), await summary(other)],
    [
      [10, 'Luis Peña', true],
      [8, 'Rosa Gil', false],
    ],
  )
})

test('A lead without a contact has no conversation until a contact is linked', async () => {
  const one = await lead(0)
  assert.equal(await summary(one), 'no conversation')
  const { id: contact_id, write } = await customer()
  await reply(await write(-5), 1)
  await act('crm_update_lead', { lead_id: one.id, contact_id }, at(2))
  assert.deepEqual(await summary(one), [6, 'Luis Peña', false])
  await act('crm_update_lead', { lead_id: one.id, contact_id: null }, at(3))
  assert.equal(await summary(one), 'no conversation')
})

test('A lead with a new contact is measured by the conversations of that contact', async () => {
  const [before, after] = [await customer(), await customer()]
  await reply(await before.write(-5), 1)
  const conversation_id = await after.write(-10)
  const one = await lead(0, { contact_id: before.id })
  await act('crm_update_lead', { lead_id: one.id, contact_id: after.id }, at(2))
  assert.deepEqual(await summary(one), never)
  await before.write(3)
  await reply(conversation_id, 4, rosa)
  assert.deepEqual(await summary(one), [14, 'Rosa Gil', false])
})

test('A conversion that links the contact finds the answer too', async () => {
  const { id: contact_id, write } = await customer()
  await reply(await write(-5), 1)
  const one = await lead(0, { estimated_value: 5 })
  await act('crm_convert_lead', { lead_id: one.id, confirmed_contact_id: contact_id }, at(9))
  assert.deepEqual(await summary(one), [6, 'Luis Peña', false])
  assert.equal((await rowOf(one)).status, 'converted')
})

test('A lead that gets its contact from a merge gets its conversations', async () => {
  const { id: contact_id, write } = await customer()
  await reply(await write(-5), 1)
  const [one, duplicate] = [await lead(0), await lead(0, { contact_id })]
  await act('merge_leads', { lead_id: one.id, other_lead_id: duplicate.id }, at(2))
  assert.deepEqual(await summary(one), [6, 'Luis Peña', false])
  assert.deepEqual((await report({ source: duplicate.source! })).leads, [])
})

test('After merging contacts, leads of both are measured by all their conversations', async () => {
  const [stays, goes] = [await customer(), await customer()]
  await goes.write(-60 * DAY, second.id)
  const conversation_id = await stays.write(-5)
  const [one, other] = [await lead(0, { contact_id: stays.id }), await lead(0, { contact_id: goes.id })]
  await reply(conversation_id, 5)
  assert.deepEqual([await summary(one), await summary(other)], [[10, 'Luis Peña', false], 'no conversation'])
  await act('merge_contacts', { contact_id: stays.id, duplicate_contact_id: goes.id }, at(6))
  assert.deepEqual([await summary(one), await summary(other)], [await summary(one), [10, 'Luis Peña', false]])
  await goes.write(7, second.id)
  assert.deepEqual(await summary(other), [10, 'Luis Peña', true])
})

test('An identified visitor brings their earlier messages, even if the anonymous contact remains', async () => {
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget', auto_assign: false })
  const { identity_secret } = await act('get_inbox_identity_secret', { inbox_id: site.id })
  for (const reachable of [false, true]) {
    const identifier = `persona-${++made}`
    const { id: contact_id } = await act('create_contact', {
      name: 'De años',
      email: `${identifier}@example.com`,
      identifier,
    })
    const unknown = visit(site)
    if (reachable)
      await unknown.chat('update_chat_contact', { name: 'Luz', email: `luz.${identifier}@example.com` }, at(-9))
    await unknown.chat('post_chat_message', { client_id: '1', content: 'Hola' }, at(-8))
    const conversation_id = (await unknown.chat('get_chat', {})).conversation!.id
    const { contact: stranger } = await act('get_conversation_detail', { conversation_id })
    const [theirs, strangers] = [await lead(0, { contact_id }), await lead(0, { contact_id: stranger.id })]
    await reply(conversation_id, 2)
    assert.deepEqual([await summary(theirs), await summary(strangers)], ['no conversation', [10, 'Luis Peña', false]])
    const identifier_hash = createHmac('sha256', identity_secret).update(identifier).digest('hex')
    await unknown.chat('identify_visitor', { identifier, identifier_hash }, at(3))
    assert.deepEqual(await summary(theirs), [10, 'Luis Peña', false])
    // A contact with a channel keeps the lead, without a conversation.
    assert.deepEqual(await summary(strangers), reachable ? 'no conversation' : [10, 'Luis Peña', false])
  }
})

test('Leads of a deleted contact have no conversation', async () => {
  const { id: contact_id, write } = await customer()
  await reply(await write(-5), 1)
  const one = await lead(0, { contact_id })
  assert.deepEqual(await summary(one), [6, 'Luis Peña', false])
  await act('delete_contact', { contact_id })
  assert.equal(await summary(one), 'no conversation')
})

test('After an inbox is deleted, conversations of other inboxes count', async () => {
  const gone = await act('create_inbox', { name: 'De paso', channel: 'api', auto_assign: false })
  const { id: contact_id, write } = await customer()
  const conversation_id = await write(-20)
  await write(-5, gone.id)
  const one = await lead(0, { contact_id })
  await reply(conversation_id, 10)
  assert.deepEqual(await summary(one), never)
  await act('delete_inbox', { inbox_id: gone.id })
  assert.deepEqual(await summary(one), [30, 'Luis Peña', false])
})

test('A lead from a form is included', async () => {
  const { id: lead_form_id } = await act('create_lead_form', { name: 'Feria' })
  const { id: contact_id, write } = await customer()
  const { email, phone_number } = await act('get_contact', { contact_id })
  await reply(await write(-5), -1)
  const answers = { name: 'Clienta', email: email!, phone: phone_number! }
  const { lead_id } = await act('submit_lead_form', { lead_form_id, answers }, at(0))
  const one = await act('crm_get_lead', { lead_id: lead_id! })
  assert.equal(one.contact?.id, contact_id)
  const { leads } = await report({ source: 'web' })
  assert.deepEqual([leads[0]?.id, leads[0]?.seconds], [lead_id, 240])
})

test('Calls and meetings are a first touch but not an answer', async () => {
  const { id: contact_id, write } = await customer()
  await write(-5)
  const one = await lead(0, { contact_id, estimated_value: 5 })
  const plan = async (type: 'call' | 'meeting' | 'task', done: number | undefined, as: Actor = luis) => {
    const about = { entity_type: 'lead', entity_id: one.id, type, due_at: iso(HOUR) } as const
    const { id: activity_id } = await act('crm_schedule_activity', about, { as, ...at(1) })
    if (done !== undefined) await act('crm_complete_activity', { activity_id }, { as, ...at(done) })
  }
  await plan('call', undefined)
  await plan('task', 2)
  await plan('call', 3, { ...actor, type: 'api_key', id: null, name: 'Programa' })
  assert.equal((await rowOf(one)).first_touch, null)
  await plan('meeting', 30)
  await plan('call', 20)
  const touch = { type: 'call', at: iso(20), by: { id: luis.user_id!, name: 'Luis Peña' } }
  assert.deepEqual((await rowOf(one)).first_touch, touch)
  assert.deepEqual(await summary(one), never)
  // Activities of a lead count after its conversion.
  await act('crm_convert_lead', { lead_id: one.id }, at(40))
  assert.deepEqual((await rowOf(one)).first_touch, touch)
})

test('A lead is attributed to its owner, otherwise to the assignee, otherwise to nobody', async () => {
  const source = `grupo-${++made}`
  const [owned, had, free] = [await customer(), await customer(), await customer()]
  await act('assign_conversation', { conversation_id: await owned.write(-5), agent: 'Luis Peña' })
  await act('assign_conversation', { conversation_id: await had.write(-5), agent: 'Luis Peña' })
  await free.write(-5)
  for (const [contact_id, owner] of [[owned.id, 'Rosa Gil'], [had.id], [free.id]] as const)
    await lead(0, { contact_id, source, ...(owner && { owner }) })
  await lead(0, { source })
  const names = async (owner_name?: string) => {
    const { leads, by_agent, totals } = await report({ source, ...(owner_name !== undefined && { owner_name }) })
    assert.equal(totals.total, leads.length)
    const groups = [...Map.groupBy(leads, ({ agent_name }) => agent_name)].map(
      ([name, own]) => [own[0]!.agent?.name ?? null, name, own.length] as const,
    )
    assert.deepEqual(
      by_agent.map(({ agent, name, total }) => [agent?.name ?? null, name, total]),
      groups.sort((a, b) => b[2] - a[2] || (a[1] < b[1] ? -1 : 1)),
    )
    return leads.map(({ agent_name }) => agent_name)
  }
  assert.deepEqual(await names(), ['Sin asignar', 'Sin asignar', 'Luis Peña', 'Rosa Gil'])
  for (const owner_name of ['Luis Peña', 'luis pena', luis.user_id!])
    assert.deepEqual(await names(owner_name), ['Luis Peña'])
  assert.deepEqual(await names('Rosa Gil'), ['Rosa Gil'])
  for (const owner_name of ['sin asignar', 'SIN ASIGNÁR', ' Sin asignar ', 'unassigned'])
    assert.deepEqual(await names(owner_name), ['Sin asignar', 'Sin asignar'])
  const problem = await refusal(report({ owner_name: 'Nadie Nunca' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'owner_name'])
})

test('A former agent keeps their name and can be used as a filter', async () => {
  const left = await addAgent('Ya No Está')
  const one = await lead(0, { owner: 'Ya No Está' })
  await sql`update memberships set deactivated_at = now() where account_id = ${account_id} and user_id = ${left.user_id}`
  const { by_agent } = await report({ source: one.source!, owner_name: 'ya no esta' })
  assert.deepEqual(
    by_agent.map(({ agent, name }) => [agent?.id, name]),
    [[left.user_id, 'Ya No Está']],
  )
})

test('Means are of contacted leads, shares of all, and the limit applies only to the list', async () => {
  const source = `cifras-${++made}`
  /** Minutes until the answer, and whether the customer wrote back. */
  const stories: [number | null, boolean, string][] = [
    [0, true, 'Luis Peña'],
    [5, true, 'Luis Peña'],
    [5 + 1 / 60, false, 'Luis Peña'],
    [15, false, 'Luis Peña'],
    [60, true, 'Rosa Gil'],
    [DAY, false, 'Rosa Gil'],
    [DAY + 1 / 60, false, 'Rosa Gil'],
    [null, false, 'Rosa Gil'],
  ]
  for (const [minutes, back, owner] of stories) {
    const { id: contact_id, write } = await customer()
    const conversation_id = await write(-3 * DAY)
    await lead(0, { contact_id, source, owner })
    if (minutes !== null) await reply(conversation_id, minutes)
    if (back) await write(minutes! + 1)
  }
  await lead(0, { source, owner: 'Rosa Gil' })
  const whole = await report({ source })
  const buckets = (counts: number[], total: number) =>
    (['5m', '15m', '1h', '24h', 'more', 'never'] as const).map((within, i) => {
      const share = Math.round((counts[i]! / total) * 1000) / 10
      return { within, count: counts[i]!, share }
    })
  // 0 + 300 + 301 + 900 + 3600 + 86400 + 86401 = 177902 seconds of 7 answers; the fourth is the median, the seventh the 90th percentile.
  assert.deepEqual(whole.totals, {
    total: 9,
    no_conversation: 1,
    contacted: 7,
    pct_contacted: 77.8,
    mean_seconds: 25414.6,
    median_seconds: 900,
    p90_seconds: 86401,
    customer_replied: 3,
    pct_customer_reply: 42.9,
    buckets: buckets([2, 2, 1, 1, 1, 2], 9),
  })
  assert.deepEqual(whole.by_agent, [
    {
      agent: { id: rosa.user_id!, name: 'Rosa Gil' },
      name: 'Rosa Gil',
      total: 5,
      no_conversation: 1,
      contacted: 3,
      pct_contacted: 60,
      mean_seconds: 58800.3,
      median_seconds: 86400,
      p90_seconds: 86401,
      customer_replied: 1,
      pct_customer_reply: 33.3,
      buckets: buckets([0, 0, 1, 1, 1, 2], 5),
    },
    {
      agent: { id: luis.user_id!, name: 'Luis Peña' },
      name: 'Luis Peña',
      total: 4,
      no_conversation: 0,
      contacted: 4,
      pct_contacted: 100,
      mean_seconds: 375.3,
      median_seconds: 300.5,
      p90_seconds: 900,
      customer_replied: 2,
      pct_customer_reply: 50,
      buckets: buckets([2, 2, 0, 0, 0, 0], 4),
    },
  ])
  assert.equal(whole.leads.length, 9)
  const trimmed = await report({ source, limit: 2 })
  assert.deepEqual(trimmed, { ...whole, leads: whole.leads.slice(0, 2) })
})

test('Without leads there are no percentages and no agents', async () => {
  const { totals, by_agent, leads } = await report({ source: 'nadie dijo esto' })
  assert.deepEqual(
    [totals.total, totals.pct_contacted, totals.mean_seconds, totals.pct_customer_reply],
    [0, null, null, null],
  )
  assert.deepEqual([totals.median_seconds, totals.p90_seconds, by_agent, leads], [null, null, [], []])
})

test('A lead created at 23:30 local time on the 31st belongs to that month', async () => {
  const source = `fin-de-mes-${++made}`
  const late = await act('crm_create_lead', { name: 'Tarde', source }, { now: new Date('2026-04-01T04:30:00Z') })
  const next = await act('crm_create_lead', { name: 'Abril', source }, { now: new Date('2026-04-01T05:00:00Z') })
  const months = { march: ['2026-03-01', '2026-03-31'], april: ['2026-04-01', '2026-04-30'] } as const
  const idsIn = async ([date_from, date_to]: readonly [string, string]) => {
    const { days, time_zone, leads } = await report({ source, date_from, date_to })
    assert.deepEqual([days, time_zone], [{ from: date_from, to: date_to }, 'America/Bogota'])
    return leads.map(({ id }) => id)
  }
  assert.deepEqual([await idsIn(months.march), await idsIn(months.april)], [[late.id], [next.id]])
  const all = await act('analyze_lead_response_times', { source, period: 'all' })
  assert.deepEqual([all.days.from, all.totals.total], [null, 2])
})

test('Leads of every status count, except those in the bin', async () => {
  const source = `estados-${++made}`
  const [lost, thrown] = [await lead(0, { source }), await lead(0, { source })]
  await act('crm_mark_lead_lost', { lead_id: lost.id })
  await act('delete_lead', { lead_id: thrown.id })
  const idsIn = async () => (await report({ source })).leads.map(({ id, status }) => [id, status])
  assert.deepEqual(await idsIn(), [[lost.id, 'unqualified']])
  await act('restore_lead', { lead_id: thrown.id })
  assert.equal((await idsIn()).length, 2)
})

test('The report can be limited by partial source and partial pipeline name', async () => {
  const mark = `Página-${++made}`
  const other = await act('create_pipeline', { name: 'Alianzas del norte', kind: 'leads' })
  await lead(0, { source: mark })
  await lead(0, { source: mark, pipeline: other.id })
  const count = async (more: Input<'analyze_lead_response_times'>) =>
    (await report({ source: mark.toLowerCase().replace('á', 'a').slice(2), ...more })).totals.total
  assert.deepEqual([await count({}), await count({ pipeline_name: 'ALIÁNZAS' })], [2, 1])
  const { pipeline } = await report({ pipeline_name: 'alianzas del norte' })
  assert.deepEqual(pipeline, { id: other.id, name: other.name })
  const problem = await refusal(report({ pipeline_name: 'no hay tal' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'pipeline_name'])
})

test('Limited visibility shows only own leads', async () => {
  const own = await addAgent('Solo Suyos', { visibility: 'own' })
  const source = `vista-${++made}`
  await lead(0, { source, owner: 'Rosa Gil' })
  await lead(0, { source })
  const mine = await lead(0, { source, owner: 'Solo Suyos' })
  const { totals, by_agent, leads } = await report({ source }, own)
  assert.deepEqual(
    [totals.total, by_agent.map(({ name }) => name), leads.map(({ id }) => id)],
    [1, ['Solo Suyos'], [mine.id]],
  )
})

test('Another workspace sees no leads of this one', async () => {
  const other = await addAccount()
  const one = await lead(0)
  const input = { date_from: '2026-01-01', date_to: '2026-12-31', source: one.source! }
  assert.equal((await other.act('analyze_lead_response_times', input)).totals.total, 0)
})

test('The analysis of lead response times requires reports:read', async () => {
  const problem = await refusal(report({}, only('crm:read')))
  assert.equal(problem.code, 'permission_denied')
})

test('Invalid periods and limits over 100 are refused', async () => {
  const input = { date_from: '2026-02-01', date_to: '2026-01-01' }
  const problem = await refusal(act('analyze_lead_response_times', input))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'date_from'])
  for (const wrong of [{ limit: 101 }, { limit: 0 }, { period: 'always' }, { custom_days_back: 0 }])
    assert.equal((await refusal(act('analyze_lead_response_times', wrong as never))).code, 'invalid_request')
})

test('A lead and a message created at the same moment are matched', async () => {
  for (let i = 0; i < 12; i++) {
    const { id: contact_id, write } = await customer()
    const [conversation_id, one] = await Promise.all([write(1), lead(0, { contact_id })])
    assert.deepEqual(await summary(one), never)
    const other = await customer()
    await Promise.all([
      reply(conversation_id, 5),
      act('crm_update_lead', { lead_id: one.id, contact_id: other.id }, at(5)),
      other.write(5),
    ])
    assert.deepEqual(await summary(one), never)
  }
})

test('A rebuild computes the response times of all leads again, and changes no right one', async () => {
  const read = () => sql<{ lead_id: string }>`
    select lead_id, conversation_id, started_at, replied_at, replied_by, seconds, customer_replied_at, met_at
      from lead_responses where account_id = ${account_id} order by lead_id`
  const right = await read()
  assert.ok(right.length > 3)
  await rebuildLeadResponses(runtime, account_id)
  assert.deepEqual(await read(), right)
  // Rows changed by hand: one is wrong, one is missing and one is of a lead without a conversation.
  const [wrong, missing] = right
  const alone = await lead(0)
  await sql`update lead_responses set seconds = 1, replied_at = now(), customer_replied_at = null where lead_id = ${wrong!.lead_id}`
  await sql`delete from lead_responses where lead_id = ${missing!.lead_id}`
  await sql`
    insert into lead_responses (account_id, lead_id, conversation_id, met_at, started_at)
    select account_id, ${alone.id}, conversation_id, met_at, started_at from lead_responses where account_id = ${account_id} limit 1`
  await rebuildLeadResponses(runtime, account_id)
  assert.deepEqual(await read(), right)
})

test('REST and the tool give the same answer', async () => {
  const { rest, tool, key } = await openNode()
  const { body: made } = await rest('POST', '/leads', { key, body: { name: 'Por la puerta', source: 'Página web' } })
  const input = { period: 'today', source: 'pagina', limit: 1 } as const
  const query = new URLSearchParams({ period: 'today', source: 'pagina', limit: '1' })
  const { status, body } = await rest('GET', `/reports/lead-response-times?${query.toString()}`, { key })
  assert.equal(status, 200)
  const { result } = await tool('analyze_lead_response_times', input, key)
  assert.deepEqual(result?.structuredContent, body)
  assert.deepEqual((body.leads as { id: string }[])[0]?.id, made.id)
  assert.equal((body.totals as { no_conversation: number }).no_conversation, 1)
})
