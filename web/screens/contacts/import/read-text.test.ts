import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-text.ts'

test('a file from a modern program and one from an old spreadsheet read the same', async () => {
  const modern = new File([new TextEncoder().encode('José,Bogotá')], 'a.csv')
  const old = new File([Buffer.from('José,Bogotá', 'latin1')], 'b.csv')
  assert.equal(await readText(modern), 'José,Bogotá')
  assert.equal(await readText(old), 'José,Bogotá')
})
