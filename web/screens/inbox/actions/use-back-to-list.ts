import { useNavigate, useRouter } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the list from which the conversation was opened. */
    isFromList?: true
  }
}

/** The state of the history entry of a conversation that is opened from the list. */
export const fromList = { isFromList: true } as const

/** Whether an open conversation takes the place of the list, as on a phone. */
export const replacesList = () => !window.matchMedia('(min-width: 64rem)').matches

/** Goes back to the list the way the browser does, so that going back once more does not reopen the conversation. */
export function useBackToList() {
  const { id: account_id } = useAccount()
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => {
    const replace = replacesList()
    if (replace && history.location.state.isFromList) return history.back()
    void navigate({ to: '/app/$account_id/conversations', params: { account_id }, search: true, replace })
  }
}
