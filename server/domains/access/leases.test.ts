import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { announceAccessChange, changesAccess, watchAccess } from '#db/access-changes.ts'
import { transaction } from '#db/database.ts'
import { authoriseKey, type Renewal } from '#domains/access/authorise.ts'
import { openLeases } from '#domains/access/leases.ts'
import { openNode } from '#test/node.ts'

const { sql, node, addAccount } = await openNode()
const quotas = { key: 300, account: 600 }

/** Leases whose time stands still, so that a lease lasts as long as a test. */
function open(time = { now: 0 }) {
  const leases = openLeases(sql, () => time.now)
  after(() => leases.close())
  const loads: Renewal[] = []
  const use = (key: string, cost = 1) =>
    leases.use(key, cost, (renewal) => {
      loads.push(renewal)
      return authoriseKey(sql, key, quotas, cost, '203.0.113.7', renewal)
    })
  return { leases, loads, use, time }
}

async function usedBy(account_id: string): Promise<number> {
  const [row] = await sql<{ used: number }>`select used from rate_windows where subject = ${`account:${account_id}`}`
  return row!.used
}

/** Calls often enough that some are granted ahead. */
async function makeBusy({ use, time }: ReturnType<typeof open>, key: string): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await use(key)
    time.now += 1_001
  }
}

describe('Leases', () => {
  test('A busy caller is looked up once a second', async () => {
    const { key } = await addAccount()
    const desk = open()
    await makeBusy(desk, key)
    const before = desk.loads.length
    for (let i = 0; i < 3; i++) assert.equal((await desk.use(key))!.allowance.remaining[0], 296 - i)
    assert.equal(desk.loads.length - before, 1)
  })

  test('Calls that are not made are given back', async () => {
    const { key, account_id } = await addAccount()
    const desk = open()
    await makeBusy(desk, key)
    await desk.use(key)
    assert.ok((await usedBy(account_id)) > 4, 'some were charged ahead')
    await desk.leases.close()
    assert.equal(await usedBy(account_id), 4)
  })

  test('Near a limit no call is granted ahead, and none over it', async () => {
    const { key } = await addAccount()
    const desk = open()
    await desk.use(key, 150)
    await makeBusy(desk, key)
    const before = desk.loads.length
    for (let i = 0; i < 147; i++) assert.equal((await desk.use(key))!.allowance.admitted, true)
    assert.equal(desk.loads.length - before, 147)
    assert.equal((await desk.use(key))!.allowance.admitted, false)
  })

  test('A revoked key is refused at once', async () => {
    const { key, account_id } = await addAccount()
    const desk = open()
    await makeBusy(desk, key)
    assert.ok(await desk.use(key))
    await transaction(
      node.runtime.database.work,
      (inside) => inside`update api_keys set revoked_at = now() where account_id = ${account_id}`,
    )
    assert.equal(await desk.use(key), undefined)
  })

  test('Rights that were read before a change do not last beyond it', async () => {
    const { key } = await addAccount()
    const { leases, loads } = open()
    const use = (meanwhile: () => void) =>
      leases.use(key, 1, async (renewal) => {
        loads.push(renewal)
        const found = await authoriseKey(sql, key, quotas, 1, '', renewal)
        meanwhile()
        return found
      })
    await use(leases.clear)
    await use(() => {})
    assert.deepEqual(
      loads.map(({ extra }) => extra),
      [0, 0],
    )
  })

  test('Statements that change rights are recognised', () => {
    for (const text of [
      'update memberships set role = $1',
      'with gone as (delete from sessions where hash = $1 returning id) select 1',
      'insert into\n user_tokens (user_id) values ($1)',
      'select delete_account($1)',
    ])
      assert.equal(changesAccess(text), true, text)
    for (const text of ['select * from users', 'update presences set seen_at = now()', 'update users_seen set x = 1'])
      assert.equal(changesAccess(text), false, text)
    let announced = 0
    const stop = watchAccess(() => announced++)
    announceAccessChange()
    stop()
    announceAccessChange()
    assert.equal(announced, 1)
  })
})
