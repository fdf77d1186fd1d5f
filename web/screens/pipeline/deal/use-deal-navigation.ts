import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'

/** Closes the drawer and keeps the board's filters. */
export function useCloseDrawer() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return () => void navigate({ to: '/app/$account_id/pipeline', params: { account_id }, search: true })
}

/** Opens a lead or deal over the same board. */
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
