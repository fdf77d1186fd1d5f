import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { readAgendaFilters, type AgendaFilters } from '#web/screens/agenda/agenda-filters.ts'
import { readContactFilters, type ContactSearch } from '#web/screens/contacts/contact-filters.ts'
import { readConversationFilters, type ConversationSearch } from '#web/screens/inbox/conversation-filters.ts'
import { prefetchList } from '#web/screens/inbox/list/prefetch-list.ts'
import { readPipelineFilters, type PipelineFilters } from '#web/screens/pipeline/pipeline-filters.ts'
import { prefetchBoard } from '#web/screens/pipeline/prefetch-board.ts'
import { readPropertyFilters, type PropertyFilters } from '#web/screens/properties/property-filters.ts'
import { readRecordFilters, type RecordSearch } from '#web/screens/reports/records/record-filters.ts'
import { readReportFilters, type ReportFilters } from '#web/screens/reports/report-filters.ts'
import { readAuditFilters, type AuditFilters } from '#web/screens/settings/audit/audit-filters.ts'
import { readGuideSearch, type GuideSearch } from '#web/screens/settings/inboxes/connection/guide/guide-search.ts'
import { readInboxTab, type InboxTab } from '#web/screens/settings/inboxes/inbox-tab.ts'
import { ErrorScreen, NotFoundScreen, LoadingScreen } from '#web/shell/fallbacks.tsx'
import { Shell } from '#web/shell/shell.tsx'
import type { Account, Session } from './api.ts'
import { queryClient } from './query.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { sessionQuery } from './session.ts'

const root = createRootRoute()

const home = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: async ({ location }) => {
    const { accounts } = await signedIn(location.href)
    throw redirect({ to: '/app/$account_id/conversations', params: { account_id: firstOf(accounts).id } })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/app/sign-in',
  validateSearch: ({ to }: { to?: string } & SearchSchemaInput): { to?: string } => (isInside(to) ? { to } : {}),
  component: lazyRouteComponent(() => import('#web/screens/sign-in/sign-in.tsx'), 'SignIn'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/app/forgot',
  component: lazyRouteComponent(() => import('#web/screens/sign-in/forgot.tsx'), 'Forgot'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/app/reset',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('#web/screens/sign-in/reset.tsx'), 'Reset'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/app/invitation',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('#web/screens/sign-in/invitation.tsx'), 'Invitation'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/app/setup',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('#web/screens/sign-in/setup.tsx'), 'Setup'),
})

/** Where a person allows an assistant to connect; its request is in the address, as OAuth writes it. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/app/connect',
  validateSearch: (search: Record<string, unknown> & SearchSchemaInput) => readAssistantRequest(search),
  beforeLoad: async ({ location }) => void (await signedIn(location.href)),
  component: lazyRouteComponent(() => import('#web/screens/sign-in/connect/connect.tsx'), 'Connect'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/app/$account_id',
  beforeLoad: async ({ params, location }) => {
    const { accounts, user } = await signedIn(location.href)
    const account = accounts.find(({ id }) => id === params.account_id)
    if (!account) throw notFound()
    return { account, user }
  },
  component: () => <Shell account={account.useRouteContext({ select: (context) => context.account })} />,
})

const accountHome = createRoute({
  getParentRoute: () => account,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$account_id/conversations', params })
  },
})

const conversations = createRoute({
  getParentRoute: () => account,
  path: 'conversations',
  validateSearch: (search: ConversationSearch & SearchSchemaInput) => readConversationFilters(search),
  beforeLoad: ({ cause, context, search }) =>
    cause === 'enter' ? onFirstLoad(prefetchList(context.account.id, context.user.id, search)) : undefined,
  component: lazyRouteComponent(() => import('#web/screens/inbox/inbox.tsx'), 'Inbox'),
})

const conversation = createRoute({
  getParentRoute: () => conversations,
  path: '$conversation_id',
  component: lazyRouteComponent(() => import('#web/screens/inbox/conversation.tsx'), 'Conversation'),
})

/** The board, with the open lead or deal above it; each has its own address. */
const sales = createRoute({
  getParentRoute: () => account,
  id: 'sales',
  validateSearch: (search: PipelineFilters & SearchSchemaInput) => readPipelineFilters(search),
  beforeLoad: ({ cause, context, search }) =>
    cause === 'enter' ? onFirstLoad(prefetchBoard(context.account.id, search)) : undefined,
  component: lazyRouteComponent(() => import('#web/screens/pipeline/pipeline.tsx'), 'Pipeline'),
})

const pipeline = createRoute({ getParentRoute: () => sales, path: 'pipeline' })

const lead = createRoute({
  getParentRoute: () => sales,
  path: 'leads/$lead_id',
  component: lazyRouteComponent(() => import('#web/screens/pipeline/deal/lead-drawer.tsx'), 'LeadDrawer'),
})

const opportunity = createRoute({
  getParentRoute: () => sales,
  path: 'opportunities/$opportunity_id',
  component: lazyRouteComponent(() => import('#web/screens/pipeline/deal/opportunity-drawer.tsx'), 'OpportunityDrawer'),
})

const agenda = createRoute({
  getParentRoute: () => account,
  path: 'agenda',
  validateSearch: (search: AgendaFilters & SearchSchemaInput) => readAgendaFilters(search),
  component: lazyRouteComponent(() => import('#web/screens/agenda/agenda.tsx'), 'Agenda'),
})

const properties = createRoute({
  getParentRoute: () => account,
  path: 'properties',
  validateSearch: (search: PropertyFilters & SearchSchemaInput) => readPropertyFilters(search),
  component: lazyRouteComponent(() => import('#web/screens/properties/properties.tsx'), 'Properties'),
})

const property = createRoute({
  getParentRoute: () => account,
  path: 'properties/$property_id',
  component: lazyRouteComponent(() => import('#web/screens/properties/property-page.tsx'), 'PropertyPage'),
})

const reports = createRoute({
  getParentRoute: () => account,
  path: 'reports',
  component: lazyRouteComponent(() => import('#web/screens/reports/reports.tsx'), 'Reports'),
})

const reportsHome = createRoute({
  getParentRoute: () => reports,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$account_id/reports/$report', params: { ...params, report: 'overview' }, replace: true })
  },
})

const report = createRoute({
  getParentRoute: () => reports,
  path: '$report',
  validateSearch: (search: ReportFilters & SearchSchemaInput) => readReportFilters(search),
  component: lazyRouteComponent(() => import('#web/screens/reports/report-page.tsx'), 'ReportPage'),
})

const reportRecords = createRoute({
  getParentRoute: () => reports,
  path: 'lists/$list',
  validateSearch: (search: RecordSearch & SearchSchemaInput) => readRecordFilters(search),
  component: lazyRouteComponent(() => import('#web/screens/reports/records/records-page.tsx'), 'RecordsPage'),
})

/** The address of a document in tool answers. */
const knowledgeDocument = createRoute({
  getParentRoute: () => account,
  path: 'knowledge/$document_id',
  beforeLoad: ({ params: { account_id, document_id } }) => {
    throw redirect({
      to: '/app/$account_id/settings/knowledge/$document_id',
      params: { account_id, document_id },
      replace: true,
    })
  },
})

const contacts = createRoute({
  getParentRoute: () => account,
  path: 'contacts',
  validateSearch: (search: ContactSearch & SearchSchemaInput) => readContactFilters(search),
  component: lazyRouteComponent(() => import('#web/screens/contacts/contacts.tsx'), 'Contacts'),
})

const contact = createRoute({
  getParentRoute: () => contacts,
  path: '$contact_id',
  component: lazyRouteComponent(() => import('#web/screens/contacts/profile/contact-pane.tsx'), 'ContactPane'),
})

const duplicates = createRoute({
  getParentRoute: () => account,
  path: 'contacts/duplicates',
  component: lazyRouteComponent(() => import('#web/screens/contacts/duplicates/duplicates.tsx'), 'Duplicates'),
})

const settings = createRoute({
  getParentRoute: () => account,
  path: 'settings',
  component: lazyRouteComponent(() => import('#web/screens/settings/settings.tsx'), 'Settings'),
})

/** On wide screens the first section opens beside the list. */
const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    if (!window.matchMedia('(min-width: 48rem)').matches) return
    throw redirect({ to: '/app/$account_id/settings/profile', params, replace: true })
  },
})

const profile = createRoute({
  getParentRoute: () => settings,
  path: 'profile',
  component: lazyRouteComponent(() => import('#web/screens/settings/profile/profile.tsx'), 'Profile'),
})

const notifications = createRoute({
  getParentRoute: () => settings,
  path: 'notifications',
  component: lazyRouteComponent(() => import('#web/screens/settings/notifications/notifications.tsx'), 'Notifications'),
})

const reportSchedules = createRoute({
  getParentRoute: () => settings,
  path: 'report-schedules',
  component: lazyRouteComponent(
    () => import('#web/screens/settings/report-schedules/report-schedules.tsx'),
    'ReportSchedules',
  ),
})

const people = createRoute({
  getParentRoute: () => settings,
  path: 'people',
  component: lazyRouteComponent(() => import('#web/screens/settings/people/people.tsx'), 'People'),
})

const campaigns = createRoute({
  getParentRoute: () => settings,
  path: 'campaigns',
  component: lazyRouteComponent(() => import('#web/screens/settings/campaigns/campaigns.tsx'), 'Campaigns'),
})

const campaign = createRoute({
  getParentRoute: () => settings,
  path: 'campaigns/$campaign_id',
  validateSearch: ({ status }: { status?: string } & SearchSchemaInput) =>
    one('status', status, ['queued', 'sent', 'failed', 'replied'] as const),
  component: lazyRouteComponent(() => import('#web/screens/settings/campaigns/campaign-page.tsx'), 'CampaignPage'),
})

const outbox = createRoute({
  getParentRoute: () => settings,
  path: 'outbox',
  validateSearch: ({ status }: { status?: string } & SearchSchemaInput) =>
    one('status', status, ['queued', 'sent', 'failed'] as const),
  component: lazyRouteComponent(() => import('#web/screens/settings/outbox/outbox.tsx'), 'Outbox'),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  validateSearch: (search: AuditFilters & SearchSchemaInput) => readAuditFilters(search),
  component: lazyRouteComponent(() => import('#web/screens/settings/audit/audit.tsx'), 'Audit'),
})

const workspace = createRoute({
  getParentRoute: () => settings,
  path: 'workspace',
  component: lazyRouteComponent(() => import('#web/screens/settings/workspace/workspace.tsx'), 'Workspace'),
})

const teams = createRoute({
  getParentRoute: () => settings,
  path: 'teams',
  component: lazyRouteComponent(() => import('#web/screens/settings/teams/teams.tsx'), 'Teams'),
})

const inboxes = createRoute({
  getParentRoute: () => settings,
  path: 'inboxes',
  component: lazyRouteComponent(() => import('#web/screens/settings/inboxes/inboxes.tsx'), 'Inboxes'),
})

const connectChannel = createRoute({
  getParentRoute: () => settings,
  path: 'inboxes/connect',
  validateSearch: (search: GuideSearch & SearchSchemaInput) => readGuideSearch(search),
  component: lazyRouteComponent(
    () => import('#web/screens/settings/inboxes/connection/guide/connect-channel.tsx'),
    'ConnectChannel',
  ),
})

const inbox = createRoute({
  getParentRoute: () => settings,
  path: 'inboxes/$inbox_id',
  validateSearch: (search: { tab?: InboxTab } & SearchSchemaInput) => readInboxTab(search),
  component: lazyRouteComponent(() => import('#web/screens/settings/inboxes/inbox-page.tsx'), 'InboxPage'),
})

const createTemplate = createRoute({
  getParentRoute: () => settings,
  path: 'inboxes/$inbox_id/template',
  component: lazyRouteComponent(
    () => import('#web/screens/settings/inboxes/templates/create-template.tsx'),
    'CreateTemplate',
  ),
})

const labels = createRoute({
  getParentRoute: () => settings,
  path: 'labels',
  component: lazyRouteComponent(() => import('#web/screens/settings/labels/labels.tsx'), 'Labels'),
})

const cannedResponses = createRoute({
  getParentRoute: () => settings,
  path: 'canned-responses',
  component: lazyRouteComponent(
    () => import('#web/screens/settings/canned-responses/canned-responses.tsx'),
    'CannedResponses',
  ),
})

const attributes = createRoute({
  getParentRoute: () => settings,
  path: 'attributes',
  component: lazyRouteComponent(() => import('#web/screens/settings/attributes/attributes.tsx'), 'Attributes'),
})

const macros = createRoute({
  getParentRoute: () => settings,
  path: 'macros',
  component: lazyRouteComponent(() => import('#web/screens/settings/macros/macros.tsx'), 'Macros'),
})

const automations = createRoute({
  getParentRoute: () => settings,
  path: 'automations',
  component: lazyRouteComponent(() => import('#web/screens/settings/automations/automations.tsx'), 'Automations'),
})

const automation = createRoute({
  getParentRoute: () => settings,
  path: 'automations/$rule_id',
  validateSearch: ({ tab, status }: { tab?: string; status?: string } & SearchSchemaInput) => ({
    ...one('tab', tab, ['rule', 'test', 'log'] as const),
    ...one('status', status, ['running', 'done', 'failed'] as const),
  }),
  component: lazyRouteComponent(() => import('#web/screens/settings/automations/rule-page.tsx'), 'RulePage'),
})

const pipelines = createRoute({
  getParentRoute: () => settings,
  path: 'pipelines',
  component: lazyRouteComponent(() => import('#web/screens/settings/pipelines/pipelines.tsx'), 'Pipelines'),
})

const salesPipeline = createRoute({
  getParentRoute: () => settings,
  path: 'pipelines/$pipeline_id',
  component: lazyRouteComponent(() => import('#web/screens/settings/pipelines/pipeline-page.tsx'), 'PipelinePage'),
})

const lostReasons = createRoute({
  getParentRoute: () => settings,
  path: 'lost-reasons',
  component: lazyRouteComponent(() => import('#web/screens/settings/lost-reasons/lost-reasons.tsx'), 'LostReasons'),
})

const activityTypes = createRoute({
  getParentRoute: () => settings,
  path: 'activity-types',
  component: lazyRouteComponent(
    () => import('#web/screens/settings/activity-kinds/activity-kinds.tsx'),
    'ActivityTypes',
  ),
})

const leadForms = createRoute({
  getParentRoute: () => settings,
  path: 'lead-forms',
  component: lazyRouteComponent(() => import('#web/screens/settings/lead-forms/lead-forms.tsx'), 'LeadForms'),
})

const leadForm = createRoute({
  getParentRoute: () => settings,
  path: 'lead-forms/$lead_form_id',
  component: lazyRouteComponent(() => import('#web/screens/settings/lead-forms/lead-form-page.tsx'), 'LeadFormPage'),
})

type KnowledgeSearch = { tab?: string; status?: string; collection?: string }

const knowledge = createRoute({
  getParentRoute: () => settings,
  path: 'knowledge',
  validateSearch: ({ tab, status, collection }: KnowledgeSearch & SearchSchemaInput) => ({
    ...one('tab', tab, ['documents', 'collections', 'search'] as const),
    ...one('status', status, ['pending', 'ready', 'failed'] as const),
    ...(collection && { collection: String(collection) }),
  }),
  component: lazyRouteComponent(() => import('#web/screens/settings/knowledge/knowledge.tsx'), 'Knowledge'),
})

const document = createRoute({
  getParentRoute: () => settings,
  path: 'knowledge/$document_id',
  component: lazyRouteComponent(() => import('#web/screens/settings/knowledge/document-page.tsx'), 'DocumentPage'),
})

const assistant = createRoute({
  getParentRoute: () => settings,
  path: 'assistant',
  validateSearch: ({ inbox: inbox_id }: { inbox?: string } & SearchSchemaInput): { inbox?: string } =>
    inbox_id ? { inbox: String(inbox_id) } : {},
  component: lazyRouteComponent(() => import('#web/screens/settings/assistant/assistant.tsx'), 'Assistant'),
})

const assistants = createRoute({
  getParentRoute: () => settings,
  path: 'assistants',
  component: lazyRouteComponent(() => import('#web/screens/settings/assistants/assistants.tsx'), 'Assistants'),
})

const bots = createRoute({
  getParentRoute: () => settings,
  path: 'bots',
  component: lazyRouteComponent(() => import('#web/screens/settings/bots/bots.tsx'), 'Bots'),
})

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('#web/screens/settings/webhooks/webhooks.tsx'), 'Webhooks'),
})

const webhook = createRoute({
  getParentRoute: () => settings,
  path: 'webhooks/$webhook_id',
  validateSearch: ({ status, event }: { status?: string; event?: string } & SearchSchemaInput) => ({
    ...one('status', status, ['pending', 'delivered', 'failed'] as const),
    ...(event && { event: String(event) }),
  }),
  component: lazyRouteComponent(() => import('#web/screens/settings/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: 'api-keys',
  component: lazyRouteComponent(() => import('#web/screens/settings/api-keys/api-keys.tsx'), 'ApiKeys'),
})

const classicToken = createRoute({
  getParentRoute: () => settings,
  path: 'classic-token',
  component: lazyRouteComponent(() => import('#web/screens/settings/classic-token/classic-token.tsx'), 'ClassicToken'),
})

const plan = createRoute({
  getParentRoute: () => settings,
  path: 'plan',
  component: lazyRouteComponent(() => import('#web/screens/settings/plan/plan.tsx'), 'Plan'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    forgot,
    reset,
    invitation,
    setup,
    connect,
    account.addChildren([
      accountHome,
      conversations.addChildren([conversation]),
      sales.addChildren([pipeline, lead, opportunity]),
      agenda,
      properties,
      property,
      reports.addChildren([reportsHome, report, reportRecords]),
      knowledgeDocument,
      contacts.addChildren([contact]),
      duplicates,
      settings.addChildren([
        settingsHome,
        profile,
        notifications,
        reportSchedules,
        people,
        campaigns,
        campaign,
        outbox,
        audit,
        workspace,
        teams,
        inboxes,
        connectChannel,
        createTemplate,
        inbox,
        labels,
        cannedResponses,
        attributes,
        macros,
        automations,
        automation,
        pipelines,
        salesPipeline,
        lostReasons,
        activityTypes,
        leadForms,
        leadForm,
        knowledge,
        document,
        assistant,
        assistants,
        bots,
        webhooks,
        webhook,
        apiKeys,
        classicToken,
        plan,
      ]),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

async function signedIn(href: string): Promise<Session> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  if (!session) throw redirect({ to: '/app/sign-in', search: { to: href } })
  return session
}

/** The first screen appears with its list, whose read began with the page; later ones appear at once. */
async function onFirstLoad(read: Promise<void>): Promise<void> {
  if (!router.state.resolvedLocation) await read
}

function readToken({ token }: { token?: string } & SearchSchemaInput): { token?: string } {
  return token ? { token: String(token) } : {}
}

const requestFields = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
]

/** The parameters of an OAuth request that are known here. A repeated one is not valid, so it counts as absent. */
function readAssistantRequest(search: Record<string, unknown>): Record<string, string> {
  const known = requestFields.filter((field) => typeof search[field] === 'string')
  return Object.fromEntries(known.map((field) => [field, search[field] as string]))
}

/** A search param, if it is one of the choices. */
function one<K extends string, T extends string>(key: K, value: unknown, choices: readonly T[]): { [_ in K]?: T } {
  const found = choices.find((choice) => choice === value)
  return (found ? { [key]: found } : {}) as { [_ in K]?: T }
}

function firstOf(accounts: Account[]): Account {
  const [first] = accounts
  if (!first) throw notFound()
  return first
}

/** After signing in, redirects only within this app, never to another site. */
const isInside = (to: unknown): to is string => typeof to === 'string' && /^\/app(\/|$|\?)/.test(to)
