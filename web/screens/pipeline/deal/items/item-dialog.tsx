import { useState } from 'react'
import type { InterestItem } from '#contract/records/property.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { readAmount } from '#web/parts/amount.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AmountField } from '#web/screens/pipeline/deal/amount-field.tsx'
import type { Deal } from '#web/screens/pipeline/deal/deal.ts'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { useAddItem, useChangeItem, type ItemFields } from './item-acts.ts'
import { PropertyPicker, type FoundProperty } from './property-picker.tsx'

type Props = { open: boolean; onClose: () => void; deal: Deal; item?: InterestItem }

/** What they are interested in, how many of it, and for how much. */
export function ItemDialog({ open, onClose, deal, item }: Props) {
  const { common } = useWords()
  const { items: words } = useDealWords()
  return (
    <Dialog open={open} onClose={onClose} title={item ? words.editTitle : words.addTitle} closeLabel={common.close}>
      <ItemForm deal={deal} onClose={onClose} {...(item && { item })} />
    </Dialog>
  )
}

function ItemForm({ deal, item, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { items: words } = useDealWords()
  const { draft, set, choose, hasCatalog, isProperty, currency, read } = useDraft(deal, item)
  const { name, kind, quantity, price, property } = draft
  const save = useSaveItem(deal, item, () => {
    onClose()
    if (!item) toast.good(words.added(property?.name ?? name))
  })
  const errors = fieldErrors(save.error)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (read) save.run(read)
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {save.error && Object.keys(errors).length === 0 && <Notice>{explain(save.error)}</Notice>}
          {!item && hasCatalog && (
            <div>
              <Segmented
                label={words.kind}
                value={kind}
                choices={{ property: words.property, other: words.other }}
                onChange={(next) => set({ kind: next })}
              />
            </div>
          )}
          {isProperty ? (
            <PropertyPicker onPick={choose} />
          ) : (
            <TextField
              autoFocus
              label={words.name}
              value={name}
              onChange={(event) => set({ name: event.target.value })}
              error={errors['name']}
            />
          )}
          <div className="grid grid-cols-[6rem_1fr] items-start gap-4">
            <TextField
              label={words.quantity}
              inputMode="decimal"
              value={quantity}
              onChange={(event) => set({ quantity: event.target.value })}
              error={errors['quantity']}
            />
            <AmountField
              label={words.price}
              optional={common.optional}
              value={price}
              currency={currency}
              onChange={(text) => set({ price: text })}
              error={errors['price']}
            />
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" disabled={!read} busy={save.isPending}>
          {item ? common.save : common.add}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** What is being written, and as what it is read: nothing while something is missing. */
function useDraft(deal: Deal, item: InterestItem | undefined) {
  const hasCatalog = useAccount().modules.includes('real_estate')
  const [draft, setDraft] = useState({
    kind: (hasCatalog ? 'property' : 'other') as 'property' | 'other',
    property: undefined as FoundProperty | undefined,
    name: item?.name ?? '',
    quantity: String(item?.quantity ?? 1),
    price: item?.price == null ? '' : String(item.price),
  })
  const set = (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change }))
  const choose = (property: FoundProperty) => set({ property, price: String(property.list_price ?? '') })
  const isProperty = !item && draft.kind === 'property'
  const currency = item?.currency ?? (isProperty ? draft.property?.currency : undefined) ?? deal.currency
  const which = isProperty ? draft.property && { property_id: draft.property.id } : named(draft.name)
  const price = readAmount(draft.price)
  const quantity = readAmount(draft.quantity)
  const read = which && quantity && price !== undefined ? { ...which, quantity, price, currency } : undefined
  return { draft, set, choose, hasCatalog, isProperty, currency, read }
}

const named = (text: string) => (text.trim() ? { name: text.trim() } : undefined)

function useSaveItem(deal: Deal, item: InterestItem | undefined, onDone: () => void) {
  const add = useAddItem(deal, onDone)
  const change = useChangeItem(deal, item?.id ?? '', onDone)
  const run = ({ name, ...fields }: ItemFields) => {
    // A property has a name of its own, which it keeps unless another is written.
    const said = name !== undefined && name !== item?.name && { name }
    if (item) change.run({ ...fields, ...said })
    else add.run({ ...fields, ...said })
  }
  return { run, isPending: add.isPending || change.isPending, error: add.error ?? change.error }
}
