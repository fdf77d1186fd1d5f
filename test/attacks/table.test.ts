import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

test('Every test that the table of attacks names exists', () => {
  const table = readFileSync('docs/security.md', 'utf8')
  const rows = [...table.matchAll(/^\| [^|]+ \| `([^`]+\.test\.ts)` \| ([^|]+) \|$/gm)]
  assert.ok(rows.length > 40)
  const gone = rows.filter(([, file, title]) => !readFileSync(file!, 'utf8').includes(title!))
  assert.deepEqual(
    gone.map(([, file, title]) => `${file}: ${title}`),
    [],
  )
})
