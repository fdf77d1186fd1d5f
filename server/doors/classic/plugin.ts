import type { FastifyInstance } from 'fastify'
import type { Limits } from '#doors/authenticate.ts'
import { addAccountRoutes } from '#doors/classic/account.ts'
import { addAgentBotRoutes } from '#doors/classic/agent-bots.ts'
import { addAgentRoutes } from '#doors/classic/agents.ts'
import { addAutomationRuleRoutes } from '#doors/classic/automation-rules.ts'
import { addBulkActionRoutes } from '#doors/classic/bulk-actions.ts'
import { addCannedResponseRoutes } from '#doors/classic/canned-responses.ts'
import { addCampaignRoutes } from '#doors/classic/campaigns.ts'
import { catalogue } from '#doors/classic/catalogue/all.ts'
import { ACCOUNT, type ClassicOperation } from '#doors/classic/catalogue/operation.ts'
import { addFileRoutes } from '#doors/classic/contact-files.ts'
import { addContactListRoutes } from '#doors/classic/contact-lists.ts'
import { addContactNoteRoutes } from '#doors/classic/contact-notes.ts'
import { addContactRoutes } from '#doors/classic/contacts.ts'
import { addConversationChangeRoutes } from '#doors/classic/conversation-changes.ts'
import { addConversationListRoutes } from '#doors/classic/conversation-lists.ts'
import { addConversationRoutes } from '#doors/classic/conversations.ts'
import { addCsatRoutes } from '#doors/classic/csat.ts'
import { addCustomAttributeRoutes } from '#doors/classic/custom-attributes.ts'
import { addCustomFilterRoutes } from '#doors/classic/custom-filters.ts'
import { addFormParser } from '#doors/classic/fields.ts'
import { createClassicAuthenticator } from '#doors/classic/authenticate.ts'
import { sendClassicError, sendUnknownRoute } from '#doors/classic/errors.ts'
import { addInboxMemberRoutes } from '#doors/classic/inbox-members.ts'
import { addInboxRoutes } from '#doors/classic/inboxes.ts'
import { addIntegrationRoutes } from '#doors/classic/integrations.ts'
import { addLabelRoutes } from '#doors/classic/labels.ts'
import { addLiveReportRoutes } from '#doors/classic/live-reports.ts'
import { addMacroRoutes } from '#doors/classic/macros.ts'
import { addMessageRoutes } from '#doors/classic/messages.ts'
import { addParticipantRoutes } from '#doors/classic/participants.ts'
import { platformRoutes } from '#doors/classic/platform.ts'
import { addProfileRoutes } from '#doors/classic/profile.ts'
import { publicRoutes } from '#doors/classic/public.ts'
import { type AddRoute, createRouter, notOffered, type RouterOptions, UPDATE } from '#doors/classic/route.ts'
import { addReportRoutes } from '#doors/classic/reports.ts'
import { addSearchRoutes } from '#doors/classic/search.ts'
import { addTeamMemberRoutes } from '#doors/classic/team-members.ts'
import { addTeamRoutes } from '#doors/classic/teams.ts'
import { addTestDriveRoutes } from '#doors/classic/test-drives.ts'
import { versionRoute } from '#doors/classic/version.ts'
import { addWebhookRoutes } from '#doors/classic/webhooks.ts'
import type { CredentialGuard } from '#doors/credential-guard.ts'
import type { Leases } from '#domains/access/leases.ts'
import { declareRoutes } from '#doors/open-routes.ts'

type Options = RouterOptions & { limits: Limits; guard: CredentialGuard; leases: Leases }

/** The routes of the account token, by resource. */
export const resources: ((addRoute: AddRoute) => void)[] = [
  addContactRoutes,
  addContactListRoutes,
  addContactNoteRoutes,
  addConversationRoutes,
  addConversationListRoutes,
  addConversationChangeRoutes,
  addBulkActionRoutes,
  addParticipantRoutes,
  addMessageRoutes,
  addInboxRoutes,
  addInboxMemberRoutes,
  addAgentRoutes,
  addAgentBotRoutes,
  addTeamRoutes,
  addTeamMemberRoutes,
  addCannedResponseRoutes,
  addLabelRoutes,
  addCustomAttributeRoutes,
  addCustomFilterRoutes,
  addAutomationRuleRoutes,
  addMacroRoutes,
  addWebhookRoutes,
  addSearchRoutes,
  addIntegrationRoutes,
  addAccountRoutes,
  addCampaignRoutes,
  addCsatRoutes,
  addFileRoutes,
  addTestDriveRoutes,
]

const V2 = '/api/v2/accounts/:account_id'

/** The compatible account-token API that clients of other inbox products speak, mapped onto the same operations. */
export async function classicDoor(app: FastifyInstance, { limits, guard, leases, ...options }: Options): Promise<void> {
  const behindToken = (addRoutes: (addRoute: AddRoute) => void) => async (scope: FastifyInstance) => {
    declareRoutes(scope, { credential: 'classic token' })
    scope.setErrorHandler(sendClassicError)
    addFormParser(scope)
    scope.addHook('onRequest', createClassicAuthenticator(options.runtime.database, limits, guard, leases))
    addRoutes(createRouter(scope, options))
  }

  await app.register(
    async (scope) => {
      scope.setNotFoundHandler(sendUnknownRoute)
      await behindToken((addRoute) => {
        for (const addRoutes of resources) addRoutes(addRoute)
        refuse(addRoute, ACCOUNT)
      })(scope)
    },
    { prefix: ACCOUNT },
  )
  await app.register(
    behindToken((addRoute) => {
      addReportRoutes(addRoute)
      addLiveReportRoutes(addRoute)
      refuse(addRoute, V2)
    }),
    { prefix: V2 },
  )
  await app.register(
    behindToken((addRoute) => {
      addProfileRoutes(addRoute)
      refuse(addRoute, '/api/v1', ({ path }) => path.startsWith('/api/v1/profile'))
    }),
    { prefix: '/api/v1' },
  )
  // The most used client leaves out the beginning of these addresses.
  await app.register(behindToken(addTeamMemberRoutes), { prefix: '/accounts/:account_id' })
  await app.register(versionRoute)
  await app.register(platformRoutes, { ...options, guard, prefix: '/platform/api/v1' })
  await app.register(publicRoutes, { ...options, limits, prefix: '/public/api/v1/inboxes/:inbox_identifier' })
}

/** Adds a route for each operation under this base that is not offered, so that clients learn what to use instead. */
function refuse(addRoute: AddRoute, base: string, which: (operation: ClassicOperation) => boolean = () => true): void {
  for (const operation of catalogue) {
    const { method, path } = operation
    if (!('instead' in operation) || !(path === base || path.startsWith(`${base}/`)) || !which(operation)) continue
    const { instead } = operation
    addRoute(method === 'PATCH' ? UPDATE : method, path.slice(base.length) || '/', async () => notOffered(instead))
  }
}
