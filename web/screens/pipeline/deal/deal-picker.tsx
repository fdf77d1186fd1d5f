import { useState } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import { Handshake, Sprout } from 'lucide-react'
import type { Filter } from '#contract/filters.ts'
import { useRead } from '#web/query.ts'
import { cx } from '#web/ui/cx.ts'
import { Labelled } from '#web/ui/field.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { itemClass, popupClass } from '#web/ui/menu.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { asLead, asOpportunity, type Deal, type Kind } from './deal.ts'
import { useDealWords } from './words.ts'

export type Found = Deal

type Props = {
  title: string
  label: string
  onPick: (deal: Deal) => void
  /** Only leads, or only deals. */
  only?: Kind
  /** All but this one. */
  except?: string
}

/** One lead or deal, found by its name. */
export function DealPicker({ title, label, onPick, only, except }: Props) {
  const { merge: words } = useDealWords()
  const [text, setText] = useState('')
  const found = useFound(text, only).filter(({ id }) => id !== except)
  return (
    <Labelled label={title}>
      <Combobox.Root<Deal>
        items={found}
        filter={null}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.url === other.url}
        onInputValueChange={setText}
        onValueChange={(deal) => deal && onPick(deal)}
      >
        <Combobox.Input placeholder={label} className={cx(inputClass, 'h-9 pointer-coarse:h-11')} />
        <Combobox.Portal>
          <Combobox.Positioner align="start" sideOffset={6} className="z-40">
            <Combobox.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-none!')}>
              <Combobox.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">
                {words.noMatch}
              </Combobox.Empty>
              <Combobox.List className="max-h-72 overflow-y-auto">
                {(deal: Deal) => (
                  <Combobox.Item key={deal.url} value={deal} className={itemClass}>
                    <KindIcon kind={deal.kind} />
                    <span className="min-w-0 truncate">{deal.name}</span>
                    <span className="min-w-0 flex-1 truncate text-xs text-ink-3">{whereOf(deal)}</span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Labelled>
  )
}

const LIMIT = 8

function useFound(text: string, only: Kind | undefined): Deal[] {
  const [query, setQuery] = useState('')
  useDebounced(text.trim(), setQuery)
  const input = { limit: LIMIT, ...(query && { filter: named(query) }) }
  const leads = useRead('crm_list_leads', input, { keepsPrevious: true, enabled: only !== 'opportunity' })
  const deals = useRead('crm_list_opportunities', input, { keepsPrevious: true, enabled: only !== 'lead' })
  return [
    ...(only === 'opportunity' ? [] : (leads.data?.items.map(asLead) ?? [])),
    ...(only === 'lead' ? [] : (deals.data?.items.map(asOpportunity) ?? [])),
  ]
}

const named = (name: string): Filter => ({
  any: [
    { all: [{ field: 'name', operator: 'contains', values: [name] }] },
    { all: [{ field: 'contact.name', operator: 'contains', values: [name] }] },
  ],
})

const whereOf = ({ stage, contact }: Deal) => [contact?.name, stage.name].filter(Boolean).join(' · ')

export function KindIcon({ kind, size = 15 }: { kind: Kind; size?: number }) {
  const Icon = kind === 'lead' ? Sprout : Handshake
  return <Icon size={size} aria-hidden className="shrink-0" />
}
