import type { ApiKey } from '#contract/records/access.ts'
import { useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useApiKeyWords } from './words.ts'

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useApiKeyWords()
  const shown = useLast(apiKey)
  const revoke = useAct('revoke_api_key', {
    refreshes: ['list_api_keys'],
    onSuccess: ({ name }) => {
      onClose()
      toast.good(words.revoked(name))
    },
  })
  return (
    <Confirm
      open={apiKey !== undefined}
      onClose={onClose}
      title={words.revokeTitle(shown?.name ?? '')}
      cancel={common.cancel}
      confirm={words.revoke}
      busy={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate({ api_key_id: apiKey.id })}
    >
      {words.revokeWarning}
    </Confirm>
  )
}
