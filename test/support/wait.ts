import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until it is so, looking often. Fails with what was waited for. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  milliseconds = 10_000,
): Promise<void> {
  const end = Date.now() + milliseconds
  while (!(await condition())) {
    assert.ok(Date.now() < end, `waited ${milliseconds} ms in vain: ${what}`)
    await sleep(10)
  }
}
