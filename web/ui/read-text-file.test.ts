import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTextFile } from './read-text-file.ts'

test('A UTF-8 file and one in windows-1252 are read alike', async () => {
  const modern = new File([new TextEncoder().encode('José,Bogotá')], 'a.csv')
  const old = new File([Buffer.from('José,Bogotá', 'latin1')], 'b.csv')
  assert.equal(await readTextFile(modern), 'José,Bogotá')
  assert.equal(await readTextFile(old), 'José,Bogotá')
})
