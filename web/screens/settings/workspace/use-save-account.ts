import { useRouter } from '@tanstack/react-router'
import { queryClient, useAct } from '#web/app/query.ts'
import { sessionQuery } from '#web/app/session.ts'

/** Updates the workspace and reloads the session, from which all screens read it. */
export function useSaveAccount(silent: boolean, onSaved: () => void) {
  const router = useRouter()
  return useAct('update_account', {
    silent,
    invalidates: ['get_account'],
    onSuccess: () => {
      void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }).then(async () => {
        await router.invalidate()
        onSaved()
      })
    },
  })
}
