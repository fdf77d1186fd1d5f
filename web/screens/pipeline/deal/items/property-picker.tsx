import { useState } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import type { Output } from '#web/app/api.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useRead } from '#web/app/query.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { itemClass, popupClass } from '#web/ui/popup/classes.ts'

export type FoundProperty = Output<'list_crm_properties'>['items'][number]

/** Finds a property by name, project or code. */
export function PropertyPicker({ onPick }: { onPick: (property: FoundProperty) => void }) {
  const { items: words } = useDrawerWords()
  const money = useMoney()
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  useDebounced(text.trim(), setQuery)
  const input = { limit: 10, ...(query && { name_search: query }) }
  const properties = useRead('list_crm_properties', input, { keepsPrevious: true }).data?.items ?? []
  return (
    <FieldFrame label={words.property}>
      <Combobox.Root<FoundProperty>
        autoHighlight
        items={properties}
        filter={null}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.id === other.id}
        onInputValueChange={setText}
        onValueChange={(property) => property && onPick(property)}
      >
        <Combobox.Input placeholder={words.findProperty} className={cx(inputClass, 'h-9 pointer-coarse:h-11')} />
        <Combobox.Portal>
          <Combobox.Positioner align="start" sideOffset={6} className="z-40">
            <Combobox.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-none!')}>
              <Combobox.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">
                {words.noProperty}
              </Combobox.Empty>
              <Combobox.List className="max-h-72 overflow-y-auto">
                {(property: FoundProperty) => (
                  <Combobox.Item key={property.id} value={property} className={cx(itemClass, 'py-1.5')}>
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{property.name}</span>
                      <span className="block truncate text-xs text-ink-3">
                        {[property.code, property.sector, property.city].filter(Boolean).join(' · ')}
                      </span>
                    </span>
                    {property.list_price !== null && (
                      <span className="text-xs text-ink-2 tabular-nums">
                        {money.short(property.list_price, property.currency)}
                      </span>
                    )}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldFrame>
  )
}
