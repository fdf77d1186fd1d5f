import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Compares a value with its committed snapshot, so that a contract other programs rely on cannot change unnoticed. */
export function matchesSnapshot(file: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`
  if (process.env.UPDATE === '1') return writeFileSync(file, text)
  const command = `UPDATE=1 npm test -- ${dirname(file)}`
  assert.ok(existsSync(file), `There is no ${file} yet; write it with: ${command}`)
  const committed = readFileSync(file, 'utf8')
  if (committed === text) return
  const advice = `The contract differs from ${file}. If this is intended, update it with: ${command}`
  assert.deepEqual(value, JSON.parse(committed), advice)
  assert.fail(advice)
}
