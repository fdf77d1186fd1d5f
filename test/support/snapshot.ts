import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Holds a value against the file committed for it. What other programs rely on must not move unseen. */
export function matchesSnapshot(file: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`
  if (process.env.UPDATE === '1') return writeFileSync(file, text)
  const command = `UPDATE=1 npm test -- ${dirname(file)}`
  assert.ok(existsSync(file), `There is no ${file} yet; write it with: ${command}`)
  const committed = readFileSync(file, 'utf8')
  if (committed === text) return
  const advice = `The contract is not the one in ${file}. If that is meant, update it with: ${command}`
  assert.deepEqual(value, JSON.parse(committed), advice)
  assert.fail(advice)
}
