import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for the busiest machine: a test waits for a condition, never for a time. */
const PATIENCE = 120_000

const LONGEST_PAUSE = 50

/** Polls until the condition holds, ever less often. Fails with `what` when it does not come true. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  milliseconds = PATIENCE,
): Promise<void> {
  const end = Date.now() + milliseconds
  for (let pause = 5; !(await condition()); pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    assert.ok(Date.now() < end, `waited ${milliseconds} ms in vain: ${what}`)
    await sleep(pause)
  }
}
