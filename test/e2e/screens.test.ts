import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chromium } from 'playwright-core'
import { barriers } from '#test/browser.ts'
import { browserFlags, browserPath } from '../browser.ts'
import { openDemo, openScreen, screensOf, signedInPage } from '../screens.ts'

const { url, demo, sql, close } = await openDemo()
const browser = await chromium.launch({ executablePath: browserPath()!, args: browserFlags })
after(async () => {
  await browser.close()
  await close()
})
const screens = await screensOf(sql, demo)

for (const [width, colorScheme, language] of [
  [1440, 'light', 'es'],
  [1024, 'dark', 'en'],
  [390, 'dark', 'es'],
] as const) {
  test(`every screen opens, fits and has no barrier (${width} px, ${colorScheme}, ${language})`, async (t) => {
    const look = { viewport: { width, height: 844 }, colorScheme, language, hasTouch: width < 500 }
    const page = await signedInPage(browser, url, demo, look)
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (said) => said.type() === 'error' && faults.push(said.text()))
    const inside = screens.filter(({ outside }) => !outside)
    for (const screen of [...inside, ...screens.filter(({ outside }) => outside)]) {
      await t.test(screen.name, async () => {
        faults.length = 0
        await openScreen(page, url, demo, screen)
        assert.deepEqual(await barriers(page), [], 'barriers')
        assert.deepEqual(faults, [], 'faults')
        const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
        assert.ok(Number(over) <= 0, `it is ${String(over)} px too wide`)
      })
    }
    await page.context().close()
  })
}

test('the first load of inbox and board brings less than 250 kB of script', async () => {
  for (const path of ['conversations', 'pipeline']) {
    const page = await signedInPage(browser, url, demo, { viewport: { width: 1440, height: 900 }, language: 'es' })
    const names: string[] = []
    const scripts: number[] = []
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js')) return
      names.push(response.url())
      scripts.push((await response.request().sizes()).responseBodySize)
    })
    await openScreen(page, url, demo, { name: path, path })
    await page.waitForLoadState('networkidle')
    const total = scripts.reduce((sum, size) => sum + size, 0)
    // What menus and windows are made of comes later.
    assert.ok(!names.some((name) => name.includes('/opened-')), names.join())
    assert.ok(scripts.length > 0 && total < 250_000, `${path}: ${total} bytes in ${scripts.length} files`)
    await page.context().close()
  }
})
