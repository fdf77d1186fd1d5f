import { useQueryClient } from '@tanstack/react-query'
import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'
import { useWords } from '#web/app/i18n.ts'
import { readKey, useAct } from '#web/app/query.ts'
import { listing } from '#web/features/deals/kinds.ts'
import { columnInput, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/app/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { useMoveError } from '#web/screens/pipeline/use-move-error.ts'
import { type CardPosition, positionOf, type CardPages, insertCard, removeCard } from './reorder.ts'

export type Card = Lead | Opportunity

/** Moves a card to a stage optimistically. A rejected move is reverted; a successful one can be undone. */
export function useMove(query: BoardQuery, announce: (text: string) => void, keepFocus: (id: string) => void) {
  const { common } = useWords()
  const { move: words } = usePipelineWords()
  const columns = useColumns(query)
  const send = useSend()
  const describeMoveError = useMoveError()

  const run = async (card: Card, to: Stage, position: CardPosition): Promise<Card | undefined> => {
    const restore = columns.moveCard(card, to, position)
    try {
      return await send.move(card, to, position)
    } catch (error) {
      keepFocus(card.id)
      restore()
      const reason = describeMoveError(error, to)
      toast.bad(reason)
      announce(words.rejected(card.name, reason))
    }
  }

  return async (card: Card, to: Stage, position: CardPosition = {}) => {
    const from = query.pipeline.stages.find(({ id }) => id === card.stage.id)
    const before = positionOf(columns.items(card.stage.id), card.id)
    const since = Date.now()
    const moved = await run(card, to, position)
    if (!moved || !from || from.id === to.id) return
    announce(words.done(card.name, to.name))
    const undo = async () => {
      const back = await run(moved, from, before)
      if (!back) return
      await send.restore(card, back)
      announce(words.back(card.name, from.name))
    }
    toast.undo(words.done(card.name, to.name), common.undo, () => void undo(), { since })
  }
}

/** The calls to the server, for leads and for deals. */
function useSend() {
  const moveLead = useAct('crm_move_lead_stage', { silent: true })
  const moveDeal = useAct('crm_move_opportunity_stage', { silent: true })
  const updateLead = useAct('crm_update_lead')
  const updateDeal = useAct('crm_update_opportunity')
  return {
    move: (card: Card, { id: stage }: Stage, position: CardPosition): Promise<Card> =>
      isDeal(card)
        ? moveDeal.mutateAsync({ opportunity_id: card.id, stage, ...position })
        : moveLead.mutateAsync({ lead_id: card.id, stage, ...position }),
    /** Entering a stage sets its status or probability, so the previous ones are restored as well. */
    restore: async (was: Card, now: Card) => {
      if (isDeal(was) && isDeal(now) && was.status === 'open' && was.probability !== now.probability)
        await updateDeal.mutateAsync({ opportunity_id: was.id, probability: was.probability })
      if (!isDeal(was) && !isDeal(now) && was.status !== now.status && was.status !== 'converted')
        await updateLead.mutateAsync({ lead_id: was.id, status: was.status })
    },
  }
}

/** The cached columns of the board. */
function useColumns(query: BoardQuery) {
  const { id } = useAccount()
  const client = useQueryClient()
  const name = listing[query.kind]
  const keyOf = (stage_id: string) => readKey(id, name, columnInput(query, stage_id))
  const read = (stage_id: string) => client.getQueryData<CardPages>(keyOf(stage_id))
  return {
    items: (stage_id: string) => read(stage_id)?.pages.flatMap(({ items }) => items) ?? [],
    moveCard: (card: Card, to: Stage, position: CardPosition) => {
      // A response still in flight does not include the move.
      void client.cancelQueries({ queryKey: readKey(id, name), predicate: ({ state }) => state.data !== undefined })
      const keys = [...new Set([card.stage.id, to.id])].map(keyOf)
      const previous = keys.map((key) => [key, client.getQueryData<CardPages>(key)] as const)
      const { id: stage_id, name: stage_name, type } = to
      const isMoved = stage_id !== card.stage.id
      const now = new Date().toISOString()
      const there = {
        ...card,
        stage: { id: stage_id, name: stage_name, type },
        ...(isMoved && { stage_entered_at: now, rotting: false }),
      }
      client.setQueryData<CardPages>(keyOf(card.stage.id), (list) => list && removeCard(list, card.id))
      client.setQueryData<CardPages>(keyOf(to.id), (list) => list && insertCard(list, there, position))
      return () => previous.forEach(([key, list]) => client.setQueryData(key, list))
    },
  }
}

const isDeal = (card: Card): card is Opportunity => 'expected_close_date' in card
