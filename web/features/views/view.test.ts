import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combine } from './view.ts'

const city = (name: string) => ({ all: [{ field: 'city', operator: 'equal_to' as const, values: [name] }] })

test('Filters are added to each alternative of a view', () => {
  const [cali, pasto, vip] = [city('Cali'), city('Pasto'), city('vip')]
  assert.deepEqual(combine({ any: [cali, pasto] }, { any: [vip] }), {
    any: [{ all: [...cali.all, ...vip.all] }, { all: [...pasto.all, ...vip.all] }],
  })
})

test('A view without more filters stays as it is, and nothing is nothing', () => {
  const one = { any: [city('Cali')] }
  assert.deepEqual(combine(one, undefined), one)
  assert.deepEqual(combine(undefined, one), one)
  assert.equal(combine(undefined, undefined), undefined)
})
