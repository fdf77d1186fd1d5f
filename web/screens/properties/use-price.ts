import type { Property } from '#contract/records/property.ts'
import { useMoney } from '#web/app/format/money.ts'
import { usePropertiesWords } from './words.ts'

/** Formats a price; rents are per month. */
export function usePrice() {
  const words = usePropertiesWords()
  const money = useMoney()
  return ({ list_price, currency, operation }: Pick<Property, 'list_price' | 'currency' | 'operation'>) => {
    if (list_price === null) return words.noPrice
    const price = money.full(list_price, currency)
    return operation === 'arriendo' ? `${price} ${words.perMonth}` : price
  }
}
