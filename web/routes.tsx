import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './address.ts'
import type { Account, Session } from './api.ts'
import { queryClient } from './query.ts'
import { sessionQuery } from './session.ts'
import { Broken, Lost, Waiting } from './shell/fallbacks.tsx'
import { Shell } from './shell/shell.tsx'
import { readAuditFilters, type AuditFilters } from './screens/settings/audit/audit-filters.ts'
import { readFilters, type ContactFilters } from './screens/contacts/contact-filters.ts'

const root = createRootRoute()

const home = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: async ({ location }) => {
    const { accounts } = await signedIn(location.href)
    throw redirect({ to: '/app/$account_id/contacts', params: { account_id: firstOf(accounts).id } })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/app/sign-in',
  validateSearch: ({ to }: { to?: string } & SearchSchemaInput): { to?: string } => (isInside(to) ? { to } : {}),
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in.tsx'), 'SignIn'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/app/forgot',
  component: lazyRouteComponent(() => import('./screens/sign-in/forgot.tsx'), 'Forgot'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/app/reset',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('./screens/sign-in/reset.tsx'), 'Reset'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/app/invitation',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('./screens/sign-in/invitation.tsx'), 'Invitation'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/app/$account_id',
  beforeLoad: async ({ params, location }) => {
    const { accounts } = await signedIn(location.href)
    const account = accounts.find(({ id }) => id === params.account_id)
    if (!account) throw notFound()
    return { account }
  },
  component: () => <Shell account={account.useRouteContext().account} />,
})

const accountHome = createRoute({
  getParentRoute: () => account,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$account_id/contacts', params })
  },
})

const contacts = createRoute({
  getParentRoute: () => account,
  path: 'contacts',
  validateSearch: (search: ContactFilters & SearchSchemaInput) => readFilters(search),
  component: lazyRouteComponent(() => import('./screens/contacts/contacts.tsx'), 'Contacts'),
})

const contact = createRoute({
  getParentRoute: () => contacts,
  path: '$contact_id',
  component: lazyRouteComponent(() => import('./screens/contacts/profile/contact-pane.tsx'), 'ContactPane'),
})

const duplicates = createRoute({
  getParentRoute: () => account,
  path: 'contacts/duplicates',
  component: lazyRouteComponent(() => import('./screens/contacts/duplicates/duplicates.tsx'), 'Duplicates'),
})

const settings = createRoute({
  getParentRoute: () => account,
  path: 'settings',
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'Settings'),
})

/** Where there is room for both, the first section stands beside the list of sections. */
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
  component: lazyRouteComponent(() => import('./screens/settings/profile/profile.tsx'), 'Profile'),
})

const people = createRoute({
  getParentRoute: () => settings,
  path: 'people',
  component: lazyRouteComponent(() => import('./screens/settings/people/people.tsx'), 'People'),
})

const campaigns = createRoute({
  getParentRoute: () => settings,
  path: 'campaigns',
  component: lazyRouteComponent(() => import('./screens/settings/campaigns/campaigns.tsx'), 'Campaigns'),
})

const campaign = createRoute({
  getParentRoute: () => settings,
  path: 'campaigns/$campaign_id',
  validateSearch: ({ status }: { status?: string } & SearchSchemaInput) =>
    one('status', status, ['queued', 'sent', 'failed', 'replied'] as const),
  component: lazyRouteComponent(() => import('./screens/settings/campaigns/campaign-page.tsx'), 'CampaignPage'),
})

const outbox = createRoute({
  getParentRoute: () => settings,
  path: 'outbox',
  validateSearch: ({ status }: { status?: string } & SearchSchemaInput) =>
    one('status', status, ['queued', 'sent', 'failed'] as const),
  component: lazyRouteComponent(() => import('./screens/settings/outbox/outbox.tsx'), 'Outbox'),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  validateSearch: (search: AuditFilters & SearchSchemaInput) => readAuditFilters(search),
  component: lazyRouteComponent(() => import('./screens/settings/audit/audit.tsx'), 'Audit'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    forgot,
    reset,
    invitation,
    account.addChildren([
      accountHome,
      contacts.addChildren([contact]),
      duplicates,
      settings.addChildren([settingsHome, profile, people, campaigns, campaign, outbox, audit]),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: Lost,
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

function readToken({ token }: { token?: string } & SearchSchemaInput): { token?: string } {
  return token ? { token: String(token) } : {}
}

/** A choice an address names, if there is such a one. */
function one<K extends string, T extends string>(key: K, given: unknown, choices: readonly T[]): { [_ in K]?: T } {
  const known = choices.find((choice) => choice === given)
  return (known ? { [key]: known } : {}) as { [_ in K]?: T }
}

function firstOf(accounts: Account[]): Account {
  const [first] = accounts
  if (!first) throw notFound()
  return first
}

/** Only a place of this app may be returned to after signing in, never another site. */
const isInside = (to: unknown): to is string => typeof to === 'string' && /^\/app(\/|$|\?)/.test(to)
