import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilEnded, installHilo, killTree } from '#test/server-process.ts'
import { findLosses, nothingLost, startWriters } from '#test/writers.ts'

/** The full proof takes some minutes: `ROUNDS=200 npm test -- test/faults/kill.test.ts` */
const rounds = Number(process.env.ROUNDS ?? 4)

test('Repeated kill -9 under write load loses no acknowledged write', { timeout: 86_400_000 }, async (t) => {
  const hilo = await installHilo()
  let server = await hilo.start()
  const { key } = await hilo.makeWorkspace()
  const writers = startWriters(hilo.url, key, { timeout: 60_000 })
  const starts: number[] = []

  /** Checks for losses; writers may still be running. */
  const losses = async (acknowledged: typeof writers.acknowledged) => {
    const database = await hilo.open()
    return findLosses(database.sql, acknowledged).finally(() => database.close())
  }

  try {
    for (let round = 1; round <= rounds; round++) {
      await sleep(200 + Math.random() * 600)
      // Kills the server alone, so that its PostgreSQL outlives it, or both with all their processes.
      if (round % 2 === 1) server.child.kill('SIGKILL')
      else killTree(server)
      await untilEnded(server.child)
      const acknowledged = [...writers.acknowledged]
      server = await hilo.start()
      starts.push(server.ready_after)
      assert.deepEqual(await losses(acknowledged), nothingLost, `round ${round}`)
      if (round % 20 === 0) t.diagnostic(`round ${round}: ${acknowledged.length} acknowledged, 0 lost`)
    }
  } finally {
    await writers.stop()
  }

  const lost = await losses(writers.acknowledged)
  const { sent, replayed, cut } = writers.totals
  t.diagnostic(
    `${rounds} rounds: ${sent} requests sent, ${cut} of them cut off; ` +
      `${writers.acknowledged.length} acknowledged (${replayed} by replay), ${lost.contacts} lost`,
  )
  t.diagnostic(`up again after ${summary(starts)}`)
  assert.deepEqual(lost, nothingLost)
  assert.ok(writers.acknowledged.length >= rounds * 5, 'it was under load')
  assert.ok(
    writers.answers.every(({ status }) => [201, 409, 503].includes(status)),
    'nothing but answers a client can act on',
  )
})

function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.floor(sorted.length / 2)]!)} ms in the middle, ${Math.round(sorted.at(-1)!)} ms at most`
}
