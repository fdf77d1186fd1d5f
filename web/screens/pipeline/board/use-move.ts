import { useQueryClient } from '@tanstack/react-query'
import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'
import { useWords } from '#web/i18n.ts'
import { readKey, useAct } from '#web/query.ts'
import { listing } from '#web/screens/pipeline/kinds.ts'
import { columnInput, type Sales } from '#web/screens/pipeline/sales.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Beside, besideOf, type Listed, placed, without } from './relocating.ts'
import { useRefusal } from './use-refusal.ts'

export type Card = Lead | Opportunity

/** Moves a card to a stage: at once for the eye, then on the server. A refusal takes it back; so can whoever moved it. */
export function useMove(sales: Sales, announce: (text: string) => void, keepFocus: (id: string) => void) {
  const { common } = useWords()
  const { move: words } = usePipelineWords()
  const columns = useColumns(sales)
  const send = useSend()
  const explainRefusal = useRefusal()

  const run = async (card: Card, to: Stage, beside: Beside): Promise<Card | undefined> => {
    const restore = columns.relocate(card, to, beside)
    try {
      return await send.move(card, to, beside)
    } catch (error) {
      keepFocus(card.id)
      restore()
      const why = explainRefusal(error, to)
      toast.bad(why)
      announce(words.refused(card.name, why))
    }
  }

  return async (card: Card, to: Stage, beside: Beside = {}) => {
    const from = sales.pipeline.stages.find(({ id }) => id === card.stage.id)
    const before = besideOf(columns.items(card.stage.id), card.id)
    const moved = await run(card, to, beside)
    if (!moved || !from || from.id === to.id) return
    announce(words.done(card.name, to.name))
    toast.undo(words.done(card.name, to.name), common.undo, () => {
      void run(moved, from, before).then(async (back) => {
        if (!back) return
        await send.restore(card, back)
        announce(words.back(card.name, from.name))
      })
    })
  }
}

/** The calls, for a lead or for a deal. */
function useSend() {
  const moveLead = useAct('crm_move_lead_stage', { quiet: true })
  const moveDeal = useAct('crm_move_opportunity_stage', { quiet: true })
  const updateLead = useAct('crm_update_lead')
  const updateDeal = useAct('crm_update_opportunity')
  return {
    move: (card: Card, { id: stage }: Stage, beside: Beside): Promise<Card> =>
      isDeal(card)
        ? moveDeal.mutateAsync({ opportunity_id: card.id, stage, ...beside })
        : moveLead.mutateAsync({ lead_id: card.id, stage, ...beside }),
    /** A stage gives its own status or odds; those it had before come back too. */
    restore: async (was: Card, now: Card) => {
      if (isDeal(was) && isDeal(now) && was.status === 'open' && was.probability !== now.probability)
        await updateDeal.mutateAsync({ opportunity_id: was.id, probability: was.probability })
      if (!isDeal(was) && !isDeal(now) && was.status !== now.status && was.status !== 'converted')
        await updateLead.mutateAsync({ lead_id: was.id, status: was.status })
    },
  }
}

/** The columns as they are known here. */
function useColumns(sales: Sales) {
  const { id } = useAccount()
  const client = useQueryClient()
  const name = listing[sales.kind]
  const keyOf = (stage_id: string) => readKey(id, name, columnInput(sales, stage_id))
  const read = (stage_id: string) => client.getQueryData<Listed>(keyOf(stage_id))
  return {
    items: (stage_id: string) => read(stage_id)?.pages.flatMap(({ items }) => items) ?? [],
    relocate: (card: Card, to: Stage, beside: Beside) => {
      // An answer on its way knows nothing of the move yet.
      void client.cancelQueries({ queryKey: readKey(id, name), predicate: ({ state }) => state.data !== undefined })
      const keys = [...new Set([card.stage.id, to.id])].map(keyOf)
      const known = keys.map((key) => [key, client.getQueryData<Listed>(key)] as const)
      const { id: stage_id, name: stage_name, type } = to
      const isMoved = stage_id !== card.stage.id
      const now = new Date().toISOString()
      const there = {
        ...card,
        stage: { id: stage_id, name: stage_name, type },
        ...(isMoved && { stage_entered_at: now, rotting: false }),
      }
      client.setQueryData<Listed>(keyOf(card.stage.id), (list) => list && without(list, card.id))
      client.setQueryData<Listed>(keyOf(to.id), (list) => list && placed(list, there, beside))
      return () => known.forEach(([key, list]) => client.setQueryData(key, list))
    },
  }
}

const isDeal = (card: Card): card is Opportunity => 'expected_close_date' in card
