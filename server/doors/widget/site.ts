import { findSite, settingsOf } from '#domains/access/public/visitors.ts'
import { attempt } from '#doors/attempt.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** The live chat of a public inbox token, with all its settings. */
export async function getSite({ database }: Runtime, inbox_token: unknown) {
  const site = await attempt(database, () => findSite(database.sql, String(inbox_token ?? '')))
  if (site?.inbox.channel !== 'web_widget')
    reject('not_found', 'There is no live chat with this token; copy it from the settings of the inbox.', 'inbox')
  return { ...site, settings: settingsOf(site) }
}
