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
/** Resolves when the thread of another conversation, or the line, has been painted. */
const measure = `
  const line = document.body.appendChild(document.createElement('p'))
  const acts = {
    bare: () => (line.textContent = String(Math.random())),
    key: () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true })),
    click: (place) => document.querySelectorAll('[data-row]')[place].click(),
  }
  window.measure = (how, place) => new Promise((done) => {
    const before = document.querySelector('${THREAD}')
    const begun = performance.now()
    const look = () => {
      const now = document.querySelector('${THREAD}')
      if (how !== 'bare' && (now === before || !now?.textContent)) return requestAnimationFrame(look)
      // Code after a frame runs after its paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now() - begun)
        port2.postMessage(0)
      })
    }
    acts[how](place)
    look()
  })`

await ensureBrowser()
const { url, demo, close } = await openDemo()
const browser = await launchBrowser()
try {
  const page = await signedInPage(browser, url, demo, { language: 'es', viewport: { width: 1440, height: 900 } })
  await page.goto(`${url}/app/${demo.account_id}/conversations`)
  const rows = page.locator('[data-row]')
  await rows.first().click()
  await page.locator(THREAD).waitFor()
  await page.evaluate(measure)

  const figures = {
    'a line of text (bare)': await each(page, 'bare', async () => {}),
    'the next conversation, by key': await each(page, 'key', async () => {}),
    // A click is preceded by hovering.
    'a conversation, by click': await each(page, 'click', (turn) => rows.nth(turn).hover()),
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

async function each(page: Page, how: string, before: (turn: number) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < TIMES; turn++) {
    await before(turn % 8)
    await page.waitForTimeout(700)
    times.push(await page.evaluate<number>(`window.measure('${how}', ${turn % 8})`))
  }
  return times
}
