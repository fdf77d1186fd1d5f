import { createContext, use } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readSession, type Account, type Session } from './api.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Infinity,
})

export const AccountContext = createContext<Account | null>(null)

/** The account whose screens are open; available on every screen inside the shell. */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount must be used inside the shell')
  return account
}

export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (!data) throw new Error('useSession must be used inside the shell')
  return data
}
