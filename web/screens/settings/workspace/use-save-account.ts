import { useRouter } from '@tanstack/react-router'
import { queryClient, useAct } from '#web/query.ts'
import { sessionQuery } from '#web/session.ts'

/** Changes the workspace. Every screen knows it from the session, which is read again. */
export function useSaveAccount(quiet: boolean, onSaved: () => void) {
  const router = useRouter()
  return useAct('update_account', {
    quiet,
    refreshes: ['get_account'],
    onSuccess: () => {
      void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }).then(async () => {
        await router.invalidate()
        onSaved()
      })
    },
  })
}
