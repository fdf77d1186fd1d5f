import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

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

const flags = [
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
function browserPath(): string | undefined {
  return places.find((path) => path && existsSync(path))
}

/** Installs a browser if there is none and the machine allows it; in CI the quickest one. */
export async function ensureBrowser(): Promise<void> {
  const path = browserPath()
  if (path && (path === QUICKEST || process.env.CHROMIUM_PATH || !process.env.CI)) return
  console.log('Installing Chromium for the browser tests…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const install = (name: string) => apt('install', '-y', '-qq', name).status === 0
  if (!install('chromium-headless-shell')) {
    apt('update', '-qq')
    if (!install('chromium-headless-shell')) install('chromium')
  }
  if (!browserPath()) throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM_PATH.')
}
