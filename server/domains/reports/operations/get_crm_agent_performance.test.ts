import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { bogota, openSales } from '#test/sales.ts'
import type { Input } from '#test/workspace.ts'

const { sql, act, only, addAccount } = await openSales()

/** A workspace with two agents and its report at the end of May. */
async function open() {
  const shop = await addAccount()
  await shop.addAgent('Beto')
  await shop.addAgent('Carla')
  return {
    ...shop,
    report: (input: Input<'get_crm_agent_performance'> = {}) =>
      shop.act('get_crm_agent_performance', input, { now: bogota('2025-05-31 23:50') }),
  }
}

test('Each owner has won, lost and open deals, largest amount won first', async () => {
  const { deal, win, lose, report } = await open()
  await win(await deal({ owner: 'Beto', amount: 100 }))
  await win(await deal({ owner: 'Beto', amount: 50 }))
  await win(await deal({ owner: 'Beto' }))
  await lose(await deal({ owner: 'Beto', amount: 9 }))
  await win(await deal({ owner: 'Carla', amount: 400 }))
  await deal({ owner: 'Carla' }, '2025-05-02 12:00')
  await deal({ owner: 'Carla' }, '2024-01-02 12:00')
  const { agents, totals, total_agents } = await report()
  assert.deepEqual(
    agents.map(({ agent, amount_won, ...rest }) => ({ ...rest, named: agent?.name, amount_won: amount_won.amount })),
    [
      {
        name: 'Carla',
        named: 'Carla',
        won: 1,
        lost: 0,
        open: 2,
        open_created_in_period: 1,
        amount_won: 400,
        win_rate: 100,
        average_ticket: 400,
      },
      {
        name: 'Beto',
        named: 'Beto',
        won: 3,
        lost: 1,
        open: 0,
        open_created_in_period: 0,
        amount_won: 150,
        win_rate: 75,
        // Deals without an amount are not in the mean.
        average_ticket: 75,
      },
    ],
  )
  assert.equal(total_agents, 2)
  assert.deepEqual(
    [totals.won, totals.lost, totals.open, totals.amount_won.amount, totals.win_rate],
    [4, 1, 2, 550, 80],
  )
})

test('Deals count for their current owner, by close date', async () => {
  const { act: on, deal, win, report } = await open()
  const it = await deal({ owner: 'Beto', amount: 10 }, '2025-01-10 12:00')
  await win(it, '2025-05-10 12:00')
  await on('crm_update_opportunity', { opportunity_id: it.id, owner: 'Carla' })
  const { agents } = await report()
  assert.deepEqual(
    agents.map(({ name, won, amount_won }) => [name, won, amount_won.amount]),
    [['Carla', 1, 10]],
  )
  assert.deepEqual((await report({ date_from: '2025-01-01', date_to: '2025-01-31' })).agents, [])
})

test('Equal amounts are sorted by number of wins, then by name', async () => {
  const { deal, win, report } = await open()
  await win(await deal({ owner: 'Carla', amount: 10 }))
  await win(await deal({ owner: 'Beto', amount: 10 }))
  await win(await deal({ owner: 'Ana Admin', amount: 4 }))
  await win(await deal({ owner: 'Ana Admin', amount: 6 }))
  assert.deepEqual(
    (await report()).agents.map(({ name }) => name),
    ['Ana Admin', 'Beto', 'Carla'],
  )
})

test('Unassigned deals are a row, former owners keep their name, and owners without deals are omitted', async () => {
  const { deal, win, report, actor } = await open()
  await win(await deal({ owner: 'Beto', amount: 5 }))
  const orphan = await deal({ owner: 'Ana Admin' })
  await sql`update opportunities set owner_id = null where account_id = ${actor.account.id} and id = ${orphan.id}`
  await sql`
    update memberships m set deactivated_at = now() from users u
     where m.account_id = ${actor.account.id} and u.id = m.user_id and u.name = 'Beto'`
  const { agents, total_agents } = await report()
  assert.deepEqual(
    agents.map(({ agent, name, won, open }) => [agent?.name, name, won, open]),
    [
      ['Beto', 'Beto', 1, 0],
      [undefined, 'Sin asignar', 0, 1],
    ],
  )
  assert.equal(total_agents, 2)
})

test('The limit applies to rows, not to totals', async () => {
  const { deal, win, report } = await open()
  await win(await deal({ owner: 'Beto', amount: 5 }))
  await win(await deal({ owner: 'Carla', amount: 50 }))
  const { agents, totals, total_agents } = await report({ limit: 1 })
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['Carla'],
  )
  assert.deepEqual([total_agents, totals.won, totals.amount_won.amount], [2, 2, 55])
  for (const limit of [0, 101]) assert.equal((await refusal(report({ limit }))).code, 'invalid_request')
})

test('Other currencies are listed but do not affect the order', async () => {
  const { deal, win, report } = await open()
  await win(await deal({ owner: 'Beto', amount: 1_000_000, currency: 'USD' }))
  await win(await deal({ owner: 'Carla', amount: 5 }))
  const { agents } = await report()
  assert.deepEqual(
    agents.map(({ name, amount_won, average_ticket }) => [name, amount_won.amount, average_ticket]),
    [
      ['Carla', 5, 5],
      ['Beto', 0, null],
    ],
  )
  assert.deepEqual(agents[1]!.amount_won.by_currency, [{ currency: 'USD', amount: 1_000_000, count: 1 }])
})

test('Lost and reopened deals do not count as won', async () => {
  const { deal, win, lose, reopen, report } = await open()
  await lose(await deal({ owner: 'Beto', amount: 500 }))
  const back = await deal({ owner: 'Beto', amount: 70 })
  await win(back)
  await reopen(back)
  const { agents } = await report()
  assert.deepEqual(
    agents.map(({ won, lost, open, amount_won, win_rate }) => [won, lost, open, amount_won.amount, win_rate]),
    [[0, 1, 1, 0, 0]],
  )
})

test('The report can be limited to a pipeline and to visible deals', async () => {
  const shop = await open()
  const rent = await shop.act('create_pipeline', { name: 'Arriendos', kind: 'opportunities' })
  await shop.win(await shop.deal({ owner: 'Beto', pipeline: rent.id }))
  await shop.win(await shop.deal({ owner: 'Carla' }))
  const named = await shop.report({ pipeline_name: 'ARRIEN' })
  assert.deepEqual([named.pipeline!.id, named.agents.map(({ name }) => name)], [rent.id, ['Beto']])
  const dora = await shop.addAgent('Dora', { visibility: 'own' })
  const elsa = await shop.addAgent('Elsa', { visibility: 'team' })
  await shop.act('create_team', { name: 'Norte', members: ['Elsa', 'Beto'] })
  await shop.deal({ owner: 'Dora' })
  await shop.act('delete_opportunity', { opportunity_id: (await shop.deal({ owner: 'Dora' })).id })
  const seenBy = async (as: typeof dora) => {
    const { agents, totals } = await shop.act('get_crm_agent_performance', { period: 'all' }, { as })
    return [agents.map(({ name }) => name), totals.won + totals.open]
  }
  assert.deepEqual(await seenBy(dora), [['Dora'], 1])
  assert.deepEqual(await seenBy(elsa), [['Beto'], 1])
  assert.deepEqual(await seenBy(shop.actor), [['Beto', 'Carla', 'Dora'], 3])
})

test('The performance report requires reports:read', async () => {
  const as = only('crm:read')
  assert.equal((await refusal(act('get_crm_agent_performance', {}, { as }))).code, 'permission_denied')
})
