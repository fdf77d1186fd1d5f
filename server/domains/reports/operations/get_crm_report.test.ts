import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { bogota, noon, openSales } from '#test/sales.ts'
import type { Input } from '#test/workspace.ts'

const { sql, act, only, addAccount } = await openSales()

/** A workspace with helpers to fill its May, and its report. */
async function open() {
  const shop = await addAccount()
  const may = { from: '2025-05-01', to: '2025-05-31' }
  const call = (when = noon) => ({ now: bogota(when) })
  let made = 0
  return {
    ...shop,
    may,
    came: (custom_attributes: Record<string, string>, when = noon) =>
      shop.act('create_contact', { name: 'Luz', email: `luz.${++made}@example.com`, custom_attributes }, call(when)),
    lead: (more: Partial<Input<'crm_create_lead'>> = {}, when = noon) =>
      shop.act('crm_create_lead', { name: 'Lote', email: `lote.${++made}@example.com`, ...more }, call(when)),
    convert: async ({ id }: { id: string }, amount: number, when = noon) =>
      (await shop.act('crm_convert_lead', { lead_id: id, amount }, call(when))).opportunity,
    report: (input: Input<'get_crm_report'> = may) => shop.act('get_crm_report', input, call('2025-05-31 23:50')),
  }
}

test('Each step counts by its own date, so a rate may exceed 100 percent', async () => {
  const { write, lead, deal, win, report } = await open()
  await write({}, { now: bogota('2025-05-31 23:30') })
  await write({}, { now: bogota('2025-04-30 23:30') })
  await lead()
  await lead()
  await lead({}, '2025-04-30 12:00')
  await deal()
  await win(await deal({ amount: 10 }, '2025-01-10 12:00'), '2025-05-31 23:30')
  await win(await deal({ amount: 20 }, '2025-01-10 12:00'), '2025-05-02 12:00')
  await win(await deal({ amount: 99 }, '2025-01-10 12:00'), '2025-06-01 00:30')
  const answer = await report()
  assert.deepEqual(answer.days, { from: '2025-05-01', to: '2025-05-31' })
  assert.equal(answer.basis, 'activity')
  assert.deepEqual(
    answer.funnel.map(({ step, count, step_rate }) => [step, count, step_rate]),
    [
      ['conversations', 1, null],
      ['leads', 2, 200],
      ['opportunities', 1, 50],
      ['won', 2, 200],
    ],
  )
  assert.deepEqual([answer.won, answer.revenue.amount, answer.average_ticket], [2, 30, 15])
})

test('The cohort follows its leads until now, whenever they were won', async () => {
  const { lead, convert, win, lose, report } = await open()
  await win(await convert(await lead(), 10), '2025-07-01 12:00')
  await lose(await convert(await lead(), 10))
  await lead()
  await win(await convert(await lead({}, '2025-04-01 12:00'), 10), '2025-05-02 12:00')
  const { lead_to_won_cohort } = await report()
  assert.deepEqual(lead_to_won_cohort, { leads: 3, won: 1, rate: 33.3 })
})

test('Revenue is grouped by owner and origin, including unassigned and unknown', async () => {
  const { addAgent, deal, win, lose, report, actor } = await open()
  await addAgent('Beto')
  await win(await deal({ owner: 'Beto', amount: 100, utm_source: 'google', utm_medium: 'cpc' }))
  await win(await deal({ owner: 'Beto', utm_source: 'Google', utm_medium: 'organic' }))
  await lose(await deal({ owner: 'Beto', amount: 5000, utm_source: 'google' }))
  const orphan = await deal({ amount: 300 })
  await win(orphan)
  await sql`update opportunities set owner_id = null where account_id = ${actor.account.id} and id = ${orphan.id}`
  const { by_owner, by_origin } = await report()
  assert.deepEqual(
    by_owner.map(({ agent, name, won, revenue, average_ticket }) => [
      agent?.name,
      name,
      won,
      revenue.amount,
      average_ticket,
    ]),
    [
      [undefined, 'Sin asignar', 1, 300, 300],
      ['Beto', 'Beto', 2, 100, 100],
    ],
  )
  assert.deepEqual(
    by_origin.map(({ source, name, won, revenue }) => [source, name, won, revenue.amount]),
    [
      [null, 'Sin origen', 1, 300],
      ['google', 'google', 2, 100],
    ],
  )
})

test('Losses are grouped by reason, including those without one', async () => {
  const { deal, lose, report, actor } = await open()
  await lose(await deal({ amount: 5 }), noon, 'No respondió')
  await lose(await deal({ amount: 7 }), noon, 'No respondió')
  const bare = await deal({ amount: 100 })
  await lose(bare)
  await sql`update opportunities set lost_reason = null where account_id = ${actor.account.id} and id = ${bare.id}`
  assert.deepEqual(
    (await report()).losses.map(({ name, count, share, amount }) => [name, count, share, amount.amount]),
    [
      ['No respondió', 2, 66.7, 12],
      ['Sin motivo', 1, 33.3, 100],
    ],
  )
})

test('Contacts, leads, deals and revenue of one origin share a row, whatever the spelling', async () => {
  const { came, lead, convert, deal, win, report } = await open()
  const utm = { utm_source: 'Google Ads', utm_medium: 'CPC', utm_campaign: 'Torre Norte' }
  await came({ utm_source: ' GOOGLE ADS ', utm_medium: 'cpc', utm_campaign: 'torre norte' })
  await came({ source: 'Vecino' })
  await came({}, '2025-04-02 12:00')
  await win(await convert(await lead(utm), 40))
  await lead(utm)
  await deal({ utm_source: 'tiktok' })
  const { attribution, total_origins } = await report()
  const own = attribution.filter(({ contacts, leads, opportunities }) => contacts + leads + opportunities > 0)
  assert.deepEqual(
    own.map(({ revenue, ...row }) => ({ ...row, revenue: revenue.amount })),
    [
      {
        source: 'google_ads',
        medium: 'cpc',
        campaign: 'torre norte',
        contacts: 2,
        leads: 2,
        opportunities: 1,
        won: 1,
        lead_to_won: 50,
        revenue: 40,
      },
      {
        source: 'tiktok',
        medium: null,
        campaign: null,
        contacts: 0,
        leads: 0,
        opportunities: 1,
        won: 0,
        lead_to_won: null,
        revenue: 0,
      },
      {
        source: 'vecino',
        medium: null,
        campaign: null,
        contacts: 1,
        leads: 0,
        opportunities: 0,
        won: 0,
        lead_to_won: null,
        revenue: 0,
      },
    ],
  )
  assert.equal(total_origins, attribution.length)
})

test('A contact with a very long origin is accepted', async () => {
  const { came, report } = await open()
  const long = Array.from({ length: 5000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('')
  await came({ utm_source: long, utm_medium: long, utm_campaign: long })
  const { attribution } = await report()
  assert.deepEqual([attribution.length, attribution[0]!.contacts], [1, 1])
  assert.ok(long.startsWith(attribution[0]!.source!))
})

test('An inbox filter limits the report to contacts who first wrote to it, with their leads and deals', async () => {
  const { act: on, write, lead, deal, win, lose, report, may, inbox } = await open()
  const other = await on('create_inbox', { name: 'Sur', channel: 'api', auto_assign: false })
  const when = { now: bogota(noon) }
  const north = (await write({ contact: { name: 'Norma', email: 'norma@example.com' } }, when)).conversation.contact.id
  const south = (await write({ inbox_id: other.id, contact: { name: 'Sara', email: 'sara@example.com' } }, when))
    .conversation.contact.id
  // A contact who writes to a second inbox still belongs to the first.
  await write({ inbox_id: other.id, contact: { email: 'norma@example.com' } }, { now: bogota('2025-05-20 12:00') })
  await lead({ contact_id: north })
  await lead({ contact_id: south })
  await lead()
  await win(await deal({ contact_id: north, amount: 10 }))
  await win(await deal({ contact_id: south, amount: 70 }))
  await lose(await deal({ contact_id: north, amount: 1 }))
  await win(await deal({ amount: 500 }))
  const counts = async (inbox_id?: string) => {
    const { funnel, revenue, attribution, losses, lead_to_won_cohort } = await report({
      ...may,
      ...(inbox_id && { inbox_id }),
    })
    const contacts = attribution.reduce((sum, row) => sum + row.contacts, 0)
    return [...funnel.map(({ count }) => count), revenue.amount, contacts, losses.length, lead_to_won_cohort.leads]
  }
  assert.deepEqual(await counts(inbox.id), [1, 1, 2, 1, 10, 1, 1, 1])
  assert.deepEqual(await counts(other.id), [2, 1, 1, 1, 70, 1, 0, 1])
  assert.deepEqual(await counts(), [3, 3, 4, 3, 580, 2, 1, 3])
  assert.equal((await refusal(report({ ...may, inbox_id: '999999999999' }))).code, 'not_found')
})

test('Currencies are never added, and the average covers deals with an amount in the report currency', async () => {
  const { deal, win, report } = await open()
  await win(await deal({ amount: 10 }))
  await win(await deal({ amount: 15 }))
  await win(await deal())
  await win(await deal({ amount: 900, currency: 'USD' }))
  const { won, revenue, average_ticket } = await report()
  assert.equal(won, 4)
  assert.deepEqual(
    [revenue.amount, revenue.mixed_currency, revenue.without_amount, average_ticket],
    [25, true, 1, 12.5],
  )
})

test('An empty window has zeros and no rates, and a reopened deal is not won', async () => {
  const { deal, win, reopen, report } = await open()
  const it = await deal({ amount: 10 }, '2025-01-01 12:00')
  await win(it)
  await reopen(it)
  const answer = await report()
  assert.deepEqual(
    answer.funnel.map(({ count, step_rate }) => [count, step_rate]),
    [
      [0, null],
      [0, null],
      [0, null],
      [0, null],
    ],
  )
  assert.deepEqual([answer.average_ticket, answer.lead_to_won_cohort.rate, answer.revenue.amount], [null, null, 0])
  assert.deepEqual([answer.by_owner, answer.by_origin, answer.losses, answer.attribution], [[], [], [], []])
})

test('Deleted leads and deals do not count, and limited visibility applies', async () => {
  const shop = await open()
  const beto = await shop.addAgent('Beto', { visibility: 'own' })
  const carla = await shop.addAgent('Carla', { visibility: 'team' })
  await shop.act('create_team', { name: 'Norte', members: ['Beto', 'Carla'] })
  for (const owner of ['Beto', 'Carla', 'Ana Admin']) {
    await shop.win(await shop.convert(await shop.lead({ owner }), 10))
    await shop.act('delete_opportunity', { opportunity_id: (await shop.deal({ owner })).id })
    await shop.act('delete_lead', { lead_id: (await shop.lead({ owner })).id })
  }
  const talk = (await shop.write({}, { now: bogota(noon) })).conversation
  await shop.act('assign_conversation', { conversation_id: talk.id, agent: 'Beto' })
  const seenBy = async (as: typeof beto) => {
    const { funnel, revenue, lead_to_won_cohort } = await shop.act('get_crm_report', shop.may, { as })
    return [...funnel.map(({ count }) => count), revenue.amount, lead_to_won_cohort.won]
  }
  assert.deepEqual(await seenBy(beto), [1, 1, 1, 1, 10, 1])
  assert.deepEqual(await seenBy(carla), [0, 2, 2, 2, 20, 2])
  assert.deepEqual(await seenBy(shop.actor), [1, 3, 3, 3, 30, 3])
})

test('Without days the last thirty are used, and a first day needs a last one', async () => {
  const { report } = await open()
  assert.deepEqual((await report({})).days, { from: '2025-05-02', to: '2025-05-31' })
  assert.deepEqual((await report({ days: 1 })).days, { from: '2025-05-31', to: '2025-05-31' })
  assert.equal((await refusal(report({ from: '2025-05-01' }))).code, 'missing_field')
  const as = only('crm:read')
  assert.equal((await refusal(act('get_crm_report', {}, { as }))).code, 'permission_denied')
})
