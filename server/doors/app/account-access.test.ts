import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { PASSWORD } from '#test/node.ts'
import { address, codeNow, cookieOf, openServerWithUsers, type SignedIn } from '#test/people.ts'
import type { Answer } from '#test/raw.ts'
import { until } from '#test/wait.ts'

const { sql, send, signIn, app, enter, protect, mailbox, linkOf, account_id, addAccount, key, rest } =
  await openServerWithUsers()
const ana = await enter('Ana Admin', 'administrator')
let made = 0

// Each test starts with unused rate limits.
beforeEach(() => sql`delete from rate_windows`)

const someone = () => `invitada.${++made}@example.com`
const NEW = 'una clave nueva'

/** Ana invites a person, who gets a link. */
async function invite(email = someone(), more: object = {}) {
  const { body, status, text } = await ana.do<{ id: string }>('invite_member', { email, role: 'agent', ...more })
  assert.equal(status, 200, text)
  return { id: body.id, email, token: await linkOf(email, 'invitation') }
}

const look = (token: string, ip?: string) =>
  send('GET', `/api/invitation?token=${encodeURIComponent(token)}`, undefined, { ...(ip && { ip }) })
const accept = (given: object, from: { ip?: string; cookie?: string } = {}) =>
  send('POST', '/api/invitation', given, from)
const forget = (email: string, ip = address()) => send('POST', '/api/password-reset', { email }, { ip })
const complete = (token: string, password = NEW, ip = address()) =>
  send('POST', '/api/password-reset/complete', { token, password }, { ip })
const visit = (cookie: string) => send('GET', '/api/session', undefined, { cookie })

/** The answer without its request-specific parts. */
const alike = ({ status, body, headers }: Answer) => ({
  status,
  body: { ...body, request_id: '' },
  cookie: headers['set-cookie'],
})

const statuses = (answers: Answer[]) => answers.map(({ status }) => String(status)).sort()

describe('An invitation', () => {
  test('names the inviter, the invitee and the workspace, and gives access when accepted', async () => {
    const { token, email } = await invite(undefined, { name: 'Luz', visibility: 'own' })
    const shown = await look(token)
    assert.deepEqual(shown.body, {
      email,
      name: 'Luz',
      account_id,
      account_name: 'Prueba',
      invited_by: 'Ana Admin',
      has_account: false,
    })
    assert.equal(shown.headers['cache-control'], 'no-store')
    const answer = await accept({ token, name: 'Luz Marina', password: NEW })
    const { user, accounts } = answer.body as unknown as SignedIn
    assert.deepEqual([user.name, user.email], ['Luz Marina', email])
    assert.deepEqual(
      accounts.map(({ id, role, visibility }) => [id, role, visibility]),
      [[account_id, 'agent', 'own']],
    )
    const cookie = cookieOf(answer)
    assert.equal((await app('search_contacts', cookie)).status, 200)
    assert.equal((await signIn(email, { password: NEW })).status, 200)
    assert.match(answer.headers['set-cookie']!, /HttpOnly; SameSite=Lax/)
  })

  test('uses the language of the workspace, and escapes names in the HTML of the mail', async () => {
    const other = await addAccount()
    await sql`update accounts set locale = 'en', name = '<b>Bold & Co</b>' where id = ${other.account_id}`
    const evil = await createUser(sql, {
      account_id: other.account_id,
      name: '<script>alert(1)</script>',
      email: someone(),
      role: 'administrator',
      password: PASSWORD,
    })
    const cookie = cookieOf(await signIn(evil.email))
    const email = someone()
    await app('invite_member', cookie, { email, role: 'agent', name: 'X\r\nBcc: victim@example.com' }, other.account_id)
    await linkOf(email, 'invitation')
    const [mail] = await mailbox(email)
    assert.match(mail!, /invited you to join/)
    const page = mail!.slice(mail!.indexOf('<!doctype'))
    assert.ok(page.includes('&#60;script&#62;') && !page.includes('<script') && !page.includes('<b>'), page)
    assert.ok(!/^bcc:/im.test(mail!.split('\r\n\r\n')[0]!), mail)
    const { email: spanish } = await invite()
    assert.match((await mailbox(spanish))[0]!, /te[ _]invitó[ _]a/)
  })

  test('works once, even when accepted twice at the same moment', async () => {
    const { token, email } = await invite()
    const answers = await Promise.all(['Una', 'Otra', 'Tercera'].map((name) => accept({ token, name, password: NEW })))
    assert.deepEqual(statuses(answers), ['200', '404', '404'])
    assert.equal((await sql`select from users where email = ${email}`).length, 1)
    assert.equal((await accept({ token, name: 'Otra vez', password: NEW })).status, 404)
  })

  test('that is invented, used, expired, revoked or replaced gets the same answer', async () => {
    const [used, old, revoked, renewed] = [await invite(), await invite(), await invite(), await invite()]
    await accept({ token: used.token, name: 'Una', password: NEW })
    await sql`update invitations set expires_at = now() - interval '1 second' where id = ${old.id}`
    await ana.do('revoke_invitation', { invitation_id: revoked.id })
    await ana.do('resend_invitation', { invitation_id: renewed.id })
    const tokens = ['', 'x', 'A'.repeat(43), used.token, old.token, revoked.token, renewed.token, `${used.token}x`]
    const answers = await Promise.all(tokens.map((token) => look(token)))
    const tries = await Promise.all(tokens.map((token) => accept({ token, name: 'Una', password: NEW })))
    for (const each of [...answers, ...tries]) assert.deepEqual(alike(each), alike(answers[0]!))
    assert.equal(answers[0]!.status, 404)
    assert.match(answers[0]!.body.detail!, /ask your administrator for a new one/)
    assert.equal((await look(await linkOf(renewed.email, 'invitation', 2))).status, 200)
  })

  test('is stored only as a digest, and the outbox shows its link when no mail server is set up', async () => {
    const { token, id, email } = await invite()
    const [row] = await sql<{ token_hash: Buffer }>`select token_hash from invitations where id = ${id}`
    assert.deepEqual(row!.token_hash, createHash('sha256').update(token).digest())
    await until(
      async () => (await sql`select from emails where to_address = ${email} and status = 'sent'`).length > 0,
      'sent',
    )
    const { body } = await ana.do<{ items: { to_address: string; text: string }[] }>('list_emails')
    assert.ok(body.items.find((mail) => mail.to_address === email)!.text.includes(token))
  })

  test('asks a person with an account for its password', async () => {
    const other = await addAccount()
    const known = await createUser(sql, {
      account_id: other.account_id,
      name: 'Sol',
      email: someone(),
      role: 'agent',
      password: PASSWORD,
    })
    const { token } = await invite(known.email)
    assert.equal((await look(token)).body.has_account, true)
    const wrong = await accept({ token, name: 'Otra', password: NEW })
    assert.deepEqual([wrong.status, wrong.body.code, wrong.headers['set-cookie']], [401, 'unauthenticated', undefined])
    const right = await accept({ token, name: 'Otra', password: PASSWORD })
    const { user, accounts } = right.body as unknown as SignedIn
    assert.deepEqual([user.id, user.name], [known.id, 'Sol'], 'they stay who they are')
    assert.deepEqual(accounts.map(({ id }) => id).sort(), [account_id, other.account_id].sort())
  })

  test('does not bypass two-factor authentication', async () => {
    const other = await addAccount()
    const sol = await enter('Sol', 'agent', other.account_id)
    const { next } = await protect(sol, other.account_id)
    const { token } = await invite(sol.email)
    const bare = await accept({ token, name: '', password: PASSWORD })
    assert.deepEqual([bare.status, bare.body.code], [401, 'two_factor_required'])
    const guess = await accept({ token, name: '', password: PASSWORD, code: '000000' })
    assert.deepEqual([guess.status, guess.body.code, guess.headers['set-cookie']], [401, 'unauthenticated', undefined])
    assert.equal((await accept({ token, name: '', password: PASSWORD, code: await next() })).status, 200)
  })

  test('does not set the password of an account without one: that needs the mailbox', async () => {
    const other = await addAccount()
    const bare = await createUser(sql, {
      account_id: other.account_id,
      name: 'API',
      email: someone(),
      role: 'administrator',
    })
    const { token } = await invite(bare.email)
    assert.equal((await accept({ token, name: 'Yo', password: NEW })).status, 401)
  })

  test('does not readmit a removed member', async () => {
    const { token, email } = await invite()
    const member = await createUser(sql, { account_id, name: 'Ya está', email, role: 'agent', password: PASSWORD })
    await sql`update memberships set deactivated_at = now() where user_id = ${member.id}`
    const answer = await accept({ token, name: 'x', password: PASSWORD })
    assert.deepEqual([answer.status, answer.body.code, answer.headers['set-cookie']], [409, 'invalid_state', undefined])
    assert.equal((await sql`select from sessions where user_id = ${member.id}`).length, 0)
  })

  test('requires a name and a strong password', async () => {
    const { token } = await invite()
    for (const [given, field] of [
      [{ token, name: ' ', password: NEW }, 'name'],
      [{ token, name: 'Luz', password: 'corta' }, 'password'],
    ] as const) {
      const answer = await accept(given)
      assert.equal(answer.status, 422)
      assert.equal(answer.body.errors?.[0]?.pointer, `#/${field}`)
    }
    assert.equal((await accept({ token, name: 'Luz', password: NEW, role: 'administrator' })).status, 400)
    assert.equal((await look(token)).status, 200, 'it is still good')
  })

  test('cannot be guessed, because attempts per IP address are limited', async () => {
    const ip = address()
    let refused: Answer | undefined
    for (let i = 0; i < 40 && refused?.status !== 429; i++) refused = await look('A'.repeat(43), ip)
    assert.deepEqual([refused?.status, refused?.body.code], [429, 'rate_limited'])
    const { token } = await invite()
    assert.equal((await look(token, ip)).status, 429)
    assert.equal((await look(token)).status, 200, 'from elsewhere it works')
  })

  test('is accepted from our own pages only, and never adopts a planted session', async () => {
    const { token } = await invite()
    const foreign = await send(
      'POST',
      '/api/invitation',
      { token, name: 'x', password: NEW },
      { headers: ['sec-fetch-site', 'cross-site'] },
    )
    assert.equal(foreign.status, 403)
    const planted = (await enter('Otra')).cookie
    const cookie = cookieOf(await accept({ token, name: 'Luz', password: NEW }, { cookie: planted }))
    assert.notEqual(cookie, planted)
    assert.equal((await visit(planted)).status, 401)
  })

  test('is recorded in the audit log with the IP address', async () => {
    const { token, email } = await invite()
    await accept({ token, name: 'Luz', password: NEW }, { ip: '10.77.0.1' })
    const [entry] = await sql`
      select actor ->> 'name' as name, ip, details from audit_entries
       where account_id = ${account_id} and action = 'accept_invitation' order by id desc limit 1`
    assert.deepEqual(entry, { name: 'Luz', ip: '10.77.0.1', details: { user_agent: 'Navegador' } })
    const details = await sql`select details::text from audit_entries where details::text like ${`%${token}%`}`
    assert.deepEqual(details, [], email)
  })
})

describe('A forgotten password', () => {
  test('is replaced through a mailed link, and every session ends', async () => {
    const luz = await enter('Luz')
    assert.equal((await forget(` ${luz.email.toUpperCase()} `)).status, 204)
    const token = await linkOf(luz.email, 'reset')
    assert.equal((await complete(token)).status, 204)
    assert.equal((await visit(luz.cookie)).status, 401)
    assert.equal((await signIn(luz.email)).status, 401, 'the old one is gone')
    assert.equal((await signIn(luz.email, { password: NEW })).status, 200)
    const notices = await sql`select kind, subject from emails where to_address = ${luz.email} and kind = 'security'`
    assert.deepEqual(notices, [{ kind: 'security', subject: 'Se cambió tu contraseña de Hilo' }])
  })

  test('gets the same answer for every address', async () => {
    const luz = await enter('Luz')
    const gone = await enter('Ida')
    await sql`update users set disabled_at = now() where id = ${gone.id}`
    const former = await enter('Otra')
    await sql`update memberships set deactivated_at = now() where user_id = ${former.id}`
    const answers = await Promise.all(
      [luz.email, 'nadie@example.com', gone.email, former.email, 'no es una dirección', ''].map((email) =>
        forget(email),
      ),
    )
    for (const each of answers) assert.deepEqual(alike(each), alike(answers[0]!))
    assert.equal(answers[0]!.status, 204)
    await linkOf(luz.email, 'reset')
    for (const email of [gone.email, former.email]) assert.deepEqual(await mailbox(email), [])
  })

  test('can be reset by a former member who has a new invitation', async () => {
    const former = await enter('Otra')
    await sql`update memberships set deactivated_at = now() where user_id = ${former.id}`
    const other = await addAccount()
    const answer = await rest('POST', '/invitations', { key: other.key, body: { email: former.email, role: 'agent' } })
    assert.equal(answer.status, 201, answer.text)
    const invitation = await linkOf(former.email, 'invitation')
    await forget(former.email)
    assert.equal((await complete(await linkOf(former.email, 'reset'))).status, 204)
    assert.equal((await accept({ token: invitation, name: 'Otra', password: NEW })).status, 200)
  })

  test('has a link that works once, for an hour, until a newer one is sent', async () => {
    const luz = await enter('Luz')
    await forget(luz.email)
    const first = await linkOf(luz.email, 'reset')
    await forget(luz.email)
    const second = await linkOf(luz.email, 'reset', 2)
    assert.notEqual(first, second)
    const [row] = await sql<{ reset_hash: Buffer; minutes: number }>`
      select reset_hash, extract(epoch from reset_expires_at - now())::int / 60 as minutes from users where id = ${luz.id}`
    assert.deepEqual(row!.reset_hash, createHash('sha256').update(second).digest())
    assert.ok(row!.minutes <= 60 && row!.minutes >= 58)
    const answers = [await complete(''), await complete('A'.repeat(43)), await complete(first)]
    const both = await Promise.all([complete(second), complete(second)])
    assert.deepEqual(statuses(both), ['204', '404'])
    answers.push(await complete(second))
    await forget(luz.email)
    const third = await linkOf(luz.email, 'reset', 3)
    await sql`update users set reset_expires_at = now() - interval '1 second' where id = ${luz.id}`
    answers.push(await complete(third))
    for (const each of answers) assert.deepEqual(alike(each), alike(answers[0]!))
    assert.deepEqual(
      [answers[0]!.status, answers[0]!.body.detail],
      [404, 'This link is no longer valid; request a new one.'],
    )
  })

  test('does not bypass two-factor authentication: the mailbox alone is not enough', async () => {
    const luz = await enter('Luz')
    const { secret, next } = await protect(luz)
    await forget(luz.email)
    assert.equal((await complete(await linkOf(luz.email, 'reset'))).status, 204)
    const bare = await signIn(luz.email, { password: NEW })
    assert.deepEqual([bare.status, bare.body.code], [401, 'two_factor_required'])
    await next()
    assert.equal((await signIn(luz.email, { password: NEW, code: codeNow(secret) })).status, 200)
  })

  test('leaves no readable link behind', async () => {
    const luz = await enter('Luz')
    await forget(luz.email)
    const token = await linkOf(luz.email, 'reset')
    await until(
      async () => (await sql`select from emails where to_address = ${luz.email} and status = 'sent'`).length > 0,
      'sent',
    )
    const { body } = await ana.do<{ items: { id: string; to_address: string; text: string }[] }>('list_emails')
    const mail = body.items.find((each) => each.to_address === luz.email)!
    assert.ok(!mail.text.includes(token) && mail.text.includes('token=…'), mail.text)
    const [row] = await sql<{
      text: string
      html: string
    }>`select text, html from emails where to_address = ${luz.email}`
    assert.ok(!`${row!.text}${row!.html}`.includes(token))
    const queued = await sql`
      update emails set status = 'queued', text = ${`x?token=${token}`} where to_address = ${luz.email} returning id`
    const shown = await ana.do<{ text: string }>('get_email', { email_id: queued[0]!.id })
    assert.ok(!shown.text.includes(token), 'nor while it waits')
  })

  test('refuses a weak new password, and the link stays valid', async () => {
    const luz = await enter('Luz')
    await forget(luz.email)
    const token = await linkOf(luz.email, 'reset')
    const answer = await complete(token, 'corta')
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, '#/password'])
    assert.equal((await complete(token)).status, 204)
  })

  test('can be requested three times in fifteen minutes per account, and five times in five minutes per IP address', async () => {
    const [ip, email] = [address(), someone()]
    for (let i = 0; i < 5; i++) assert.equal((await forget(someone(), ip)).status, 204)
    assert.equal((await forget(someone(), ip)).status, 429)
    for (let i = 0; i < 3; i++) assert.equal((await forget(i ? email : email.toUpperCase())).status, 204)
    assert.equal((await forget(email)).status, 429, 'also for an unknown address')
    const guesser = address()
    let last: Answer | undefined
    for (let i = 0; i < 12; i++) last = await complete('A'.repeat(43), NEW, guesser)
    assert.equal(last!.status, 429)
  })

  test('is recorded in every workspace of the user', async () => {
    const other = await addAccount()
    const luz = await enter('Luz')
    await createUser(sql, { account_id: other.account_id, name: 'Luz', email: luz.email, role: 'agent' })
    await forget(luz.email, '10.77.0.2')
    await complete(await linkOf(luz.email, 'reset'), NEW, '10.77.0.3')
    const entries = await sql<{ action: string; ip: string; account_id: string }>`
      select action, ip, account_id from audit_entries where actor ->> 'id' = ${luz.id} and action like '%password%' order by id`
    assert.deepEqual(
      entries.map(({ action, ip, account_id }) => `${action} ${ip} ${account_id}`).sort(),
      [account_id, other.account_id]
        .flatMap((account) => [`request_password_reset 10.77.0.2 ${account}`, `reset_password 10.77.0.3 ${account}`])
        .sort(),
    )
  })
})

describe('Two-factor authentication', () => {
  test('is requested only after the right password', async () => {
    const luz = await enter('Luz')
    const { next } = await protect(luz)
    const wrong = await signIn(luz.email, { password: 'otra cosa larga' })
    assert.equal(wrong.body.code, 'unauthenticated')
    const answer = await signIn(luz.email)
    assert.deepEqual(
      [answer.status, answer.body.code, answer.headers['set-cookie']],
      [401, 'two_factor_required', undefined],
    )
    assert.equal((await signIn(luz.email, { code: await next() })).status, 200)
  })

  test('accepts each code once, even when sent twice at the same moment', async () => {
    const luz = await enter('Luz')
    const { next } = await protect(luz)
    const code = await next()
    const both = await Promise.all([signIn(luz.email, { code }), signIn(luz.email, { code })])
    assert.deepEqual(statuses(both), ['200', '401'])
    assert.equal((await signIn(luz.email, { code })).status, 401)
  })

  test('accepts each recovery code once, in any spelling', async () => {
    const luz = await enter('Luz')
    const { recovery } = await protect(luz)
    assert.equal(new Set(recovery).size, 10)
    for (const code of recovery) assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    const written = ` ${recovery[0]!.toUpperCase().replaceAll('-', ' ')} `
    const both = await Promise.all([signIn(luz.email, { code: written }), signIn(luz.email, { code: recovery[0]! })])
    assert.deepEqual(statuses(both), ['200', '401'])
    const { body } = await app<{ recovery_codes: number }>(
      'get_profile',
      cookieOf(await signIn(luz.email, { code: recovery[1]! })),
    )
    assert.equal(body.recovery_codes, 8)
  })

  test('cannot be guessed: wrong codes count as wrong passwords, and are recorded', async () => {
    const luz = await enter('Luz')
    const { next } = await protect(luz)
    await sql`delete from rate_windows`
    for (let i = 0; i < 10; i++) assert.equal((await signIn(luz.email, { code: '000000' })).status, 401)
    assert.equal((await signIn(luz.email, { code: await next() })).status, 429)
    const failed = await sql`
      select from audit_entries where action = 'second_factor_failed' and actor ->> 'id' = ${luz.id} and account_id = ${account_id}`
    assert.equal(failed.length, 10)
  })

  test('ends sessions that began without it', async () => {
    const luz = await enter('Luz')
    const elsewhere = cookieOf(await signIn(luz.email))
    await protect(luz)
    assert.equal((await visit(elsewhere)).status, 401)
    assert.equal((await visit(luz.cookie)).status, 200)
  })

  test('needs the password to be switched off, with limited attempts', async () => {
    const luz = await enter('Luz')
    const { next } = await protect(luz)
    assert.equal((await luz.do('disable_two_factor')).status, 422)
    assert.equal((await luz.do('begin_two_factor', { password: PASSWORD })).body.code, 'invalid_state')
    assert.equal((await luz.do('enable_two_factor', { code: await next() })).body.code, 'invalid_state')
    await sql`delete from rate_windows`
    for (let i = 0; i < 10; i++) {
      const answer = await luz.do('disable_two_factor', { password: `intento ${i}` })
      assert.equal(answer.body.code, 'invalid_value')
    }
    assert.equal((await luz.do('disable_two_factor', { password: PASSWORD })).status, 429)
    await sql`delete from rate_windows`
    assert.equal(
      (await luz.do<{ two_factor: boolean }>('disable_two_factor', { password: PASSWORD })).body.two_factor,
      false,
    )
    assert.equal((await signIn(luz.email)).status, 200)
  })

  test('stores no secret in plain text', async () => {
    const luz = await enter('Luz')
    const { secret, recovery } = await protect(luz)
    const [row] = await sql`select * from users where id = ${luz.id}`
    const kept = JSON.stringify(row) + (row!.totp_secret as Buffer).toString('latin1')
    assert.ok(!kept.includes(secret.toString('base64')) && !kept.includes(recovery[0]!))
    const audited = await sql<{ details: object }>`select details from audit_entries where actor ->> 'id' = ${luz.id}`
    assert.ok(!JSON.stringify(audited).includes('"code"'))
  })
})

describe('The user’s own account', () => {
  const personal = [
    'get_profile',
    'list_sessions',
    'begin_two_factor',
    'revoke_other_sessions',
    'get_notification_preferences',
  ]

  test('cannot be changed with a key, at any door', async () => {
    for (const name of personal) {
      for (const path of [`/api/v1/${name}`, '/api/v1/me/profile', '/api/v1/me/sessions', '/api/v1/me/two-factor']) {
        const answer = await rest('GET', path, { key })
        assert.equal(answer.status, 404, path)
      }
      assert.equal(
        (await rest('POST', `/api/app/${name}`, { key, body: {}, headers: { 'x-account-id': account_id } })).status,
        401,
      )
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }
      const headers = { accept: 'application/json, text/event-stream' }
      const tool = await rest<{ result?: unknown }>('POST', '/api/mcp', { key, body, headers })
      assert.equal(tool.body.result, undefined, tool.text)
    }
  })

  test('is private: no one sees or ends the sessions of another user', async () => {
    const [luz, sol] = [await enter('Luz'), await enter('Sol')]
    const sessions = await luz.do<{ items: { id: string; current: boolean; ip: string }[] }>('list_sessions')
    assert.deepEqual(
      sessions.body.items.map(({ current }) => current),
      [true],
    )
    const { id } = sessions.body.items[0]!
    const answer = await sol.do('revoke_session', { session_id: id })
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
    assert.equal((await visit(luz.cookie)).status, 200)
    assert.ok(!sessions.text.includes(luz.cookie.slice(4)))
  })

  test('can end one session, or all but the current one', async () => {
    const luz = await enter('Luz')
    const others = [
      cookieOf(await signIn(luz.email)),
      cookieOf(await signIn(luz.email)),
      cookieOf(await signIn(luz.email)),
    ]
    const { body } = await luz.do<{ items: { id: string; current: boolean }[] }>('list_sessions')
    const latest = body.items.find(({ current }) => !current)!
    assert.deepEqual((await luz.do('revoke_session', { session_id: latest.id })).body, { id: latest.id, deleted: true })
    assert.deepEqual((await luz.do('revoke_other_sessions')).body, { ended_sessions: 2 })
    for (const cookie of others) assert.equal((await visit(cookie)).status, 401)
    assert.equal((await visit(luz.cookie)).status, 200)
  })

  test('needs the current password to change it, which ends every other session', async () => {
    const luz = await enter('Luz')
    const elsewhere = cookieOf(await signIn(luz.email))
    const wrong = await luz.do('change_password', { current_password: 'no es esta', password: NEW })
    assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.pointer], [422, '#/current_password'])
    assert.equal((await luz.do('change_password', { current_password: PASSWORD, password: 'corta' })).status, 422)
    assert.equal((await visit(elsewhere)).status, 200)
    assert.equal((await luz.do('change_password', { current_password: PASSWORD, password: NEW })).status, 200)
    assert.equal((await visit(elsewhere)).status, 401)
    assert.equal((await visit(luz.cookie)).status, 200)
    assert.equal((await signIn(luz.email, { password: NEW })).status, 200)
    const audited = await sql<{ details: object; ip: string }>`
      select details, ip from audit_entries where action = 'change_password' and actor ->> 'id' = ${luz.id}`
    assert.deepEqual(
      audited.map(({ details }) => details),
      [{ user_agent: 'Navegador' }],
    )
    assert.ok(audited[0]!.ip.startsWith('10.'))
  })

  test('limits password attempts in an open session', async () => {
    const luz = await enter('Luz')
    await sql`delete from rate_windows`
    for (let i = 0; i < 10; i++) await luz.do('change_password', { current_password: `intento ${i}`, password: NEW })
    assert.equal((await luz.do('change_password', { current_password: PASSWORD, password: NEW })).status, 429)
  })

  test('invalidates a reset link when the password changes', async () => {
    const luz = await enter('Luz')
    await forget(luz.email)
    const token = await linkOf(luz.email, 'reset')
    await luz.do('change_password', { current_password: PASSWORD, password: NEW })
    assert.equal((await complete(token, 'la de un intruso')).status, 404)
  })

  test('records a sign-in in every workspace of the user', async () => {
    const other = await addAccount()
    const luz = await enter('Luz')
    await createUser(sql, { account_id: other.account_id, name: 'Luz', email: luz.email, role: 'agent' })
    await signIn(luz.email, {}, { ip: '10.77.0.9' })
    const entries = await sql`
      select account_id, details, ip from audit_entries where action = 'sign_in' and ip = '10.77.0.9' order by account_id`
    assert.deepEqual(
      entries.map((entry) => entry.account_id),
      [account_id, other.account_id],
    )
  })

  test('gives an agent no administrator operations', async () => {
    const luz = await enter('Luz')
    for (const [name, input] of Object.entries({
      list_members: {},
      update_member: { member_id: luz.id, role: 'administrator' },
      deactivate_member: { member_id: ana.id, leave: true },
      reactivate_member: { member_id: ana.id },
      reset_two_factor: { member_id: ana.id },
      invite_member: { email: someone(), role: 'administrator' },
      list_invitations: {},
      list_emails: {},
      list_audit_entries: {},
    })) {
      const answer = await luz.do(name, input)
      assert.deepEqual([answer.status, answer.body.code], [403, 'permission_denied'], name)
    }
  })
})
