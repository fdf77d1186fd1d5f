import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setupToken } from '#domains/access/setup/first-run.ts'
import { openNode } from '#test/node.ts'

const { node, url, sql } = await openNode()
const token = setupToken(node.runtime.secret)
const input = {
  token,
  account_name: 'Flores del Campo',
  name: 'Rosa',
  email: 'rosa@example.com',
  password: 'una frase muy larga',
  locale: 'es',
  time_zone: 'America/Bogota',
  default_currency: 'COP',
}

const setUp = (body: object) =>
  fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const look = (given: string) => fetch(`${url}/api/setup?token=${given}`).then(({ status }) => status)
const accounts = async () => (await sql`select name from accounts`).map(({ name }) => name)

test('Once a workspace exists the setup link is invalid', async () => {
  assert.equal(await look(token), 404)
  assert.equal((await setUp(input)).status, 404)
  assert.deepEqual(await accounts(), ['Prueba'])
})

test('A wrong link, a weak password or an unknown time zone creates nothing', async () => {
  await sql`delete from accounts`
  assert.equal(await look(token), 204)
  assert.equal(await look('x'), 404)
  for (const [change, status] of [
    [{ token: `${token.slice(0, -1)}x` }, 404],
    [{ password: 'corta' }, 422],
    [{ time_zone: 'Luna/Mar' }, 422],
    [{ email: 'nobody' }, 422],
    [{ default_currency: 'pesos' }, 422],
    [{ account_name: ' ' }, 422],
  ] as const) {
    const answer = await setUp({ ...input, ...change })
    assert.ok([status, 400].includes(answer.status), `${JSON.stringify(change)} ${answer.status}`)
  }
  assert.deepEqual(await accounts(), [])
})

test('The setup link creates the first workspace and signs in, once', async () => {
  const answers = await Promise.all([setUp(input), setUp({ ...input, email: 'otra@example.com' })])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404],
  )
  assert.deepEqual(await accounts(), ['Flores del Campo'])
  const first = answers.find(({ status }) => status === 200)!
  const { user, accounts: mine } = (await first.json()) as {
    user: { super_administrator: boolean }
    accounts: { role: string; time_zone: string }[]
  }
  assert.equal(user.super_administrator, true)
  assert.deepEqual(
    mine.map(({ role, time_zone }) => [role, time_zone]),
    [['administrator', 'America/Bogota']],
  )
  assert.match(first.headers.get('set-cookie') ?? '', /sid=.+HttpOnly/)
  assert.equal(await look(token), 404)
})
