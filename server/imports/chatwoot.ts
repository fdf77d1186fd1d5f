import type { Job } from './job.ts'
import { importContacts } from './contacts.ts'
import { importConversations } from './conversations.ts'
import { importRatings } from './ratings.ts'
import { importWorkspace } from './workspace.ts'

/**
 * Takes over a workspace of another server by its classic routes. Each step is one transaction that also records the ids,
 * so the import can be interrupted at any time and run again. It emits no events: no webhook, rule, notification or
 * message follows from it.
 */
export async function importChatwoot(job: Job) {
  await importWorkspace(job)
  await importContacts(job)
  await importConversations(job)
  await importRatings(job)
  return job.summary.read()
}
