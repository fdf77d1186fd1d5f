import type { InterestItem } from '#contract/records/property.ts'
import { useRead, useAct } from '#web/app/query.ts'
import type { Deal } from '#web/features/deals/deal.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'

export type ItemFields = {
  name?: string
  property_id?: string
  quantity?: number
  price?: number | null
  currency?: string
}

const item_reads = ['list_lead_items', 'list_opportunity_items', 'crm_list_activities'] as const

export function useItems({ kind, id }: Deal) {
  const lead = useRead('list_lead_items', { lead_id: id }, { enabled: kind === 'lead' })
  const opportunity = useRead('list_opportunity_items', { opportunity_id: id }, { enabled: kind === 'opportunity' })
  return kind === 'lead' ? lead : opportunity
}

export function useAddItem(deal: Deal, onDone: () => void) {
  const options = { silent: true, invalidates: item_reads, onSuccess: onDone } as const
  const lead = useAct('add_lead_item', options)
  const opportunity = useAct('add_opportunity_item', options)
  return deal.kind === 'lead'
    ? { ...lead, run: (fields: ItemFields) => lead.mutate({ lead_id: deal.id, ...fields }) }
    : { ...opportunity, run: (fields: ItemFields) => opportunity.mutate({ opportunity_id: deal.id, ...fields }) }
}

export function useChangeItem(deal: Deal, item_id: string, onDone: () => void) {
  const options = { silent: true, invalidates: item_reads, onSuccess: onDone } as const
  const lead = useAct('update_lead_item', options)
  const opportunity = useAct('update_opportunity_item', options)
  type Fields = Omit<ItemFields, 'property_id'>
  return deal.kind === 'lead'
    ? { ...lead, run: (fields: Fields) => lead.mutate({ lead_id: deal.id, item_id, ...fields }) }
    : { ...opportunity, run: (fields: Fields) => opportunity.mutate({ opportunity_id: deal.id, item_id, ...fields }) }
}

/** Removes an item and offers to add it again. */
export function useRemoveItem(deal: Deal, item: InterestItem) {
  const { items: words } = useDrawerWords()
  const add = useAddItem(deal, () => {})
  const { name, property, quantity, price, currency } = item
  const revert = () => add.run({ ...(property ? { property_id: property.id } : { name }), quantity, price, currency })
  const options = { invalidates: item_reads, undo: () => ({ message: words.removed(name), revert }) }
  const lead = useAct('remove_lead_item', options)
  const opportunity = useAct('remove_opportunity_item', options)
  return () =>
    deal.kind === 'lead'
      ? lead.mutate({ lead_id: deal.id, item_id: item.id })
      : opportunity.mutate({ opportunity_id: deal.id, item_id: item.id })
}
