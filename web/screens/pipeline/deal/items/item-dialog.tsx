import { useState } from 'react'
import type { InterestItem } from '#contract/records/property.ts'
import { describeFormError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { readAmount } from '#web/app/format/amount.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useAccount } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AmountField } from '#web/features/deals/amount-field.tsx'
import type { Deal } from '#web/features/deals/deal.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useAddItem, useChangeItem, type ItemFields } from './item-actions.ts'
import { PropertyPicker, type FoundProperty } from './property-picker.tsx'

type Props = { edited: InterestItem | 'new' | undefined; deal: Deal; onClose: () => void }

/** Adds or edits an item of interest. */
export function ItemDialog({ edited, deal, onClose }: Props) {
  const { items: words } = useDrawerWords()
  return (
    <EditDialog edited={edited} onClose={onClose} title={(item) => (item ? words.editTitle : words.addTitle)}>
      {(item) => <ItemForm deal={deal} item={item} onClose={onClose} />}
    </EditDialog>
  )
}

type FormProps = { deal: Deal; item: InterestItem | undefined; onClose: () => void }

function ItemForm({ deal, item, onClose }: FormProps) {
  const { common } = useWords()
  const { items: words } = useDrawerWords()
  const { draft, set, choose, hasCatalog, isProperty, currency, read } = useDraft(deal, item)
  const { name, kind, quantity, price, property } = draft
  const save = useSaveItem(deal, item, () => {
    onClose()
    if (!item) toast.good(words.added(property?.name ?? name))
  })
  const errors = fieldErrors(save.error)
  return (
    <DialogForm
      onSubmit={() => {
        if (read) save.run(read)
      }}
      onCancel={onClose}
      submit={item ? common.save : common.add}
      busy={save.isPending}
      disabled={!read}
      problem={describeFormError(save.error)}
    >
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
    </DialogForm>
  )
}

/** The draft, and its input; undefined while it is incomplete. */
function useDraft(deal: Deal, item: InterestItem | undefined) {
  const money = useMoney()
  const hasCatalog = useAccount().modules.includes('real_estate')
  const [draft, setDraft] = useState({
    kind: (hasCatalog ? 'property' : 'other') as 'property' | 'other',
    property: undefined as FoundProperty | undefined,
    name: item?.name ?? '',
    quantity: String(item?.quantity ?? 1),
    price: money.plain(item?.price ?? null),
  })
  const set = (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change }))
  const choose = (property: FoundProperty) => set({ property, price: money.plain(property.list_price) })
  const isProperty = !item && draft.kind === 'property'
  const currency = item?.currency ?? (isProperty ? draft.property?.currency : undefined) ?? deal.currency
  const target = isProperty ? draft.property && { property_id: draft.property.id } : toName(draft.name)
  const price = readAmount(draft.price)
  const quantity = readAmount(draft.quantity)
  const read = target && quantity && price !== undefined ? { ...target, quantity, price, currency } : undefined
  return { draft, set, choose, hasCatalog, isProperty, currency, read }
}

const toName = (text: string) => (text.trim() ? { name: text.trim() } : undefined)

function useSaveItem(deal: Deal, item: InterestItem | undefined, onDone: () => void) {
  const add = useAddItem(deal, onDone)
  const change = useChangeItem(deal, item?.id ?? '', onDone)
  const run = ({ name, ...fields }: ItemFields) => {
    // A property keeps its own name unless another one is entered.
    const renamed = name !== undefined && name !== item?.name && { name }
    if (item) change.run({ ...fields, ...renamed })
    else add.run({ ...fields, ...renamed })
  }
  return { run, isPending: add.isPending || change.isPending, error: add.error ?? change.error }
}
