import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserFlags, browserPath } from '../browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A browser for this test file. Each page it opens is a session of its own. */
export async function openBrowser(): Promise<(options?: BrowserContextOptions) => Promise<Page>> {
  const path = browserPath()
  if (!path) throw new Error('There is no browser; run `npm run e2e`, which installs one.')
  const browser = await chromium.launch({ executablePath: path, args: browserFlags })
  after(() => browser.close())
  return async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return page
  }
}

type Violation = { id: string; impact: string; nodes: { html: string }[] }

/** What comes or goes does so at once: something half faded away would be judged as if it were to be read. */
const atRest = `{
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(still)
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}`

/** What a person who cannot see, point or tell colours apart would stumble over on this page, once it has come to rest. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(atRest)
  await page.evaluate(axe)
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((result) => result.violations)`,
  )
  await page.evaluate(`document.adoptedStyleSheets.pop()`)
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
