import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt, stepOf } from '#domains/access/sign-in/totp.ts'
import { openApp, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { PASSWORD } from '#test/node.ts'

const app = await openApp()
const { sql, user, account_id, key, rest, visit, enter, resetRateLimits, linkFor, makeUser } = app
const { words: es, settings: se } = locales.es
const { words: en, settings: sn } = locales.en

await sql`update users set name = 'Ana Admin' where id = ${user.id}`
await sql`update accounts set name = 'Casa & Motor' where id = ${account_id}`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

async function signInAt(page: Page, words: typeof es, email: string, password: string) {
  await resetRateLimits()
  await page.getByLabel(words.signIn.email).fill(email)
  await page.getByLabel(words.signIn.password, { exact: true }).fill(password)
  await button(page, words.signIn.submit).click()
}

test('An invited person joins with the link of the mail', async () => {
  const admin = await enter(user, 'settings/people')
  await button(admin, se.people.invite).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel(se.invitations.email).fill('not an address')
  await button(admin, se.invitations.send).click()
  await dialog.getByText(es.problems['email.invalid_request']).waitFor()
  await dialog.getByLabel(se.invitations.email).fill('camila@example.com')
  await dialog.getByLabel(se.invitations.name).fill('Camila Rojas')
  assert.deepEqual(await axeViolations(admin), [], 'the invitation form')
  await button(admin, se.invitations.send).click()
  // Without a mail server the link is shown.
  await dialog.getByText(se.invitations.linkHint('camila@example.com')).waitFor()
  assert.deepEqual(await axeViolations(admin), [], 'the link of the invitation')
  const link = await dialog.getByLabel(se.invitations.link).inputValue()
  assert.ok(link.endsWith(await linkFor('camila@example.com')), link)
  await button(admin, es.common.close).last().click()
  await admin.getByText(se.invitations.statuses.pending).waitFor()

  const guest = await visit(await linkFor('camila@example.com'))
  await guest.getByRole('heading', { name: es.signIn.invitedTo('Casa & Motor') }).waitFor()
  assert.deepEqual(await axeViolations(guest), [], 'the invitation')
  await guest.getByLabel(es.signIn.choosePassword).fill('short')
  await button(guest, es.signIn.join).click()
  await guest.getByText(es.problems['password.invalid_value']).waitFor()
  await guest.getByLabel(es.signIn.choosePassword).fill('una frase larga y buena')
  await button(guest, es.signIn.join).click()
  await guest.getByRole('link', { name: es.places.inbox }).waitFor()

  // An agent finds their own section, and no other; not even by its address.
  await guest.getByRole('link', { name: es.places.settings }).click()
  await guest.getByRole('heading', { name: se.profile.title }).waitFor()
  assert.equal(await guest.getByRole('link', { name: se.people.title }).count(), 0)
  await guest.goto(`${app.url}/app/${account_id}/settings/people`)
  await guest.getByRole('heading', { name: se.notYours }).waitFor()
  assert.deepEqual(await axeViolations(guest), [], 'a section of others')

  await admin.reload()
  await admin.getByText('camila@example.com').waitFor()
  assert.equal(await admin.getByText(se.invitations.statuses.pending).count(), 0)
  assert.deepEqual([...admin.faults, ...guest.faults], [])
})

test('A person with an account joins another workspace with that account', async () => {
  const other = await app.addAccount()
  const admin = await enter(user, 'settings/people', { language: 'en', colorScheme: 'dark' })
  await button(admin, sn.people.invite).click()
  await admin.getByRole('dialog').getByLabel(sn.invitations.email).fill(other.user.email)
  await button(admin, sn.invitations.send).click()
  await admin.getByText(sn.invitations.linkHint(other.user.email)).waitFor()
  await button(admin, en.common.close).last().click()

  await button(admin, sn.people.invite).click()
  await admin.getByRole('dialog').getByLabel(sn.invitations.email).fill(other.user.email)
  await button(admin, sn.invitations.send).click()
  await admin.getByText(sn.invitations.already).waitFor()

  const guest = await visit(await linkFor(other.user.email), { language: 'en', colorScheme: 'dark' })
  await guest.getByText(en.signIn.hasAccount).waitFor()
  assert.deepEqual(await axeViolations(guest), [], 'the invitation of who has an account')
  await resetRateLimits()
  await guest.getByLabel(en.signIn.password, { exact: true }).fill('not the password')
  await button(guest, en.signIn.join).click()
  await guest.getByText(en.signIn.passwordRefused).waitFor()
  await guest.getByLabel(en.signIn.password, { exact: true }).fill(PASSWORD)
  await button(guest, en.signIn.join).click()
  await guest.waitForURL(`**/app/*/conversations`)
  assert.equal(new URL(guest.url()).pathname, `/app/${account_id}/conversations`)
})

test('An invitation that is no longer valid explains the next step', async () => {
  const page = await visit('/app/invitation?token=nothing')
  await page.getByRole('heading', { name: es.signIn.invitationSpent }).waitFor()
  await page.getByText(es.problems['token.not_found']).waitFor()
  assert.deepEqual(await axeViolations(page), [])
})

test('A forgotten password is replaced with the link of the mail', async () => {
  const { email } = await makeUser('agent')
  const page = await visit('/app/sign-in')
  await page.getByRole('link', { name: es.signIn.forgot }).click()
  await page.getByRole('heading', { name: es.signIn.forgotTitle }).waitFor()
  await resetRateLimits()
  await page.getByLabel(es.signIn.email).fill(email)
  assert.deepEqual(await axeViolations(page), [], 'forgot')
  await button(page, es.signIn.sendLink).click()
  await page.getByText(es.signIn.linkSent(email)).waitFor()

  const link = await linkFor(email)
  await page.goto(app.url + link)
  await page.getByLabel(es.signIn.newPassword).fill('short')
  await button(page, es.signIn.savePassword).click()
  await page.getByText(es.problems['password.invalid_value']).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'reset')
  await page.getByLabel(es.signIn.newPassword).fill('otra frase larga')
  await button(page, es.signIn.savePassword).click()
  await page.getByRole('heading', { name: es.signIn.title }).waitFor()
  await signInAt(page, es, email, 'otra frase larga')
  await page.getByRole('link', { name: es.places.inbox }).waitFor()

  const again = await visit(link)
  await again.getByLabel(es.signIn.newPassword).fill('una tercera frase')
  await button(again, es.signIn.savePassword).click()
  await again.getByText(es.signIn.linkSpent).waitFor()
})

test('A second factor is set up, required and turned off', async () => {
  const { email } = await makeUser('agent')
  const page = await enter({ email }, 'settings/profile', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await button(page, se.twoFactor.turnOn).click()
  await page.getByLabel(se.profile.current).fill('not the password')
  await button(page, se.twoFactor.next).click()
  await page.getByText(se.twoFactor.wrongPassword).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the password')
  await page.getByLabel(se.profile.current).fill(PASSWORD)
  await button(page, se.twoFactor.next).click()
  await page.getByRole('img', { name: se.twoFactor.picture }).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the picture')
  const secret = bytes((await page.getByRole('dialog').locator('code').innerText()).replaceAll(/\s/g, ''))
  await page.getByLabel(se.twoFactor.code).fill('000000')
  await button(page, se.twoFactor.confirm).click()
  await page.getByText(es.problems['code.invalid_value']).waitFor()
  await page.getByLabel(se.twoFactor.code).fill(codeAt(secret, stepOf(new Date())))
  await button(page, se.twoFactor.confirm).click()

  // The codes are shown this once, so that the window is not left by accident.
  const codes = page.getByRole('dialog').getByRole('listitem')
  await codes.first().waitFor()
  assert.equal(await codes.count(), 10)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: se.twoFactor.codesTitle }).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the recovery codes')
  const [first = ''] = await codes.allInnerTexts()
  await button(page, se.twoFactor.kept).click()
  await page.getByText(se.twoFactor.codesLeft(10)).waitFor()

  const other = await visit('/app/sign-in', { language: 'en', colorScheme: 'dark' })
  await signInAt(other, en, email, PASSWORD)
  await other.getByRole('heading', { name: en.signIn.secondStep }).waitFor()
  assert.deepEqual(await axeViolations(other), [], 'the second step')
  await other.getByLabel(en.signIn.code).fill('123456')
  await button(other, en.signIn.verify).click()
  await other.getByText(en.signIn.codeRefused).waitFor()
  await other.getByLabel(en.signIn.code).fill(codeAt(secret, stepOf(new Date()) + 1))
  await button(other, en.signIn.verify).click()
  await other.getByRole('link', { name: en.places.inbox }).waitFor()

  const lost = await visit('/app/sign-in')
  await signInAt(lost, es, email, PASSWORD)
  await button(lost, es.signIn.useRecovery).click()
  await lost.getByLabel(es.signIn.recoveryCode).fill(first)
  await button(lost, es.signIn.verify).click()
  await lost.getByRole('link', { name: es.places.inbox }).waitFor()

  await page.reload()
  await page.getByText(se.twoFactor.codesLeft(9)).waitFor()
  await button(page, se.twoFactor.turnOff).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(se.profile.current).fill('not the password')
  await dialog.getByRole('button', { name: se.twoFactor.turnOff }).click()
  await dialog.getByText(se.twoFactor.wrongPassword).waitFor()
  await dialog.getByLabel(se.profile.current).fill(PASSWORD)
  await dialog.getByRole('button', { name: se.twoFactor.turnOff }).click()
  await page.getByText(se.twoFactor.off, { exact: true }).waitFor()
  assert.deepEqual([...page.faults, ...other.faults, ...lost.faults], [])
})

test('A person who leaves hands over their open work, and may come back', async () => {
  const [leaver, newOwner] = [await makeUser('agent'), await makeUser('agent')]
  await sql`update users set name = 'Luisa Peña' where id = ${leaver.id}`
  await sql`update users set name = 'Óscar Mora' where id = ${newOwner.id}`
  const inbox = await rest<{ id: string }>('POST', '/inboxes', { key, body: { name: 'Ventas', channel: 'api' } })
  const talk = { source_id: 'cliente', content: 'Hola' }
  const path = `/inboxes/${inbox.body.id}/messages`
  const received = await rest<{ conversation: { id: string } }>('POST', path, { key, body: talk })
  const { id } = received.body.conversation
  await rest('POST', `/conversations/${id}/assignee`, { key, body: { agent: leaver.id } })

  const page = await enter(user, 'settings/people')
  await button(page, se.people.acts('Luisa Peña')).click()
  await item(page, se.people.deactivate).click()
  const dialog = page.getByRole('dialog')
  const leave = dialog.getByRole('button', { name: se.people.deactivate })
  assert.equal(await leave.isDisabled(), true, 'nothing is chosen for them')
  await dialog.getByRole('radio', { name: se.people.hand }).click()
  await dialog.getByRole('combobox', { name: se.people.handTo }).click()
  await page.getByRole('option', { name: 'Óscar Mora' }).click()
  assert.deepEqual(await axeViolations(page), [], 'the three choices')
  await leave.click()
  await page.getByText(se.people.deactivated('Luisa Peña')).waitFor()
  const [row] = await sql<{ assignee_id: string }>`select assignee_id from conversations where id = ${id}`
  assert.equal(row!.assignee_id, newOwner.id)

  await page.getByRole('button', { name: `${se.people.reactivate}: Luisa Peña` }).click()
  await page.getByText(se.people.reactivated('Luisa Peña')).waitFor()
  await button(page, se.people.acts('Luisa Peña')).waitFor()
  assert.deepEqual(page.faults, [])
})

test('A member gets another role, another view and a team; the last administrator stays one', async () => {
  const member = await makeUser('agent')
  await sql`update users set name = 'Julián Vega' where id = ${member.id}`
  await rest('POST', '/teams', { key, body: { name: 'Posventa' } })
  const page = await enter(user, 'settings/people', { language: 'en' })
  await button(page, sn.people.acts('Julián Vega')).click()
  await item(page, sn.people.edit).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(sn.people.nameLabel).fill('Julián Vega Ordóñez')
  await dialog.getByRole('combobox', { name: sn.people.visibilityLabel }).click()
  await page.getByRole('option', { name: sn.people.visibilities.own }).click()
  await dialog.getByRole('checkbox', { name: 'Posventa' }).click()
  await button(page, en.common.save).click()
  await page.getByText(sn.people.saved('Julián Vega Ordóñez')).waitFor()
  const [kept] = await sql<{ visibility: string; teams: number }>`
    select m.visibility, (select count(*)::int from team_members t where t.user_id = m.user_id) as teams
      from memberships m where m.user_id = ${member.id}`
  assert.deepEqual(kept, { visibility: 'own', teams: 1 })

  await sql`update memberships set role = 'agent' where account_id = ${account_id} and user_id <> ${user.id}`
  await button(page, sn.people.acts('Ana Admin')).click()
  await item(page, sn.people.edit).click()
  await dialog.getByRole('radio', { name: sn.people.roles.agent }).click()
  await button(page, en.common.save).click()
  await dialog.getByText(en.problems['member.invalid_state']).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the refusal')
})

test('An administrator removes the second factor of a person who lost it', async () => {
  const member = await makeUser('agent')
  await sql`update users set name = 'Paula Gómez', totp_enabled_at = now() where id = ${member.id}`
  const page = await enter(user, 'settings/people')
  await button(page, se.people.acts('Paula Gómez')).click()
  await item(page, se.people.resetTwoFactor).click()
  await page.getByRole('alertdialog').getByRole('button', { name: se.people.resetTwoFactor }).click()
  await page.getByText(se.people.resetDone('Paula Gómez')).waitFor()
  await button(page, se.people.acts('Paula Gómez')).click()
  assert.equal(await item(page, se.people.resetTwoFactor).count(), 0)
})

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code an authenticator app shows for this secret. */
function bytes(secret: string): Buffer {
  const bits = secret.replaceAll(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
