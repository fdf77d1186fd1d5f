import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'

const { sql } = await openWorkspace()

test('A record can be placed between two others a thousand times without long positions', async () => {
  const [row] = await sql<{ between: boolean; digits: number }>`
    with recursive drawn (n, low, high) as (
      select 1, 0::numeric, place_between(0, 1)
      union all
      select n + 1, low, place_between(low, high) from drawn where n < 1000
    )
    select bool_and(high > 0 and high < 1) and count(distinct high) = 1000 as between, max(length(high::text)) as digits from drawn`
  assert.equal(row!.between, true)
  assert.ok(row!.digits < 1000, `${row!.digits} digits`)
})

test('Concurrent placements between the same two records get different positions', async () => {
  const [row] = await sql<{ places: number }>`
    select count(distinct place_between(-7, -6))::int as places from generate_series(1, 10)`
  assert.ok(row!.places > 5)
})
