import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toUrl } from '#test/address.ts'
import { findViolations } from '#test/browser.ts'
import { makeDatabase } from '#test/database.ts'
import { generous } from '#test/limits.ts'
import { sample, seed } from '#test/runs.ts'
import { launchBrowser } from '../browser.ts'
import { goToScreen, openDemo, openScreen, screensOf, signedInPage } from '../screens.ts'

const { url, demo, sql, close } = await openDemo({ DATABASE_URL: toUrl(await makeDatabase()), ...generous })
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await close()
})
const screens = await screensOf(sql, demo)

const looks = [
  [1440, 'light', 'es'],
  [1024, 'dark', 'en'],
  [390, 'dark', 'es'],
] as const

/** Each run looks for accessibility violations on every second screen; a look comes back after three runs, so the quotient chooses here. */
const isChecked = (screen: (typeof screens)[number]) =>
  sample([0, 1], 1, screens.indexOf(screen) + Math.floor(seed / looks.length)).includes(0)

/** Headings of the product, which always fit; those of list items are names of records. */
const cutHeadings = `
  [...document.querySelectorAll(':is(h1, h2, h3):not(li *), :is(h1, h2, h3):not(li *) *')]
    .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth)
    .map((each) => each.textContent)`

// On the widest each screen is opened by its address, on the others from the one before it.
for (const look of looks) {
  const [width, colorScheme, language] = look
  test(`Screens open, fit and are accessible (${width} px, ${colorScheme}, ${language})`, async (t) => {
    const options = { viewport: { width, height: 844 }, colorScheme, language, hasTouch: width < 500 }
    const page = await signedInPage(browser, url, demo, options)
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    // A page that is left ends its requests.
    page.on('requestfailed', (request) => {
      const { errorText } = request.failure()!
      if (errorText !== 'net::ERR_ABORTED') faults.push(`${errorText} ${request.url()}`)
    })
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    const taken = screens.filter((_, row) => sample(looks, 1, row).includes(look))
    const at = (...places: (typeof screens)[number]['place'][]) => taken.filter(({ place }) => places.includes(place))
    // Those without a session end it.
    for (const [i, screen] of [...at(undefined), ...at('personal', 'site'), ...at('public')].entries()) {
      await t.test(screen.name, async () => {
        faults.length = 0
        if (width === 1440 || i === 0 || screen.place) await openScreen(page, url, demo, screen)
        else await goToScreen(page, demo, screen)
        if (isChecked(screen))
          assert.deepEqual(await findViolations(page, screen.parts), [], 'accessibility violations')
        assert.deepEqual(faults, [], 'faults')
        const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
        assert.ok(Number(over) <= 0, `it is ${String(over)} px too wide`)
        if (width === 1440) assert.deepEqual(await page.evaluate(cutHeadings), [], 'headings that are cut')
      })
    }
    await page.context().close()
  })
}

test('The first load of inbox and board has less than 250 kB of script', async () => {
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
    // The code of menus and dialogs is loaded later.
    assert.ok(!names.some((name) => name.includes('/popups-')), names.join())
    assert.ok(scripts.length > 0 && total < 250_000, `${path}: ${total} bytes in ${scripts.length} files`)
    await page.context().close()
  }
})
