import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '#web/session.ts'

/** Back to the board, as it was. */
export function useClose() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return () => void navigate({ to: '/app/$account_id/pipeline', params: { account_id }, search: true })
}

/** To another of the same kind, over the same board. */
export function useOpenDeal() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return (kind: 'lead' | 'opportunity', id: string) =>
    kind === 'lead'
      ? void navigate({ to: '/app/$account_id/leads/$lead_id', params: { account_id, lead_id: id }, search: true })
      : void navigate({
          to: '/app/$account_id/opportunities/$opportunity_id',
          params: { account_id, opportunity_id: id },
          search: true,
        })
}
