import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { openNode } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'
import { runs } from '#test/runs.ts'
import { spawnNode } from '#test/server-process.ts'

const WINDOW = 60_000
const EPOCH = Date.parse('2026-11-15T12:00:00Z')

// This node only creates workspaces; the two under test are separate processes.
const { sql, connection, addAccount: makeWorkspace } = await openNode()
const limits = { HILO_KEY_LIMIT: '60', HILO_ACCOUNT_LIMIT: '120' }
const urls = [(await spawnNode(connection, limits)).url, (await spawnNode(connection, limits)).url]

describe('The allowance of any sixty seconds, in simulated time', () => {
  let subjects = 0

  test('No window of sixty seconds exceeds the quota, and no call is refused needlessly', async () => {
    const steps = fc.array(
      fc.record({
        // Bursts, steady traffic, pauses around a window, and a clock that is set back or ahead.
        pause: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
          { weight: 3, arbitrary: fc.integer({ min: 400, max: 12_000 }) },
          { weight: 2, arbitrary: fc.integer({ min: 58_000, max: 62_500 }) },
          { weight: 1, arbitrary: fc.integer({ min: -120_000, max: -1 }) },
          { weight: 1, arbitrary: fc.integer({ min: 62_500, max: 600_000 }) },
        ),
        cost: fc.oneof(
          { weight: 5, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
        ),
        key: fc.integer({ min: 0, max: 1 }),
      }),
      { minLength: 20, maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const account = subject()
        const keys = [subject(), subject()]
        const model = new Map([account, ...keys].map((name) => [name, makeModel(name === account ? 7 : 4)]))
        let now = EPOCH
        for (const { pause, cost, key } of taken) {
          now += pause
          const names = [keys[key]!, account]
          const models = names.map((name) => model.get(name)!)
          const answer = await take(names, [4, 7], cost, now)
          const fits = models.every((each) => each.fits(cost, now))
          assert.equal(answer.admitted, fits, 'as the model says: refused only when the window is full')
          if (fits) for (const each of models) each.charge(cost, now)
          assert.deepEqual(
            answer.remaining,
            models.map((each) => each.remaining(now)),
          )
        }
        for (const each of model.values()) each.check()
      }),
      runs(60),
    )
  })

  test('A refused call costs nothing', async () => {
    const [key, sibling, account] = [subject(), subject(), subject()]
    for (let i = 0; i < 3; i++) await take([key, account], [3, 5], 1, EPOCH + i * 7_000)
    const before = await state(key, account)
    for (let i = 0; i < 50; i++) {
      const { admitted } = await take([key, account], [3, 5], 1, EPOCH + 21_000 + i * 500)
      assert.equal(admitted, false)
    }
    assert.deepEqual(await state(key, account), before)
    assert.equal((await take([sibling, account], [3, 5], 2, EPOCH + 50_000)).admitted, true, 'the account has its rest')
    assert.equal((await take([sibling, account], [3, 5], 1, EPOCH + 50_000)).admitted, false)
    assert.deepEqual((await take([sibling], [3], 1, EPOCH + 50_000)).admitted, true, 'refused by the account only')
  })

  test('A batch is admitted whole or not at all', async () => {
    const [key, account] = [subject(), subject()]
    assert.equal((await take([key, account], [10, 20], 8, EPOCH)).admitted, true)
    assert.equal((await take([key, account], [10, 20], 3, EPOCH)).admitted, false)
    assert.equal((await take([key, account], [10, 20], 2, EPOCH)).admitted, true)
  })

  test('The retry delay is the first moment at which the call is admitted', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 8, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 1, max: 3 }), async (taken, cost) => {
        const names = [subject(), subject()]
        let now = EPOCH
        let refusals = 0
        for (const pause of taken) {
          now += pause
          const { admitted, retry_after } = await take(names, [4, 6], cost, now)
          if (admitted) continue
          refusals++
          const free = now + Math.round(retry_after * 1000)
          assert.ok(retry_after > 0 && retry_after <= 61, `${retry_after} seconds`)
          assert.equal((await take(names, [4, 6], cost, free - 1)).admitted, false, 'a millisecond before')
          assert.equal((await take(names, [4, 6], cost, free)).admitted, true, 'then')
          now = free
        }
        assert.ok(refusals > 0 || taken.length * cost <= 6 || now - EPOCH > 30_000)
      }),
      runs(40),
    )
  })

  test('A clock that steps back grants nothing', async () => {
    for (const back of [1, 999, 1_000, 30_000, 61_000, 300_000, 3_600_000, 86_400_000]) {
      const names = [subject(), subject()]
      const quotas = [5, 8]
      for (let i = 0; i < 5; i++) await take(names, quotas, 1, EPOCH + i)
      for (let i = 0; i < 20; i++) {
        const { admitted } = await take(names, quotas, 1, EPOCH - back + i * 100)
        assert.equal(admitted, false, `${back} ms back`)
      }
      const { retry_after } = await take(names, quotas, 1, EPOCH - back)
      const free = EPOCH - back + Math.round(retry_after * 1000)
      assert.equal((await take(names, quotas, 1, free)).admitted, true, 'the promise holds all the same')
    }
  })

  test('With the real quotas, thousands of calls at random moments keep to them', async () => {
    const names = [subject(), subject()]
    const models = [makeModel(300), makeModel(600)]
    let now = EPOCH
    let admissions = 0
    for (let i = 0; i < 4_000; i++) {
      now += Math.random() < 0.001 ? 61_000 : Math.floor(Math.random() * 60)
      const { admitted } = await take(names, [300, 600], 1, now)
      assert.equal(
        admitted,
        models.every((each) => each.fits(1, now)),
      )
      if (!admitted) continue
      admissions++
      for (const each of models) each.charge(1, now)
    }
    for (const each of models) each.check()
    assert.ok(admissions >= 600 && admissions < 4_000, `${admissions} admitted`)
  })

  test('A steady caller is granted calls ahead; one in a burst or near its limit is not', async () => {
    const grant = async (name: string, at: number) => {
      const [row] = await sql<{ granted: number }>`
        select granted from take_allowance(${[name]}::text[], ${[300]}::int[], 1, 1, ${new Date(at)}, 20)`
      return row!.granted
    }
    const [steady, bursting, late] = [subject(), subject(), subject()]
    await take([steady], [300], 5, EPOCH)
    assert.equal(await grant(steady, EPOCH + 2_000), 21)
    await take([bursting], [300], 40, EPOCH)
    assert.equal(await grant(bursting, EPOCH + 500), 1, 'in the same second')
    assert.equal(await grant(bursting, EPOCH + 1_500), 1, 'in the next second')
    assert.equal(await grant(bursting, EPOCH + 3_500), 21, 'afterwards')
    await take([late], [300], 160, EPOCH)
    assert.equal(await grant(late, EPOCH + 30_000), 1, 'more than half is used')
  })

  test('Wider slots limit longer windows just as well', async () => {
    const name = subject()
    for (let i = 0; i < 5; i++) assert.equal((await take([name], [5], 1, EPOCH + i * 20_000, 5)).admitted, true)
    assert.equal((await take([name], [5], 1, EPOCH + 300_000, 5)).admitted, false, 'five in five minutes')
    assert.equal((await take([name], [5], 1, EPOCH + 305_000, 5)).admitted, true)
    assert.equal((await take([name], [5], 1, EPOCH + 306_000, 5)).admitted, false)
  })

  test('Subjects not seen for hours are forgotten as new ones come, so that strangers cannot fill the table', async () => {
    // Each new subject makes room by removing the two oldest, so those of other tests go first.
    await sql`delete from rate_windows where subject like 'simulated:%'`
    const names = Array.from({ length: 20 }, subject)
    const day = 86_400_000
    for (const name of names) await take([name], [5], 1, EPOCH + day)
    const [recent, fresh] = [subject(), Array.from({ length: 10 }, subject)]
    await take([recent], [5], 1, EPOCH + 2 * day - 3_600_000)
    for (const name of fresh) await take([name], [5], 1, EPOCH + 2 * day)
    assert.deepEqual(await state(...names), [])
    assert.equal((await state(recent, ...fresh)).length, 11)
  })

  function subject(): string {
    return `simulated:${++subjects}`
  }

  async function take(names: string[], quotas: number[], cost: number, at: number, slot = 1) {
    const [row] = await sql<{ admitted: boolean; retry_after: number; remaining: number[]; resets: number[] }>`
      select * from take_allowance(${names}::text[], ${quotas}::int[], ${cost}, ${slot}, ${new Date(at)})`
    return row!
  }

  function state(...names: string[]) {
    return sql`select * from rate_windows where subject = any(${names}) order by subject`
  }
})

describe('Two servers on one database', () => {
  test('Two hundred requests of one key: exactly its sixty are admitted', async () => {
    const { key } = await makeWorkspace()
    const answers = await flood(200, () => [key])
    assert.equal(admitted(answers), 60)
    for (const each of answers) if (each.status !== 200) refusedAsPromised(each)
  })

  test('Three keys of one workspace: exactly its 120 are admitted, of no key more than sixty', async () => {
    const { key, makeKey } = await makeWorkspace()
    const keys = [key, await makeKey('full'), await makeKey('read_only')]
    const answers = await flood(300, (i) => [keys[i % 3]!])
    assert.equal(admitted(answers), 120)
    for (const own of keys) assert.ok(admitted(answers.filter((each) => each.key === own)) <= 60)
  })

  test('REST and tools take from one allowance', async () => {
    const { key } = await makeWorkspace()
    const answers = await flood(200, (i) => [key, i % 3 === 0 ? 'tool' : 'rest'])
    assert.equal(admitted(answers), 60)
    const tools = answers.filter((each) => each.door === 'tool')
    assert.ok(admitted(tools) > 0 && admitted(tools) < tools.length)
    for (const each of tools) {
      if (each.status === 429) assert.equal((each.body.error as { code: number }).code, -32_000)
    }
  })

  test('A key revoked on one server is refused there at once, and on the other within a second', async () => {
    const { key, makeKey } = await makeWorkspace()
    const administrator = await makeKey('full')
    const me = await raw(urls[0]!, 'GET', '/api/v1/me', { headers: headersOf(key) })
    const id = (me.body.actor as { id: string }).id
    for (let i = 0; i < 40; i++) await ask(urls[i % 2]!, key)
    const revoked = await raw(urls[0]!, 'DELETE', `/api/v1/api-keys/${id}`, { headers: headersOf(administrator) })
    assert.ok(revoked.status < 300, `${revoked.status}`)
    const acknowledged = Date.now()
    assert.equal((await ask(urls[0]!, key)).status, 401)
    await sleep(acknowledged + 1_000 - Date.now())
    assert.equal((await ask(urls[1]!, key)).status, 401)
  })

  test('A batch of tool calls counts each call; one that can never be admitted is refused for good', async () => {
    const { key } = await makeWorkspace()
    const batch = async (size: number) => {
      const calls = Array.from({ length: size }, (_, id) => ({ ...listLabels, id }))
      const answer = await raw(urls[0]!, 'POST', '/api/mcp', { headers: headersOf(key), body: JSON.stringify(calls) })
      return answer.status
    }
    assert.equal(await batch(61), 400)
    await batch(40)
    assert.equal(await batch(21), 429)
    const left = await raw(urls[1]!, 'GET', '/api/v1/me', { headers: headersOf(key) })
    assert.match(left.headers.ratelimit!, /^"key";r=19;/)
  })

  test('A caller who waits for the retry delay is admitted; one who waits a second less is not', async () => {
    const { key } = await makeWorkspace()
    await flood(80, () => [key])
    // The retry delay ends at a whole second; starting at half a second leaves half a second of margin either way.
    await sleep(1_500 - (Date.now() % 1_000))
    const refusal = await ask(urls[0]!, key)
    const refusedAt = Date.now()
    assert.equal(refusal.status, 429)
    const seconds = Number(refusal.headers['retry-after'])
    assert.ok(seconds > 1 && seconds <= 61, `${seconds} seconds`)
    await sleep(refusedAt + (seconds - 1) * 1_000 - Date.now())
    for (const url of urls) {
      const early = await ask(url, key)
      // On a busy machine the answer may come when the delay is nearly over; such an answer shows nothing.
      if (Date.now() < refusedAt + seconds * 1_000 - 500) assert.equal(early.status, 429, 'a second less')
    }
    await sleep(refusedAt + seconds * 1_000 - Date.now())
    for (const url of urls) assert.equal((await ask(url, key)).status, 200, 'the delay is over')
  })
})

const listLabels = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_labels', arguments: {} } }

type Call = Answer & { key: string; door: string }

/** Sends this many requests, fifty at a time, alternating between the servers. */
async function flood(count: number, how: (i: number) => [key: string, door?: 'rest' | 'tool']): Promise<Call[]> {
  const answers: Call[] = []
  let next = 0
  const begun = Date.now()
  const worker = async () => {
    while (next < count) {
      const i = next++
      const [key, door = 'rest'] = how(i)
      answers.push({ ...(await ask(urls[i % 2]!, key, door)), key, door })
    }
  }
  await Promise.all(Array.from({ length: 50 }, worker))
  assert.ok(Date.now() - begun < WINDOW, 'all within one window')
  return answers
}

function ask(url: string, key: string, door: 'rest' | 'tool' = 'rest'): Promise<Answer> {
  const headers = headersOf(key)
  if (door === 'rest') return raw(url, 'GET', '/api/v1/me', { headers })
  return raw(url, 'POST', '/api/mcp', { headers, body: JSON.stringify(listLabels) })
}

function headersOf(key: string): string[] {
  const accept = ['accept', 'application/json, text/event-stream']
  return ['authorization', `Bearer ${key}`, 'content-type', 'application/json', ...accept]
}

function admitted(answers: Answer[]): number {
  return answers.filter((each) => each.status === 200).length
}

function refusedAsPromised({ status, headers, body }: Answer): void {
  assert.equal(status, 429)
  assert.equal(body.code, 'rate_limited')
  const seconds = Number(headers['retry-after'])
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 61, `${seconds} seconds`)
}

/** A reference limiter: a call is admitted when the sixty seconds before it leave room, to the second. */
function makeModel(quota: number) {
  const charges: { at: number; cost: number }[] = []
  // Time never runs backwards for a charged caller.
  const clock = (at: number) => Math.max(at, charges.at(-1)?.at ?? 0)
  const remaining = (at: number) => {
    const second = Math.floor(clock(at) / 1_000)
    return quota - sum(charges.filter((each) => Math.floor(each.at / 1_000) >= second - 60))
  }
  return {
    remaining,
    fits: (cost: number, at: number) => remaining(at) >= cost,
    charge: (cost: number, at: number) => charges.push({ at: clock(at), cost }),
    /** No window of sixty seconds that ends with a call, both ends counted, holds more than the quota. */
    check: () => {
      for (const last of charges) {
        const held = charges.filter((each) => each.at <= last.at && each.at >= last.at - WINDOW)
        assert.ok(sum(held) <= quota)
      }
    },
  }
}

function sum(charges: { cost: number }[]): number {
  return charges.reduce((total, each) => total + each.cost, 0)
}
