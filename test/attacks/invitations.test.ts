import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { openServerWithUsers } from '#test/people.ts'
import type { Answer } from '#test/raw.ts'

/* Requests about one invitation that arrive together. In any order, one of them wins and the others are refused. */

const { sql, send, enter, linkOf, account_id, addAccount } = await openServerWithUsers()
const ana = await enter('Ana', 'administrator')
const other = await addAccount()
const luz = await enter('Luz', 'administrator', other.account_id)
let made = 0

// Each test starts with unused rate limits.
beforeEach(() => sql`delete from rate_windows`)

async function invite(email = `invitada.${++made}@example.com`, by = ana) {
  const { body, status, text } = await by.do<{ id: string }>('invite_member', { email, role: 'agent' })
  assert.equal(status, 200, text)
  return { id: body.id, email, token: await linkOf(email, 'invitation', by === ana ? 1 : 2) }
}

const accept = (token: string, name = 'Sol', password = 'una clave nueva') =>
  send('POST', '/api/invitation', { token, name, password })

const isMember = async (email: string, account = account_id) => {
  const rows = await sql`
    select from memberships m join users u on u.id = m.user_id where u.email = ${email} and m.account_id = ${account}`
  return rows.length === 1
}

const countOf = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length

describe('An invitation', () => {
  test('that several people accept at the same moment lets one of them in', async () => {
    const { token, email } = await invite()
    const answers = await Promise.all(['Una', 'Dos', 'Tres', 'Cuatro'].map((name) => accept(token, name)))
    assert.deepEqual([countOf(answers, 200), countOf(answers, 404)], [1, 3])
    const [user] = await sql<{ name: string }>`select name from users where email = ${email}`
    const { user: entered } = answers.find(({ status }) => status === 200)!.body as { user?: { name: string } }
    assert.equal(user?.name, entered?.name)
    const sessions = await sql`select from sessions s join users u on u.id = s.user_id where u.email = ${email}`
    assert.equal(sessions.length, 1)
  })

  test('is accepted or revoked, never both, when both arrive together', async () => {
    const rounds = await Promise.all(Array.from({ length: 4 }, () => invite()))
    for (const { id, token, email } of rounds) {
      const [entered, revoked] = await Promise.all([
        accept(token),
        ana.do<{ status: string }>('revoke_invitation', { invitation_id: id }),
      ])
      assert.deepEqual(
        [entered.status, revoked.status].sort((a, b) => a - b).join(),
        entered.status === 200 ? '200,409' : '200,404',
      )
      assert.equal(await isMember(email), entered.status === 200)
    }
  })

  test('is accepted with the old link or sent again, never both, when both arrive together', async () => {
    const { id, token, email } = await invite()
    const [entered, renewed] = await Promise.all([accept(token), ana.do('resend_invitation', { invitation_id: id })])
    assert.equal(countOf([entered, renewed], 200), 1, `${entered.text} ${renewed.text}`)
    assert.equal(await isMember(email), entered.status === 200)
  })

  test('of one person is sent once when two administrators send it together', async () => {
    const email = `invitada.${++made}@example.com`
    const bea = await enter('Bea', 'administrator')
    const answers = await Promise.all([ana, bea].map((by) => by.do('invite_member', { email, role: 'agent' })))
    assert.deepEqual([countOf(answers, 200), countOf(answers, 409)], [1, 1])
  })

  test('of two workspaces, accepted together by a new person, makes one account and asks the other time for its password', async () => {
    const email = `invitada.${++made}@example.com`
    const [here, there] = [await invite(email), await invite(email, luz)]
    const answers = await Promise.all([accept(here.token), accept(there.token, 'Sol', 'otra clave nueva')])
    assert.equal(countOf(answers, 200), 1, answers.map(({ text }) => text).join())
    assert.equal((await sql`select from users where email = ${email}`).length, 1)
    const accepted = [await isMember(email), await isMember(email, other.account_id)]
    assert.deepEqual(
      accepted,
      answers.map(({ status }) => status === 200),
    )
  })
})
