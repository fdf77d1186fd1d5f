import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackage } from './debian.ts'

/** Without a browser window a page opens three times as fast. */
const QUICKEST = '/usr/bin/chromium-headless-shell'
const places = [
  process.env.CHROMIUM_PATH,
  QUICKEST,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the browser. A busy machine may need minutes. */
export async function launchBrowser(): Promise<Browser> {
  const path = browserPath()
  if (!path) throw new Error('No browser found; run `npm run e2e`, which installs one.')
  return chromium.launch({ executablePath: path, args: flags, timeout: 180_000 })
}

/** The path of the browser for tests. */
export function browserPath(): string | undefined {
  return places.find((path) => path && existsSync(path))
}

/** Installs a browser if there is none and the machine allows it; in CI the quickest one. */
export async function ensureBrowser(): Promise<void> {
  const path = browserPath()
  if (path && (path === QUICKEST || process.env.CHROMIUM_PATH || !process.env.CI)) return
  console.log('Installing Chromium for the browser tests…')
  if (!(await installPackage('chromium-headless-shell'))) await installPackage('chromium')
  if (!browserPath()) throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM_PATH.')
}
