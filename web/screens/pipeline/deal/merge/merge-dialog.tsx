import { useState } from 'react'
import { ArrowDownUp } from '#web/ui/icons.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { amountOf, type Deal } from '#web/features/deals/deal.ts'
import { DealPicker, KindIcon } from '#web/features/deals/deal-picker.tsx'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'

type Props = { open: boolean; onClose: () => void; deal: Deal; onMerged: (id: string) => void }

/** Merges two duplicates; either can be the one that stays. */
export function MergeDialog({ open, onClose, deal, onMerged }: Props) {
  const { merge: words } = useDrawerWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint}>
      <MergeForm deal={deal} onClose={onClose} onMerged={onMerged} />
    </Dialog>
  )
}

function MergeForm({ deal, onClose, onMerged }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { merge: words } = useDrawerWords()
  const [other, setOther] = useState<Deal>()
  const [isSwapped, swap] = useState(false)
  const merge = useMerge((merged) => {
    onClose()
    toast.good(words.done(merged.name))
    onMerged(merged.id)
  })
  const [stays, goes] = isSwapped ? [other, deal] : [deal, other]
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {merge.error && <Notice>{describeError(merge.error)}</Notice>}
          {!other && (
            <DealPicker title={words.find} label={words.find} only={deal.kind} except={deal.id} onPick={setOther} />
          )}
          {other && stays && goes && (
            <div className="grid gap-2">
              <Side name={words.stays} deal={stays} />
              <Button icon={<ArrowDownUp size={14} aria-hidden />} onClick={() => swap(!isSwapped)} className="mx-auto">
                {words.swap}
              </Button>
              <Side name={words.goes} deal={goes} />
            </div>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          look="primary"
          disabled={!other}
          busy={merge.isPending}
          onClick={() => stays && goes && merge.run(stays, goes)}
        >
          {words.submit}
        </Button>
      </DialogFooter>
    </>
  )
}

function Side({ name, deal }: { name: string; deal: Deal }) {
  const money = useMoney()
  const amount = amountOf(deal)
  const details = [deal.contact?.name, deal.stage.name, amount !== null && money.full(amount, deal.currency)]
  return (
    <div className="rounded-xl px-3 py-2.5 ring-1 ring-line ring-inset">
      <p className="text-xs text-ink-3">{name}</p>
      <p className="flex items-center gap-1.5 text-sm font-medium">
        <KindIcon kind={deal.kind} size={14} />
        <span className="truncate">{deal.name}</span>
      </p>
      <p className="truncate text-xs text-ink-3">{details.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

function useMerge(onSuccess: (merged: { id: string; name: string }) => void) {
  const options = {
    silent: true,
    onSuccess,
    invalidates: [
      'crm_get_lead',
      'crm_get_opportunity',
      'crm_list_leads',
      'crm_list_opportunities',
      'crm_list_activities',
      'list_lead_items',
      'list_opportunity_items',
      'get_board_totals',
      'list_bin',
    ],
  } as const
  const leads = useAct('merge_leads', options)
  const deals = useAct('merge_opportunities', options)
  const run = (stays: Deal, goes: Deal) =>
    stays.kind === 'lead'
      ? leads.mutate({ lead_id: stays.id, other_lead_id: goes.id })
      : deals.mutate({ opportunity_id: stays.id, other_opportunity_id: goes.id })
  return { run, isPending: leads.isPending || deals.isPending, error: leads.error ?? deals.error }
}
