import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where the browser for tests is. */
export function browserPath(): string | undefined {
  return places.find((path) => path && existsSync(path))
}

/** Installs a browser where there is none and the machine lets us. */
export async function ensureBrowser(): Promise<void> {
  if (browserPath()) return
  console.log('Installing Chromium for the browser tests…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (apt('install', '-y', '-qq', 'chromium').status !== 0) {
    apt('update', '-qq')
    apt('install', '-y', '-qq', 'chromium')
  }
  if (!browserPath()) throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM_PATH.')
}
