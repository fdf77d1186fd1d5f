import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { afterEach } from 'node:test'
import { type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { sample, seed } from '#test/runs.ts'
import { atEnd, share } from '#test/share.ts'
import { launchBrowser } from '../browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const contexts = new Set<BrowserContext>()

/**
 * The browser all test files of this process share. Each page is a session of its own, closed after its test. Movement
 * is reduced: drawing it takes a fifth of the time of a page.
 */
export async function openBrowser(): Promise<(options?: BrowserContextOptions) => Promise<Page>> {
  const browser = await launch()
  // Open pages keep their streams and timers, and would slow down every later test.
  afterEach(async () => {
    const open = [...contexts]
    contexts.clear()
    await Promise.all(open.map((context) => context.close()))
  })
  return async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      timezoneId: 'America/Bogota',
      ...options,
    })
    contexts.add(context)
    context.setDefaultTimeout(60_000)
    return context.newPage()
  }
}

const launch = share(async () => {
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  return browser
})

/** Only violations are described in full, and style sheets are not fetched again: half the time of a check. */
const axeOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  preload: false,
}

type Violation = { id: string; impact: string; nodes: { html: string }[] }

/** Waits for transitions to end: axe would report the contrast of an element that is fading out. */
const atRest = `
  Promise.all(
    document
      .getAnimations()
      .filter((each) => each.playState === 'running' && each.effect.getTiming().iterations !== Infinity)
      .map((each) => each.finished.catch(() => {})),
  ).then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))`

const checks = new WeakMap<Page, number>()

/** The serious accessibility violations at this point of a journey. Each run checks every fourth point. */
export async function axeViolations(page: Page): Promise<string[]> {
  const point = checks.get(page) ?? 0
  checks.set(page, point + 1)
  // SEED chooses the language by whether it is even, so its half chooses here: all combinations occur.
  const isTaken = sample([0, 1, 2, 3], 1, point + Math.floor(seed / 2)).includes(0)
  return isTaken ? findViolations(page) : []
}

/** The serious accessibility violations axe finds on the page, or in these parts of it. */
export async function findViolations(page: Page, parts: string[] = ['html']): Promise<string[]> {
  await page.evaluate(atRest)
  // Compiling axe takes half as long as running it, and a page keeps it until it is loaded again.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const found = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify({ include: parts })}, ${JSON.stringify(axeOptions)}).then((result) => result.violations)`,
  )
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
