import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceWords } from '#doors/openapi/reference-words.ts'
import { openApp, overflow } from '#test/app.ts'
import { findViolations } from '#test/browser.ts'
import { isFull, sample } from '#test/runs.ts'

const app = await openApp()
const { key, visit } = app
// All operations look alike, and checking hundreds of them takes half a minute.
const parts = isFull ? ['html'] : ['nav', 'main > section:first-child', '#create_contact']

for (const [language, width] of sample([
  ['es', 1440],
  ['en', 390],
] as const)) {
  const words = referenceWords[language]

  test(`A developer finds an operation in the reference and tries it (${language}, ${width} px)`, async () => {
    await app.resetRateLimits()
    const page = await visit('/docs', { language, viewport: { width, height: 844 } })
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('request', (request) => !request.url().startsWith(app.url) && problems.push(request.url()))
    await page.getByRole('heading', { name: words.requests }).waitFor()
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await findViolations(page, parts), [], 'the reference')

    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: words.search }).pressSequentially('create contact')
    const section = page.locator('#create_contact')
    await section.waitFor()
    await page.locator('#create_webhook').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'create_webhook' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await page.waitForURL(/#create_contact$/)
    await section.getByText(words.request).waitFor()
    assert.match((await section.locator('pre').nth(1).textContent())!, /"phone_number": "\+573001234567"/)

    await section.getByRole('button', { name: words.tryIt }).click()
    assert.deepEqual(await findViolations(page, parts), [], 'the form to try a request')
    const send = section.getByRole('button', { name: words.send })
    await send.click()
    await section.getByText(words.missingKey).waitFor()
    await page.locator('#key:focus').fill(key)
    await section.getByLabel(words.body).fill('{')
    await send.click()
    await section.getByText(words.invalidBody).waitFor()
    await section
      .getByLabel(words.body)
      .fill(JSON.stringify({ name: `Prueba ${language}`, email: `prueba-${language}@example.com` }))
    await send.click()
    await section.locator('form pre').waitFor()
    const answer = (await section.locator('form pre').textContent())!
    assert.match((await section.getByRole('status').textContent())!, /^201/, answer)
    const created = JSON.parse(answer) as { id: string; name: string }
    assert.equal(created.name, `Prueba ${language}`)

    await page.getByRole('searchbox', { name: words.search }).fill('get_contact')
    const reading = page.locator('#get_contact')
    await reading.getByRole('button', { name: words.tryIt }).click()
    await reading.getByLabel('contact_id (path)').fill(created.id)
    await reading.getByRole('button', { name: words.send }).click()
    await reading.locator('form pre', { hasText: created.name }).waitFor()
    assert.equal(await overflow(page), 0)
    assert.deepEqual([...problems, ...page.faults], [])

    await page.getByRole('link', { name: words.other.name }).click()
    await page.getByRole('heading', { name: referenceWords[words.other.language as 'es' | 'en'].requests }).waitFor()
  })
}
