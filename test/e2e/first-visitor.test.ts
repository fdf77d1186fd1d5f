import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { setupToken } from '#domains/access/setup/first-run.ts'
import { readSecret } from '#server/boot/secret.ts'
import { firstStepsEn } from '#web/screens/inbox/first-steps/words.en.ts'
import { firstStepsEs } from '#web/screens/inbox/first-steps/words.es.ts'
import { inboxesEn } from '#web/screens/settings/inboxes/words.en.ts'
import { inboxesEs } from '#web/screens/settings/inboxes/words.es.ts'
import { notificationCentreEn } from '#web/shell/notifications/words.en.ts'
import { notificationCentreEs } from '#web/shell/notifications/words.es.ts'
import { locales, overflow } from '#test/app.ts'
import { findViolations, openBrowser } from '#test/browser.ts'
import { makeDatabase } from '#test/database.ts'
import { sample } from '#test/runs.ts'
import { spawnNode } from '#test/server-process.ts'
import { openShop } from '#test/shop.ts'
import { es as widgetEs, esBubble } from '#widget/words.es.ts'
import { en as widgetEn, enBubble } from '#widget/words.en.ts'

const openPage = await openBrowser()

for (const [language, steps, inboxes, centre, chat] of sample([
  ['es', firstStepsEs, inboxesEs, notificationCentreEs, { ...widgetEs, bubble: esBubble }],
  ['en', firstStepsEn, inboxesEn, notificationCentreEn, { ...widgetEn, bubble: enBubble }],
] as const)) {
  test(`From the first start to the first answered visitor (${language})`, async () => {
    const connection = await makeDatabase()
    const { url } = await spawnNode(connection)
    const database = openDatabase(connection, () => {}, 1)
    after(() => database.close())
    const token = setupToken(await readSecret(database.sql, undefined))
    const { words, locale } = locales[language]
    const desk = await openPage({ language, locale, viewport: { width: 1440, height: 900 } })

    // The person who installed it makes a workspace with the link of the first start.
    await desk.goto(`${url}/app/setup?token=${token}`)
    await desk.getByLabel(words.signIn.workspaceName).fill('Casa Hebra')
    assert.deepEqual(await findViolations(desk), [], 'the first screen')
    for (const width of [390, 1024, 1440]) {
      await desk.setViewportSize({ width, height: 900 })
      assert.ok((await overflow(desk)) <= 0, `${width} px`)
    }
    await desk.getByLabel(words.signIn.yourName).fill('Ana María')
    await desk.getByLabel(words.signIn.email).fill('ana@example.com')
    await desk.getByLabel(words.signIn.choosePassword).fill('una frase muy larga')
    await desk.getByRole('button', { name: words.signIn.create }).click()

    // The first steps lead to a chat, in which that person answers.
    const list = desk.getByRole('region', { name: steps.title }).last()
    await list.getByRole('link', { name: steps.steps.connect_channel[0] }).click()
    await desk.waitForURL('**/settings/inboxes')
    await desk.getByRole('button', { name: inboxes.create }).first().click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel(inboxes.creating.name).fill('Sitio')
    await dialog.getByRole('checkbox', { name: 'Ana María', checked: true }).waitFor()
    await dialog.getByRole('button', { name: inboxes.creating.submit }).click()
    await desk.getByRole('tab', { name: inboxes.tabNames.install }).click()
    const snippet = desk.getByText(/data-inbox=/).first()
    const inbox = /data-inbox="([^"]+)"/.exec((await snippet.textContent())!)![1]!

    // A visitor of the site writes, and the person is notified of the assignment.
    const shop = await openShop(url)
    const visitor = await openPage({ locale })
    await visitor.goto(shop(inbox))
    await visitor.getByRole('button', { name: chat.bubble.open }).click()
    const panel = visitor.frameLocator('iframe')
    await panel.getByRole('textbox', { name: chat.message }).fill('Hola, ¿abren hoy?')
    await panel.getByRole('textbox', { name: chat.message }).press('Enter')
    await desk.getByRole('button', { name: centre.open(1), exact: true }).click()
    await desk.getByRole('dialog').getByText('Hola, ¿abren hoy?').first().click()
    await desk.locator('[data-message]', { hasText: 'Hola, ¿abren hoy?' }).waitFor()
    await desk.keyboard.press('r')
    await desk.locator('textarea:focus').waitFor()
    await desk.keyboard.type('Hasta las seis.')
    await desk.keyboard.press('Control+Enter')
    await panel.getByRole('log').getByText('Hasta las seis.').waitFor()

    // The step is done.
    await desk.goto(`${url}/app`)
    await list
      .getByText(steps.progress(1, 5))
      .or(list.getByText(steps.progress(2, 5)))
      .waitFor()
    assert.deepEqual([...desk.faults, ...visitor.faults], [])
  })
}
