import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choose, fold } from './reference.ts'
import { refused } from '#test/refusal.ts'

type Agent = { id: string; name: string; email: string }

const kind = {
  what: 'agent',
  fields: ['agent', 'agent_id'],
  names: (row: Agent) => [row.name, row.email],
} as const

const ana = { id: '7', name: 'Ana Peña', email: 'ana@example.com' }
const oscar = { id: '8', name: 'Óscar', email: 'oscar@example.com' }
const eight = { id: '9', name: '8', email: 'ocho@example.com' }
const agents = [ana, oscar, eight]

test('Names are compared without case, accents or space around them', () => {
  assert.equal(fold('  ÓSCAR Peña '), 'oscar pena')
  for (const name of ['óscar', 'OSCAR', 'Oscar ', 'O\u0301scar']) assert.equal(choose(agents, { name }, kind), oscar)
})

test('A record is found by each of its names', () => {
  assert.equal(choose(agents, { name: 'ANA@example.com' }, kind), ana)
})

test('Digits are tried as an id first, then as a name', () => {
  assert.equal(choose(agents, { name: '8' }, kind), oscar)
  assert.equal(choose([ana, eight], { name: '8' }, kind), eight)
})

test('An id never matches a name', () => {
  assert.equal(choose(agents, { id: '9' }, kind), eight)
  const problem = refused(() => choose([ana, eight], { id: '8' }, kind))
  assert.equal(problem.code, 'not_found')
  assert.equal(problem.extra.errors?.[0]?.field, 'agent_id')
})

test('A name and an id may agree; if they differ they are refused', () => {
  assert.equal(choose(agents, { name: 'ana peña', id: '7' }, kind), ana)
  const problem = refused(() => choose(agents, { name: 'ana peña', id: '8' }, kind))
  assert.equal(problem.code, 'invalid_value')
  assert.match(problem.message, /agent and agent_id refer to different records/)
})

test('Without name and id, the refusal names the fields to use', () => {
  const problem = refused(() => choose(agents, {}, kind))
  assert.equal(problem.code, 'missing_field')
  assert.match(problem.message, /agent or agent_id/)
})

test('When several match, all are listed with their ids and none is chosen', () => {
  const namesake = { id: '10', name: 'ana pena', email: 'ana.2@example.com' }
  const third = { id: '11', name: 'ANA PENA', email: 'ana.3@example.com' }
  const problem = refused(() => choose([ana, namesake, third], { name: 'Ana Pena' }, kind))
  assert.equal(problem.code, 'ambiguous_reference')
  assert.equal(problem.status, 409)
  assert.deepEqual(problem.extra.candidates, [
    { id: '10', name: 'ana pena' },
    { id: '11', name: 'ANA PENA' },
  ])
  assert.match(problem.message, /ana pena \(id 10\), ANA PENA \(id 11\)/)
})

test('Of several that match without accents, the exact one is chosen', () => {
  const plain = { id: '10', name: 'Ana Pena', email: 'ana.2@example.com' }
  assert.equal(choose([ana, plain], { name: 'ana pena' }, kind), plain)
  assert.equal(choose([ana, plain], { name: 'Ana Peña' }, kind), ana)
})

test('A part of a name does not match; the most similar names are offered first', () => {
  const problem = refused(() => choose(agents, { name: 'Anna' }, kind))
  assert.equal(problem.code, 'not_found')
  assert.match(problem.message, /There is no agent "Anna"\. Choose among: Ana Peña \(id 7\), /)
})

test('At most ten choices are offered', () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ id: String(100 + i), name: `Agente ${i}`, email: `${i}@x.co` }))
  const problem = refused(() => choose(many, { name: 'Agente' }, kind))
  assert.equal(problem.message.match(/\(id \d+\)/g)?.length, 10)
})

test('Without any records, the refusal says so', () => {
  assert.match(refused(() => choose([], { name: 'Ana' }, kind)).message, /There are none yet/)
})

test('An empty name matches nothing', () => {
  assert.equal(refused(() => choose(agents, { name: '' }, kind)).code, 'not_found')
  assert.equal(refused(() => choose(agents, { name: '   ' }, kind)).code, 'not_found')
})
