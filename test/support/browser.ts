import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { afterEach } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import { sample, seed } from '#test/runs.ts'
import { atEnd, share } from '#test/share.ts'
import { launchBrowser } from '../browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type PageOptions = BrowserContextOptions & {
  language?: 'es' | 'en'
  /**
   * Requests a test answers itself, by their URL. They are set before the page loads and stay until it is left: Chromium
   * lets a request pass that is made while interception begins, and loses one that is made while it ends.
   */
  routes?: Record<string, (route: Route) => Promise<unknown>>
}
/** A page that collects the errors of its scripts. */
export type TestPage = Page & { faults: string[] }

type Opened = { page: TestPage; context: BrowserContext; key: string; hasChanged: boolean }

const inUse = new Set<Opened>()
const idle: Opened[] = []

/**
 * The browser all test files of this process share. Each page is a session of its own until its test ends. Movement is
 * reduced: drawing it takes a fifth of the time of a page.
 */
export async function openBrowser(): Promise<(options?: PageOptions, cookies?: Cookies) => Promise<TestPage>> {
  const browser = await launch()
  // Open pages keep their streams and timers, and would slow down every later test.
  afterEach(async (context) => {
    const open = [...inUse]
    inUse.clear()
    const { error } = context as { error?: Error }
    const cause = error?.cause
    if (cause instanceof Error) for (const { page } of open) cause.stack += `\n\n${await describePage(page)}`
    await Promise.all(open.map(giveBack))
  })
  return async ({ routes = {}, ...options } = {}, cookies = []) => {
    const settings = { ...defaults, ...options }
    const key = JSON.stringify(settings)
    const place = idle.findIndex((each) => each.key === key)
    const [opened = await openPage(browser, settings, key)] = place < 0 ? [] : idle.splice(place, 1)
    inUse.add(opened)
    opened.page.faults = []
    await opened.context.addCookies(cookies)
    for (const [url, answer] of Object.entries(routes)) await opened.page.route(url, answer)
    opened.hasChanged ||= Object.keys(routes).length > 0
    return opened.page
  }
}

const defaults = {
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  timezoneId: 'America/Bogota',
} as const

type Cookies = Parameters<BrowserContext['addCookies']>[0]

async function openPage(browser: Browser, { language, ...options }: PageOptions, key: string): Promise<Opened> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  if (language) await context.addInitScript(`localStorage.setItem('hilo.language', '${language}')`)
  const page = Object.assign(await context.newPage(), { faults: [] as string[] })
  context.on('weberror', (error) => page.faults.push(error.error().message))
  const opened = { page, context, key, hasChanged: false }
  noteChanges(opened)
  return opened
}

/** Beyond the document in it, these change a page for good. */
const changes = {
  page: ['addInitScript', 'close', 'emulateMedia', 'setViewportSize'],
  context: ['close', 'newCDPSession', 'newPage'],
} as const

function noteChanges(opened: Opened): void {
  for (const part of ['page', 'context'] as const) {
    const owner = opened[part] as unknown as Record<string, (...args: unknown[]) => unknown>
    for (const name of changes[part]) {
      const change = owner[name]!.bind(owner)
      owner[name] = (...args) => {
        opened.hasChanged = true
        return change(...args)
      }
    }
  }
}

/** Keeps a page that is as it was: opening the app there again takes a third of the time of a new page. */
async function giveBack(opened: Opened): Promise<void> {
  const { page, context, hasChanged } = opened
  if (hasChanged || !page.url().startsWith('http')) {
    // A request that a test answers may still be on its way, and its answer would fail after the test.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    return context.close()
  }
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  page.removeAllListeners()
  await page.mouse.move(-1, -1)
  await page.goto('about:blank')
  await context.clearCookies()
  idle.push(opened)
}

/** For the report of a failed test: the state of a page, and its latest requests. */
async function describePage(page: TestPage): Promise<string> {
  const state = await page.evaluate<string>(pageState).catch((error: Error) => error.message)
  return [page.url(), ...page.faults, state].join('\n')
}

const pageState = `[
  'focus: ' + document.activeElement?.outerHTML.slice(0, 200),
  ...performance.getEntriesByType('resource').slice(-12).map((each) => each.responseStatus + ' ' + each.name),
  document.body.innerText.slice(0, 2000),
].join('\\n')`

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
  // A list is faint while its rows are about to be replaced.
  await page.waitForSelector('[aria-busy=true]', { state: 'detached' })
  await page.evaluate(atRest)
  // Compiling axe takes half as long as running it, and a page keeps it until it is loaded again.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const found = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify({ include: parts })}, ${JSON.stringify(axeOptions)}).then((result) => result.violations)`,
  )
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Presses the keys of a sequence such as `g i` at once: on a busy machine its time would be over between two calls. */
export async function pressSequence(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}
