import { findSite, settingsOf, type Site } from '#domains/access/visitors.ts'
import { reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** The live chat a public token stands for, with all its settings. */
export async function getSite({ database }: Runtime, inbox_token: unknown) {
  const site = await findSite(database.sql, String(inbox_token ?? '')).catch(async (error) => {
    throw await asProblem(error, database)
  })
  if (!site || !isLiveChat(site)) reject('not_found', 'There is no live chat with this token.', 'inbox')
  return { ...site, settings: settingsOf(site) }
}

function isLiveChat({ inbox }: Site): boolean {
  return inbox.channel === 'web_widget'
}
