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

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    account.addChildren([accountHome, contacts.addChildren([contact]), duplicates]),
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

function firstOf(accounts: Account[]): Account {
  const [first] = accounts
  if (!first) throw notFound()
  return first
}

/** Only a place of this app may be returned to after signing in, never another site. */
const isInside = (to: unknown): to is string => typeof to === 'string' && /^\/app(\/|$|\?)/.test(to)
