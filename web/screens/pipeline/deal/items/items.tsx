import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { House, Package, Pencil, Plus, Trash2 } from '#web/ui/icons.ts'
import type { InterestItem } from '#contract/records/property.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { amountOf, type Deal } from '#web/features/deals/deal.ts'
import { useSave } from '#web/screens/pipeline/deal/deal-actions.ts'
import { Section } from '#web/screens/pipeline/deal/section.tsx'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { useItems, useRemoveItem } from './item-actions.ts'
import { totalsOf } from './totals.ts'

const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog.tsx')).ItemDialog }))

type Props = { deal: Deal; isAdding: boolean; onAdd: (open: boolean) => void }

/** Items of interest: properties from the catalogue, or free text. */
export function Items({ deal, isAdding, onAdd }: Props) {
  const { items: words, sections } = useDrawerWords()
  const items = useItems(deal).data?.items
  const [wasOpened, setOpened] = useState(false)
  if (isAdding && !wasOpened) setOpened(true)
  return (
    <Section
      title={sections.items}
      aside={
        <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => onAdd(true)}>
          {words.add}
        </Button>
      }
    >
      {!items && <Skeleton className="h-12 w-full rounded-xl!" />}
      {items?.length === 0 && <p className="text-sm text-ink-3">{words.none}</p>}
      {items && items.length > 0 && (
        <>
          <ul className="divide-y divide-line rounded-xl ring-1 ring-line ring-inset">
            {items.map((item) => (
              <Item key={item.id} deal={deal} item={item} />
            ))}
          </ul>
          <Totals deal={deal} items={items} />
        </>
      )}
      {wasOpened && (
        <Suspense>
          <ItemDialog edited={isAdding ? 'new' : undefined} deal={deal} onClose={() => onAdd(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Item({ deal, item }: { deal: Deal; item: InterestItem }) {
  const { items: words } = useDrawerWords()
  const { id: account_id } = useAccount()
  const money = useMoney()
  const number = useNumbers()
  const remove = useRemoveItem(deal, item)
  const [isEditing, edit] = useState<boolean>()
  const { name, property, quantity, price, currency } = item
  const times = price === null ? `× ${number(quantity)}` : `${number(quantity)} × ${money.full(price, currency)}`
  const Icon = property ? House : Package
  return (
    <li className="flex items-center gap-2 px-3 py-1.5">
      <Icon size={15} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        {property ? (
          <Link
            to="/app/$account_id/properties/$property_id"
            params={{ account_id, property_id: property.id }}
            className="block truncate text-sm font-medium hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="block truncate text-sm font-medium">{name}</span>
        )}
        <p className="truncate text-xs text-ink-3 tabular-nums">
          {[property?.code, quantity !== 1 && times].filter(Boolean).join(' · ')}
        </p>
      </div>
      {price !== null && (
        <span className="text-sm whitespace-nowrap tabular-nums">{money.full(price * quantity, currency)}</span>
      )}
      <span className="flex">
        <IconButton size="sm" label={words.edit(name)} onClick={() => edit(true)}>
          <Pencil size={13} aria-hidden />
        </IconButton>
        <IconButton size="sm" label={words.remove(name)} onClick={remove}>
          <Trash2 size={13} aria-hidden />
        </IconButton>
      </span>
      {isEditing !== undefined && (
        <Suspense>
          <ItemDialog edited={isEditing ? item : undefined} deal={deal} onClose={() => edit(false)} />
        </Suspense>
      )}
    </li>
  )
}

/** Total of the items; a single total can become the amount of the deal. */
function Totals({ deal, items }: { deal: Deal; items: InterestItem[] }) {
  const { items: words } = useDrawerWords()
  const money = useMoney()
  const save = useSave(deal)
  const totals = totalsOf(items)
  const [only] = totals
  const differs = totals.length === 1 && (only!.amount !== amountOf(deal) || only!.currency !== deal.currency)
  const take = async () => {
    const refused = await save({ amount: only!.amount, currency: only!.currency })
    if (refused) toast.bad(refused)
  }
  if (totals.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2 px-3">
      {differs ? (
        <Button size="sm" onClick={() => void take()} className="-ml-2">
          {words.useTotal}
        </Button>
      ) : (
        <span />
      )}
      <p className="text-sm tabular-nums">
        <span className="text-ink-3">{words.total} </span>
        <span className="font-semibold">
          {totals.map(({ amount, currency }) => money.full(amount, currency)).join(' + ')}
        </span>
      </p>
    </div>
  )
}
