import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { checkPassword, hashPassword, verifyPassword } from '#domains/access/sign-in/passwords.ts'

test('A password is stored as argon2id with its own salt, and verifies', async () => {
  const [first, second] = await Promise.all([hashPassword('una clave larga'), hashPassword('una clave larga')])
  assert.match(first!, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(first, second)
  assert.ok(await verifyPassword('una clave larga', first!))
  assert.ok(!(await verifyPassword('una clave larga ', first!)))
  assert.ok(!(await verifyPassword('', first!)))
})

test('A hash with other cost parameters still verifies, so the cost can change', async () => {
  const nonce = Buffer.from('0123456789abcdef')
  const cost = { memory: 64, passes: 3, parallelism: 4, tagLength: 16 }
  const tag = argon2Sync('argon2id', { message: 'otra clave larga', nonce, ...cost })
  const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  const hash = `$argon2id$v=19$m=64,t=3,p=4$${salt}$${sum}`
  assert.ok(await verifyPassword('otra clave larga', hash))
  assert.ok(!(await verifyPassword('otra clave', hash)))
})

test('Without a valid hash no password matches, and the same work is done', async () => {
  const hash = await hashPassword('una clave larga')
  const derivations = async (stored: string | null) => {
    let count = 0
    const hook = createHook({ init: (_, type) => void (type === 'ARGON2REQUEST' && count++) }).enable()
    assert.ok(!(await verifyPassword('otra cosa', stored)))
    hook.disable()
    return count
  }
  assert.equal(await derivations(hash), 1)
  for (const none of [null, '', 'plain', '$2b$10$abcdefghijklmnopqrstuv']) assert.equal(await derivations(none), 1)
})

test('Many concurrent sign-ins all get a response', async () => {
  const hash = await hashPassword('una clave larga')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => verifyPassword(i % 2 ? 'una clave larga' : 'otra', hash)),
  )
  assert.deepEqual(
    answers,
    answers.map((_, i) => i % 2 === 1),
  )
})

test('A password has 10 to 128 characters, and no other rule', () => {
  for (const good of ['0123456789', ' '.repeat(10), 'contraseña', 'x'.repeat(128)]) checkPassword(good)
  assert.throws(() => checkPassword('012345678'), { code: 'invalid_value', message: /at least 10/ })
  assert.throws(() => checkPassword('x'.repeat(129)), { code: 'invalid_value', message: /at most 128/ })
})
