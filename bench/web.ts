import type { Page } from 'playwright-core'
import { ensureBrowser, launchBrowser } from '../test/browser.ts'
import { openDemo, signedInPage } from '../test/screens.ts'
import { median, quantile } from './load.ts'

/**
 * `npm run bench:web`: the response time of the demo workspace, compared with the bare limit of the same browser: a line
 * of text that changes. Measured from key or click to paint; not meaningful on a busy machine.
 */
const TIMES = 40
const THREAD = 'main section[tabindex="-1"] [role=region]'
/** The rows of the list that are not open. */
const OTHERS = '[data-row]:not([aria-current])'
/** Resolves when the thread of another conversation, or the line, has been painted. */
const measure = `
  const line = document.body.appendChild(document.createElement('p'))
  const acts = {
    bare: () => (line.textContent = String(Math.random())),
    key: (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    click: (place) => document.querySelectorAll('${OTHERS}')[place].click(),
  }
  window.measure = (how, argument) => new Promise((done) => {
    const before = document.querySelector('${THREAD}')
    const begun = performance.now()
    // Callbacks of a frame run before its paint, and an urgent task right after it.
    const look = () => {
      const now = document.querySelector('${THREAD}')
      if (how !== 'bare' && (now === before || !now?.textContent)) return requestAnimationFrame(look)
      scheduler.postTask(() => done(performance.now() - begun), { priority: 'user-blocking' })
    }
    acts[how](argument)
    requestAnimationFrame(look)
  })`

await ensureBrowser()
const { url, demo, close } = await openDemo()
const browser = await launchBrowser()
try {
  const page = await signedInPage(browser, url, demo, { language: 'es', viewport: { width: 1440, height: 900 } })
  await page.goto(`${url}/app/${demo.account_id}/conversations`)
  await page.locator('[data-row]').first().click()
  await page.locator(THREAD).waitFor()
  await page.evaluate(measure)

  const figures = {
    'a line of text (bare)': await each(page, 'bare', () => undefined),
    // A click is preceded by hovering.
    'a conversation, by click': await each(page, 'click', async (turn) => {
      const place = turn % 8
      await page.locator(OTHERS).nth(place).hover()
      return place
    }),
    'the next conversation, by key': await each(page, 'key', (turn) => (turn < TIMES / 2 ? 'j' : 'k')),
  }
  const bare = median(figures['a line of text (bare)'])
  for (const [what, times] of Object.entries(figures)) {
    const shown = [median(times), quantile(times, 0.95), Math.max(...times)].map((each) => each.toFixed(0))
    const [usual, late, most] = shown.map((each) => `${each.padStart(4)} ms`)
    const ratio = (median(times) / bare).toFixed(1)
    console.log(`${what.padEnd(32)} ${usual}, 95th percentile ${late}, at most ${most} (${ratio} × bare)`)
  }
} finally {
  await browser.close()
  await close()
}

type Argument = number | string | undefined

/** Prepares each turn, waits until the page is at rest, and measures it. */
async function each(
  page: Page,
  how: string,
  prepare: (turn: number) => Argument | Promise<Argument>,
): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < TIMES; turn++) {
    const argument = await prepare(turn)
    await page.waitForTimeout(700)
    times.push(await page.evaluate<number>(`window.measure('${how}', ${JSON.stringify(argument)})`))
  }
  return times
}
