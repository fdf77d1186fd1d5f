import { useQueryClient } from '@tanstack/react-query'
import { readKey } from '#web/query.ts'
import { listing } from '#web/screens/pipeline/kinds.ts'
import { columnInput, type Sales } from '#web/screens/pipeline/sales.ts'
import { useAccount } from '#web/session.ts'
import type { Listed } from './relocating.ts'
import type { Card } from './use-move.ts'

/** Finds a card of the board by its id. */
export function useFindCard(sales: Sales) {
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  return (id: string | undefined): Card | undefined => {
    for (const stage of sales.pipeline.stages) {
      const key = readKey(account_id, listing[sales.kind], columnInput(sales, stage.id))
      const items = client.getQueryData<Listed>(key)?.pages.flatMap((page) => page.items) ?? []
      const card = (items as Card[]).find((each) => each.id === id && each.stage.id === stage.id)
      if (card) return card
    }
    return undefined
  }
}
