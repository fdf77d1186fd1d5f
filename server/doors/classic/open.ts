import type { FastifyInstance } from 'fastify'
import type { Limits } from '#doors/authenticate.ts'
import { openAgents } from '#doors/classic/agents.ts'
import { openCannedResponses } from '#doors/classic/canned-responses.ts'
import { openContactLists } from '#doors/classic/contact-lists.ts'
import { openContactNotes } from '#doors/classic/contact-notes.ts'
import { openContacts } from '#doors/classic/contacts.ts'
import { openConversationChanges } from '#doors/classic/conversation-changes.ts'
import { openConversationLists } from '#doors/classic/conversation-lists.ts'
import { openConversations } from '#doors/classic/conversations.ts'
import { openCustomAttributes } from '#doors/classic/custom-attributes.ts'
import { understandFields } from '#doors/classic/fields.ts'
import { openClassicGate, refuseClassic, unknownRoute } from '#doors/classic/gate.ts'
import { openInboxMembers } from '#doors/classic/inbox-members.ts'
import { openInboxes } from '#doors/classic/inboxes.ts'
import { openLabels } from '#doors/classic/labels.ts'
import { openMessages } from '#doors/classic/messages.ts'
import { openParticipants } from '#doors/classic/participants.ts'
import { openProfile } from '#doors/classic/profile.ts'
import { openPublic } from '#doors/classic/public.ts'
import { openRoutes, type Routes } from '#doors/classic/route.ts'
import { openSearch } from '#doors/classic/search.ts'
import { openTeamMembers } from '#doors/classic/team-members.ts'
import { openTeams } from '#doors/classic/teams.ts'
import { openTestDrives } from '#doors/classic/test-drives.ts'
import { openWebhooks } from '#doors/classic/webhooks.ts'
import type { Receive } from '#doors/files/uploads.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** What holders of the account's token reach, by resource. */
export const resources: ((routes: Routes) => void)[] = [
  openContacts,
  openContactLists,
  openContactNotes,
  openConversations,
  openConversationLists,
  openConversationChanges,
  openParticipants,
  openMessages,
  openInboxes,
  openInboxMembers,
  openAgents,
  openTeams,
  openTeamMembers,
  openCannedResponses,
  openLabels,
  openCustomAttributes,
  openWebhooks,
  openSearch,
  openTestDrives,
]

/** The classic routes: the same operations, in the words existing clients speak. */
export function openClassic(
  app: FastifyInstance,
  runtime: Runtime,
  registry: Registry,
  limits: Limits,
  receive: Receive,
): void {
  const behindToken = (open: (routes: Routes) => void) => async (classic: FastifyInstance) => {
    classic.setErrorHandler(refuseClassic)
    understandFields(classic)
    classic.addHook('onRequest', openClassicGate(runtime.database, limits))
    open(openRoutes(classic, runtime, registry, receive))
  }
  const account = behindToken((routes) => {
    for (const open of resources) open(routes)
  })
  void app.register(
    async (classic) => {
      classic.setNotFoundHandler(unknownRoute)
      await account(classic)
    },
    { prefix: '/api/v1/accounts/:account_id' },
  )
  void app.register(behindToken(openProfile), { prefix: '/api/v1' })
  openPublic(app, runtime, registry, limits, receive)
}
