import { useNavigate } from '@tanstack/react-router'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'

/** Converts it and opens what it became. */
export function useConvert(onClose: () => void) {
  const { convert: words } = useDealWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useAct('crm_convert_lead', {
    quiet: true,
    refreshes: ['crm_get_lead', 'crm_list_leads', 'crm_list_opportunities', 'get_board_totals'],
    onSuccess: ({ opportunity: { id: opportunity_id, name } }) => {
      onClose()
      toast.good(words.done(name))
      void navigate({
        to: '/app/$account_id/opportunities/$opportunity_id',
        params: { account_id, opportunity_id },
        search: true,
      })
    },
  })
}
