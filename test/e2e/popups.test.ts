import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { toUrl } from '#test/address.ts'
import { findViolations } from '#test/browser.ts'
import { makeDatabase } from '#test/database.ts'
import { generous } from '#test/limits.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'
import { launchBrowser } from '../browser.ts'
import { openDemo, openScreen, screensOf, signedInPage, type Screen } from '../screens.ts'

const { url, demo, sql, close } = await openDemo({ DATABASE_URL: toUrl(await makeDatabase()), ...generous })
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await close()
})

/** Screens in a state that shows more buttons. */
const selected = { name: 'inbox with a selection', path: 'conversations', keys: ['j', 'x'] }
const inside = (await screensOf(sql, demo)).filter(({ place }) => !place)
const screens: (Screen & { keys?: string[] })[] = [...inside, selected]

/** Buttons that say that they open something. Text fields open their lists while one types. */
const openers = ['menu', 'listbox', 'dialog', 'true']
  .map((kind) => `[aria-haspopup="${kind}"]:not(input, textarea, :disabled, [aria-disabled="true"])`)
  .join()

/** Open layers; a toast is none. */
const layers = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([data-toast], [data-closed], [aria-haspopup])`)
  .join()

/** A select keeps its closed list in the page once it had the focus. */
const shownLayers = `[...document.querySelectorAll('${layers}')].filter((each) => each.checkVisibility())`

type Opener = { at: number; name: string; kind: string }

/**
 * One visible button of each kind. Rows of a list have the same buttons: their names end with that of their record, and
 * one of them stands for all.
 */
const findOpeners = (page: Page) =>
  page.evaluate<Opener[]>(`(() => {
    const seen = new Set()
    return [...document.querySelectorAll('${openers}')].flatMap((button, at) => {
      if (!button.checkVisibility({ visibilityProperty: true }) || button.getClientRects().length === 0) return []
      if (button.closest('[inert], [aria-hidden="true"]')) return []
      const name = button.getAttribute('aria-label') || button.textContent.trim()
      const icon = [...button.querySelectorAll('svg')].map((svg) => svg.innerHTML).join()
      const row = button.closest('li, tr, [role="row"], [role="listitem"]')
      const kind = [button.getAttribute('aria-haspopup'), button.className, icon, row ? '' : name].join('|')
      if (seen.has(kind)) return []
      seen.add(kind)
      button.setAttribute('data-opener', at)
      const isShell = !button.closest('main, [role="dialog"]')
      return [{ at, name, kind: isShell ? 'shell|' + kind : kind }]
    })
  })()`)

/** Buttons of the frame around every screen are checked on the first one. */
const checked = new Set<string>()

/** The barriers of the layer that the button opens, and of leaving it. */
async function findBarriers(page: Page, { at, name }: Opener): Promise<string[]> {
  const opener = page.locator(`[data-opener="${at}"]`)
  const before = await page.evaluate<number>(`${shownLayers}.length`)
  await opener.scrollIntoViewIfNeeded()
  await opener.click()
  await until(() => page.evaluate<boolean>(`${shownLayers}.length > ${before}`), `${name} to open`)
  await page.evaluate(`${shownLayers}.forEach((each, i) => each.setAttribute('data-layer', i))`)
  const found = await findViolations(page, [`[data-layer="${before}"]`])
  await page.keyboard.press('Escape')
  await until(() => page.evaluate<boolean>(`${shownLayers}.length === ${before}`), `${name} to close`)
  // Its element may be another one by now.
  const focused =
    '[document.activeElement].map((each) => each.getAttribute("aria-label") || each.textContent.trim())[0]'
  // A name may end with a number that has changed meanwhile.
  const [label] = name.split(':') as [string]
  await until(async () => (await page.evaluate<string>(focused)).startsWith(label), `${name} to have the focus again`)
  return found.map((each) => `${name}: ${each}`)
}

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const [look] = sample([
  { language: 'es', ...desk },
  { language: 'en', ...phone },
  { language: 'en', ...desk },
  { language: 'es', ...phone },
] as const)
const where = `${look!.language}, ${look!.viewport.width} px`

test(`Every menu, picker and dialog is accessible, closes by Escape and gives the focus back (${where})`, async (t) => {
  const page = await signedInPage(browser, url, demo, look!)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  for (const [i, screen] of screens.entries()) {
    // A run takes every third screen.
    if (!sample([0, 1, 2], 1, i).includes(0)) continue
    await t.test(screen.name, async () => {
      faults.length = 0
      await openScreen(page, url, demo, screen)
      for (const key of screen.keys ?? []) await page.keyboard.press(key)
      const barriers: string[] = []
      for (const opener of await findOpeners(page)) {
        if (opener.kind.startsWith('shell|') && checked.has(opener.kind)) continue
        checked.add(opener.kind)
        barriers.push(...(await findBarriers(page, opener)))
      }
      assert.deepEqual(barriers, [])
      assert.deepEqual(faults, [])
    })
  }
  await page.context().close()
})
