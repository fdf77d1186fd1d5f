import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assistantEn, trialEn } from '#web/screens/settings/assistant/words.en.ts'
import { assistantEs, trialEs } from '#web/screens/settings/assistant/words.es.ts'
import { collectionEn, knowledgeEn, searchEn } from '#web/screens/settings/knowledge/words.en.ts'
import { collectionEs, knowledgeEs, searchEs } from '#web/screens/settings/knowledge/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { SHIPPING } from '#test/knowledge.ts'
import { sample } from '#test/runs.ts'

const { sql, account_id, user, key, rest, enter } = await openApp()
const texts = {
  es: {
    ...locales.es,
    own: {
      knowledge: knowledgeEs,
      collections: collectionEs,
      search: searchEs,
      assistant: assistantEs,
      trial: trialEs,
    },
  },
  en: {
    ...locales.en,
    own: {
      knowledge: knowledgeEn,
      collections: collectionEn,
      search: searchEn,
      assistant: assistantEn,
      trial: trialEn,
    },
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

await rest('POST', '/inboxes', { key, body: { name: 'Sitio', channel: 'web_widget' } })
await rest('POST', '/labels', { key, body: { title: 'vip', color: '#d97706' } })
/** No window is open any more, nor on its way out. */
const closed = (page: Page, name: string) =>
  page.getByRole('dialog', { name, exact: true }).waitFor({ state: 'detached' })

for (const [language, colorScheme] of looks) {
  const { words, own } = texts[language]
  const { knowledge, collections, search, assistant, trial } = own

  test(`Knowledge documents are added, found, edited and deleted (${language}, ${colorScheme})`, async () => {
    const title = `Envíos ${language}`
    const page = await enter(user, 'settings/knowledge?tab=collections', { language, colorScheme, ...still })
    await button(page, collections.create).click()
    await page.getByLabel(collections.name).fill(`Tienda ${language}`)
    await button(page, words.common.save).click()
    await page.getByText(collections.created(`Tienda ${language}`)).waitFor()
    await closed(page, collections.create)
    assert.deepEqual(await axeViolations(page), [], 'the collections')

    await page.getByRole('tab', { name: knowledge.tabs.documents }).click()
    await button(page, knowledge.add).click()
    await page.getByRole('menuitem', { name: knowledge.addText }).click()
    const dialog = page.getByRole('dialog', { name: knowledge.addTextTitle })
    await dialog.getByLabel(knowledge.name).fill(title)
    await dialog.getByRole('button', { name: knowledge.add }).click()
    await dialog.getByText(knowledge.problems.text).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the text with an error')
    await dialog.getByLabel(knowledge.text).fill(SHIPPING)
    await dialog.getByRole('button', { name: knowledge.add }).click()
    await closed(page, knowledge.addTextTitle)
    const row = page.getByRole('listitem').filter({ hasText: title })
    // The list updates without a reload.
    await row.getByText(knowledge.statuses.ready).waitFor()

    await button(page, knowledge.add).click()
    await page.getByRole('menuitem', { name: knowledge.addFiles }).click()
    const upload = page.getByRole('dialog', { name: knowledge.addFilesTitle })
    await upload.locator('input[type=file]').setInputFiles([
      {
        name: `garantia-${language}.md`,
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Garantía\n\nDoce meses.'),
      },
    ])
    assert.deepEqual(await axeViolations(page), [], 'the files')
    await upload.getByRole('button', { name: knowledge.upload(1) }).click()
    await page.getByText(knowledge.uploaded(1)).waitFor()
    await closed(page, knowledge.addFilesTitle)
    const file = page.getByRole('listitem').filter({ hasText: `garantia-${language}` })
    await file.getByText(knowledge.statuses.ready).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the documents')

    await page.getByRole('tab', { name: knowledge.tabs.search }).click()
    await page.getByLabel(search.question).fill('¿Cuánto tarda un pedido a Cali?')
    await button(page, search.submit).click()
    await page.getByRole('link', { name: title }).first().waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the search')
    await page.getByRole('link', { name: title }).first().click()

    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.getByText('a Leticia tardan ocho').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the document')
    await button(page, knowledge.edit).click()
    await page.getByLabel(knowledge.name, { exact: true }).fill(`${title} y pagos`)
    await button(page, words.common.save).click()
    await page.getByRole('heading', { name: `${title} y pagos`, level: 1 }).waitFor()
    const small = await enter(user, 'settings/knowledge', { language, colorScheme, ...still, ...phone })
    await small.getByText(`${title} y pagos`).waitFor()
    assert.equal(await overflow(small), 0)
    assert.deepEqual(await axeViolations(small), [], 'the documents on a phone')

    await button(page, knowledge.delete).click()
    await page.getByRole('alertdialog').getByRole('button', { name: knowledge.delete }).click()
    await page.getByText(knowledge.deleted(`${title} y pagos`)).waitFor()
    assert.deepEqual([...page.faults, ...small.faults], [])
  })

  test(`An AI agent is configured and tried without affecting customers (${language})`, async () => {
    await rest('POST', '/knowledge/documents', { key, body: { name: `Tarifas ${language}`, text: SHIPPING } })
    const page = await enter(user, 'settings/assistant', { language, colorScheme, ...still })
    await page.getByLabel(assistant.promptLabel).fill(`Eres Lina (${language}).`)
    await button(page, assistant.savePrompt).click()
    await page.getByText(assistant.promptSaved).waitFor()
    await page.getByLabel(assistant.topK).fill('3')
    await page.getByRole('checkbox', { name: assistant.toolNames.create_lead }).click()
    await page.getByRole('combobox', { name: assistant.bypassLabels }).click()
    await page.getByRole('option', { name: 'vip' }).click()
    await page.keyboard.press('Escape')
    await button(page, words.common.save).click()
    await page.getByText(assistant.saved).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the agent')

    const counted = async () => (await sql`select from messages where account_id = ${account_id}`).length
    const before = await counted()
    await page.getByLabel(trial.placeholder).fill('¿Cuánto cuesta el envío?')
    await page.keyboard.press('Enter')
    await page.getByText(trial.noModel).waitFor()
    await page.getByRole('log').getByText('12.000').first().waitFor()
    await page.getByText(trial.sources).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the trial')
    assert.equal(await counted(), before)

    await page.getByRole('switch', { name: assistant.isOn('Sitio') }).click()
    await page.getByText(assistant.turnedOn).or(page.getByText(assistant.turnedOff)).first().waitFor()
    const small = await enter(user, 'settings/assistant', { language, colorScheme, ...still, ...phone })
    await small.getByLabel(assistant.topK).waitFor()
    assert.equal(await small.getByLabel(assistant.topK).inputValue(), '3')
    assert.equal(await overflow(small), 0)
    assert.deepEqual(await axeViolations(small), [], 'the agent on a phone')
    assert.deepEqual([...page.faults, ...small.faults], [])
  })
}
