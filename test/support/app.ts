import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { en } from '#web/app/words.en.ts'
import { es } from '#web/app/words.es.ts'
import { assistantsEn } from '#web/screens/settings/assistants/words.en.ts'
import { assistantsEs } from '#web/screens/settings/assistants/words.es.ts'
import { auditEn } from '#web/screens/settings/audit/words.en.ts'
import { auditEs } from '#web/screens/settings/audit/words.es.ts'
import { campaignEn } from '#web/screens/settings/campaigns/words.en.ts'
import { campaignEs } from '#web/screens/settings/campaigns/words.es.ts'
import { outboxEn } from '#web/screens/settings/outbox/words.en.ts'
import { outboxEs } from '#web/screens/settings/outbox/words.es.ts'
import { invitationEn, peopleEn } from '#web/screens/settings/people/words.en.ts'
import { invitationEs, peopleEs } from '#web/screens/settings/people/words.es.ts'
import { notificationsEn } from '#web/screens/settings/notifications/words.en.ts'
import { notificationsEs } from '#web/screens/settings/notifications/words.es.ts'
import { profileEn, sessionEn, twoFactorEn } from '#web/screens/settings/profile/words.en.ts'
import { profileEs, sessionEs, twoFactorEs } from '#web/screens/settings/profile/words.es.ts'
import { settingsEn } from '#web/features/settings/words.en.ts'
import { settingsEs } from '#web/features/settings/words.es.ts'
import { openBrowser, type PageOptions } from '#test/browser.ts'
import { forBrowser } from '#test/limits.ts'
import { openNode, openSharedNode, PASSWORD } from '#test/node.ts'
import { until } from '#test/wait.ts'

export const locales = {
  es: {
    words: es,
    settings: {
      ...settingsEs,
      profile: profileEs,
      twoFactor: twoFactorEs,
      sessions: sessionEs,
      notifications: notificationsEs,
      people: peopleEs,
      invitations: invitationEs,
      campaigns: campaignEs,
      outbox: outboxEs,
      audit: auditEs,
      assistants: assistantsEs,
    },
    locale: 'es-CO',
  },
  en: {
    words: en,
    settings: {
      ...settingsEn,
      profile: profileEn,
      twoFactor: twoFactorEn,
      sessions: sessionEn,
      notifications: notificationsEn,
      people: peopleEn,
      invitations: invitationEn,
      campaigns: campaignEn,
      outbox: outboxEn,
      audit: auditEn,
      assistants: assistantsEn,
    },
    locale: 'en-US',
  },
} as const

/** A server with one workspace, a browser, and access to the mails it sends, without tight rate limits. */
export async function openApp(env?: NodeJS.ProcessEnv) {
  const openPage = await openBrowser()
  const node = env ? await openNode({ ...forBrowser, ...env }) : await openSharedNode()
  const { url, sql, rest } = node

  const withLocale = ({ language = 'es', ...options }: PageOptions): PageOptions => ({
    language,
    locale: locales[language].locale,
    ...options,
  })
  /** A page without a session. */
  const visit = async (path: string, options: PageOptions = {}) => {
    const page = await openPage(withLocale(options))
    await page.goto(url + path)
    return page
  }
  /**
   * All requests come from one IP address, so its rate limit must be reset between sign-ins. The table is locked first: requests
   * lock several rows, in another order than this.
   */
  const resetRateLimits = () => sql`
    do $$ begin lock table rate_windows in exclusive mode; delete from rate_windows; end $$`

  const signIn = async (email: string, password = PASSWORD) => {
    await resetRateLimits()
    const answer = await rest('POST', '/api/session', { body: { email, password } })
    return answer.headers.get('set-cookie')!.split(';')[0]!.split('=') as [string, string]
  }
  /** A page of the workspace, opened with a session of this user. */
  const enter = async (who: { email: string }, place: string, options: PageOptions = {}) => {
    const [name, value] = await signIn(who.email)
    const page = await openPage(withLocale(options), [{ name, value, url }])
    await page.goto(`${url}/app/${node.account_id}/${place}`)
    return page
  }
  /** Waits for what follows a change, whose time to undo ends now. */
  const untilFollowed = (isMet: () => Promise<boolean>, name: string) =>
    until(async () => {
      await sql`
        update deliveries set next_try_at = now()
         where account_id = ${node.account_id} and attempts = 0 and next_try_at > now()`
      return isMet()
    }, name)
  return {
    ...node,
    visit,
    enter,
    untilFollowed,
    resetRateLimits,
    linkFor: (address: string) => linkFor(join(node.data, 'outbox'), address),
  }
}

/** The link in the latest mail to this address; waits for it to arrive. */
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

/** The width by which the content exceeds the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}
