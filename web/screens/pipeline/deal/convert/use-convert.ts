import { useNavigate } from '@tanstack/react-router'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'

/** Converts a lead and opens the new deal. */
export function useConvert(onClose: () => void) {
  const { convert: words } = useDrawerWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useAct('crm_convert_lead', {
    silent: true,
    invalidates: ['crm_get_lead', 'crm_list_leads', 'crm_list_opportunities', 'get_board_totals'],
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
