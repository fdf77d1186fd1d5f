import { useQueryClient } from '@tanstack/react-query'
import { readKey } from '#web/app/query.ts'
import { listing } from '#web/features/deals/kinds.ts'
import { columnInput, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { useAccount } from '#web/app/session.ts'
import type { CardPages } from './reorder.ts'
import type { Card } from './use-move.ts'

/** Finds a loaded card of the board by its id. */
export function useFindCard(query: BoardQuery) {
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  return (id: string | undefined): Card | undefined => {
    for (const stage of query.pipeline.stages) {
      const key = readKey(account_id, listing[query.kind], columnInput(query, stage.id))
      const items = client.getQueryData<CardPages>(key)?.pages.flatMap((page) => page.items) ?? []
      const card = (items as Card[]).find((each) => each.id === id && each.stage.id === stage.id)
      if (card) return card
    }
    return undefined
  }
}
