import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { apiKeyEn } from '#web/screens/settings/api-keys/words.en.ts'
import { apiKeyEs } from '#web/screens/settings/api-keys/words.es.ts'
import { classicTokenEn } from '#web/screens/settings/classic-token/words.en.ts'
import { classicTokenEs } from '#web/screens/settings/classic-token/words.es.ts'
import { deliveryEn, replayEn, webhookEn } from '#web/screens/settings/webhooks/words.en.ts'
import { deliveryEs, replayEs, webhookEs } from '#web/screens/settings/webhooks/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { openReceiver } from '#test/receiver.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const { user, url, account_id, key, rest, enter, makeUser } = await openApp({ HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const texts = {
  es: {
    ...locales.es,
    own: { webhooks: webhookEs, deliveries: deliveryEs, replay: replayEs, keys: apiKeyEs, classic: classicTokenEs },
  },
  en: {
    ...locales.en,
    own: { webhooks: webhookEn, deliveries: deliveryEn, replay: replayEn, keys: apiKeyEn, classic: classicTokenEn },
  },
}
const looks = sample([
  ['es', 'light'],
  ['en', 'dark'],
] as const)
// Disables animations, so that the accessibility check sees final states.
const still = { reducedMotion: 'reduce' as const }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** No window is open any more, nor on its way out. */
const closed = (page: Page, name: string) =>
  page.getByRole('dialog', { name, exact: true }).waitFor({ state: 'detached' })

for (const [language, colorScheme] of looks) {
  const { words, own } = texts[language]
  const { webhooks, deliveries, replay, keys, classic } = own

  test(`A webhook receives events and replays missed ones (${language}, ${colorScheme})`, async () => {
    const receiver = await openReceiver()
    const page = await enter(user, 'settings/webhooks', { language, colorScheme, ...still })
    await button(page, webhooks.create).click()
    const dialog = page.getByRole('dialog', { name: webhooks.create })
    await dialog.getByLabel(webhooks.url).fill('no es una dirección')
    await dialog.getByRole('button', { name: words.common.create, exact: true }).click()
    await dialog.getByText(webhooks.problems.url).waitFor()
    await dialog.getByLabel(webhooks.url).fill(receiver.url)
    await dialog.getByLabel(webhooks.description).fill(`ERP ${language}`)
    await dialog.getByRole('radio', { name: webhooks.someEvents }).click()
    await dialog.getByLabel(webhooks.findEvent).fill('contact')
    await dialog.getByRole('checkbox', { name: webhooks.wholeKind(webhooks.kindNames['contact']!) }).click()
    assert.deepEqual(await axeViolations(page), [], 'the new webhook')
    await dialog.getByRole('button', { name: words.common.create, exact: true }).click()

    const secret = page.getByRole('dialog', { name: webhooks.secretTitle })
    await secret.getByText(/^whsec_/).waitFor()
    await closed(page, webhooks.create)
    // A secret that is shown only once is not lost by a key press.
    await page.keyboard.press('Escape')
    assert.deepEqual(await axeViolations(page), [], 'the secret')
    await secret.getByRole('button', { name: webhooks.kept }).click()
    await page.getByRole('heading', { name: `ERP ${language}`, level: 1 }).waitFor()

    await button(page, webhooks.test).click()
    await page.getByText(deliveries.statuses.delivered).first().waitFor()
    assert.equal(receiver.bodies()[0]?.type, 'webhook.test')

    receiver.answers(500)
    await rest('POST', '/contacts', {
      key,
      body: { name: `Íngrid ${language}`, email: `ingrid.${language}@example.com` },
    })
    await until(async () => receiver.requests.length > 1, 'the contact to be told')
    await button(page, deliveries.refresh).click()
    await page.getByRole('listitem').getByText(deliveries.answered(500)).first().waitFor()
    assert.ok(!(await page.getByRole('main').innerText()).includes('It answered'), 'the language of the person')
    await page
      .getByRole('button', { name: deliveries.open('contact.created') })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: deliveries.one })
    await drawer.getByText(deliveries.answered(500)).first().waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the delivery')
    receiver.answers(200)
    await drawer.getByRole('button', { name: deliveries.redeliver }).click()
    await page.getByText(deliveries.redelivered).waitFor()
    await drawer.getByText(deliveries.statuses.delivered).waitFor()
    await drawer.getByRole('button', { name: words.common.close }).click()
    await closed(page, deliveries.one)

    await page.getByRole('combobox', { name: deliveries.status }).click()
    await page.getByRole('option', { name: deliveries.statuses.failed }).click()
    await page.getByText(deliveries.noMatch).waitFor()
    await page.waitForURL(/status=failed/)

    await button(page, words.common.more).click()
    await page.getByRole('menuitem', { name: replay.open }).click()
    assert.deepEqual(await axeViolations(page), [], 'the replay')
    await button(page, replay.submit).click()
    await page.getByText(replay.done).waitFor()
    await closed(page, replay.title)

    await page.getByRole('switch', { name: webhooks.isEnabled(receiver.url) }).click()
    await page.getByText(webhooks.reasons.manual).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'a paused webhook')

    const small = await enter(user, 'settings/webhooks', { language, colorScheme, ...still, ...phone })
    await small.getByRole('link', { name: `ERP ${language}` }).click()
    await small.getByRole('heading', { name: deliveries.title }).waitFor()
    assert.equal(await overflow(small), 0)
    assert.deepEqual(await axeViolations(small), [], 'the webhook on a phone')

    await button(page, words.common.more).click()
    await page.getByRole('menuitem', { name: webhooks.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: webhooks.delete }).click()
    await page.waitForURL('**/settings/webhooks')
    assert.deepEqual([...page.faults, ...small.faults], [])
  })

  test(`An API key is created, shown once, works and is revoked (${language})`, async () => {
    const name = `Claude ${language}`
    const page = await enter(user, 'settings/api-keys', { language, colorScheme, ...still })
    await button(page, keys.create).click()
    const dialog = page.getByRole('dialog', { name: keys.create })
    await dialog.getByLabel(keys.name).fill(name)
    await dialog.getByRole('radio', { name: keys.roles.custom }).click()
    await dialog.getByRole('button', { name: words.common.create, exact: true }).click()
    await dialog.getByText(keys.scopesNeeded).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the new key')
    await dialog.getByRole('checkbox', { name: keys.scopeNames['contacts:read'] }).click()
    await dialog.getByRole('button', { name: words.common.create, exact: true }).click()

    const made = page.getByRole('dialog', { name: keys.madeTitle })
    const secret = await made.getByLabel(keys.key, { exact: true }).innerText()
    await closed(page, keys.create)
    assert.deepEqual(await axeViolations(page), [], 'the key, once')
    await made.getByRole('combobox', { name: keys.connect }).click()
    await page.getByRole('option', { name: keys.clients.cursor }).click()
    await made.getByText(`${url}/api/mcp`).waitFor()
    assert.equal((await rest('GET', '/contacts', { key: secret })).status, 200)
    assert.equal(
      (await rest('POST', '/contacts', { key: secret, body: { name: 'X', email: 'x@example.com' } })).status,
      403,
    )
    await made.getByRole('button', { name: keys.kept }).click()

    await button(page, keys.revokeLabel(name)).click()
    await page.getByRole('alertdialog').getByRole('button', { name: keys.revoke }).click()
    await page.getByText(keys.revoked(name)).waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    assert.equal((await rest('GET', '/contacts', { key: secret })).status, 401)
    assert.deepEqual(await axeViolations(page), [], 'the keys')
    const small = await enter(user, 'settings/api-keys', { language, colorScheme, ...still, ...phone })
    await small.getByText(name).waitFor()
    assert.equal(await overflow(small), 0)
    assert.deepEqual([...page.faults, ...small.faults], [])
  })

  test(`Only the operator sees and regenerates the classic token (${language})`, async () => {
    const page = await enter(user, 'settings/classic-token', { language, colorScheme, ...still })
    await page.getByRole('heading', { name: texts[language].settings.notYours }).waitFor()

    const operator = await makeUser('administrator', true)
    const theirs = await enter(operator, 'settings/classic-token', { language, colorScheme, ...still })
    await button(theirs, classic.reveal).click()
    await button(theirs, classic.hide).waitFor()
    const shown = theirs.locator('code[aria-live]')
    const before = await shown.innerText()
    assert.deepEqual(await axeViolations(theirs), [], 'the token')
    await button(theirs, classic.regenerate).click()
    await theirs.getByRole('alertdialog').getByRole('button', { name: classic.regenerate }).click()
    await theirs.getByText(classic.regenerated).waitFor()
    const after = await shown.innerText()
    assert.notEqual(after, before)
    const path = `/api/v1/accounts/${account_id}/conversations`
    assert.equal((await rest('GET', path, { headers: { api_access_token: after } })).status, 200)
    assert.equal((await rest('GET', path, { headers: { api_access_token: before } })).status, 401)
    assert.deepEqual([...page.faults, ...theirs.faults], [])
  })
}
