import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { en } from '#web/locales/en.ts'
import { es } from '#web/locales/es.ts'
import { settingsEn } from '#web/locales/settings.en.ts'
import { settingsEs } from '#web/locales/settings.es.ts'
import { openBrowser } from '#test/browser.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { until } from '#test/wait.ts'

export const tongues = {
  es: { words: es, settings: settingsEs, locale: 'es-CO' },
  en: { words: en, settings: settingsEn, locale: 'en-US' },
} as const
type Language = keyof typeof tongues
type Options = BrowserContextOptions & { language?: Language }

/** A server with one workspace, a browser, and the letter box of everyone it writes to. Tests may look as often as they like. */
export async function openApp(env: NodeJS.ProcessEnv = {}) {
  const openPage = await openBrowser()
  const node = await openNode({ HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000', ...env })
  const { url, sql, rest } = node

  /** A page nobody is signed in at. What goes wrong on it is collected. */
  const visit = async (path: string, { language = 'es', ...options }: Options = {}) => {
    const page = await openPage({ locale: tongues[language].locale, ...options })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(`localStorage.setItem('hilo.language', '${language}')`)
    await page.goto(url + path)
    return Object.assign(page, { faults })
  }
  /** Everyone here comes from one address, which may knock only so often. */
  const forgive = () => sql`delete from rate_windows`

  const signIn = async (email: string, password = PASSWORD) => {
    await forgive()
    const answer = await rest('POST', '/api/session', { body: { email, password } })
    return answer.headers.get('set-cookie')!.split(';')[0]!.split('=') as [string, string]
  }
  /** The place of the workspace, opened by someone who is signed in. */
  const enter = async (who: { email: string }, place: string, options: Options = {}) => {
    const [name, value] = await signIn(who.email)
    const page = await visit('/app/sign-in', options)
    await page.context().addCookies([{ name, value, url }])
    await page.goto(`${url}/app/${node.account_id}/${place}`)
    return page
  }
  return { ...node, visit, enter, forgive, linkFor: (address: string) => linkFor(join(node.data, 'outbox'), address) }
}

/** Where the latest mail to this address leads; waits for it to arrive. */
async function linkFor(outbox: string, address: string): Promise<string> {
  let link: string | undefined
  await until(async () => {
    // A mail still being written has a name that begins with a dot.
    const names = (await readdir(outbox).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort()
    const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    const mail = mails.findLast((text) => /^To: .*$/im.exec(text)?.[0].includes(address))
    const plain = mail?.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    link = plain && /https?:\/\/[^/\s]+(\/app\/\w+\?token=[\w-]+)/.exec(plain)?.[1]
    return link !== undefined
  }, `a mail to ${address}`)
  return link!
}

/** Whether everything fits the width of the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}
