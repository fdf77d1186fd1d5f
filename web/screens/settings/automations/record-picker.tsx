import { useState } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import type { SubjectType } from '#contract/records/automation.ts'
import { useRead } from '#web/app/query.ts'
import { personConditions } from '#web/features/conversations/person-conditions.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { itemClass, popupClass } from '#web/ui/popup/classes.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useAutomationWords } from './words.ts'

export type Found = { id: string; name: string; hint: string }

type Props = { subject: SubjectType; label: string; value: Found | undefined; onPick: (found: Found) => void }

/** Picks a conversation, contact, lead or deal, found by typing. */
export function RecordPicker({ subject, label, value, onPick }: Props) {
  const { actions: words } = useAutomationWords()
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  useDebounced(text.trim(), setQuery)
  const found = useFound(subject, value && text === value.name ? '' : query)
  return (
    <FieldFrame label={label}>
      <Combobox.Root<Found>
        autoHighlight
        items={found}
        filter={null}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.id === other.id}
        value={value ?? null}
        onInputValueChange={setText}
        onValueChange={(next) => next && onPick(next)}
      >
        <Combobox.Input placeholder={words.find} className={cx(inputClass, 'h-9 pointer-coarse:h-11')} />
        <Combobox.Portal>
          <Combobox.Positioner align="start" sideOffset={6} className="z-40">
            <Combobox.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-none!')}>
              <Combobox.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">
                {words.nothing}
              </Combobox.Empty>
              <Combobox.List className="max-h-72 overflow-y-auto">
                {(each: Found) => (
                  <Combobox.Item key={each.id} value={each} className={cx(itemClass, 'block py-1.5')}>
                    <div className="truncate font-medium">{each.name}</div>
                    <div className="truncate text-xs text-ink-3">{each.hint}</div>
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

/** The latest records of a type, or those that match the query; only the chosen type is read. */
function useFound(subject: SubjectType, query: string): Found[] {
  const input = { limit: 12, ...(query && { query }) }
  const options = (kind: SubjectType) => ({ enabled: subject === kind, keepsPrevious: true })
  const whose = query ? { filter: { any: personConditions(query).map((all) => ({ all })) } } : {}
  const conversations = useRead('list_conversations', { limit: 12, status: 'all', ...whose }, options('conversation'))
  const contacts = useRead('search_contacts', input, options('contact'))
  const leads = useRead('crm_list_leads', input, options('lead'))
  const opportunities = useRead('crm_list_opportunities', input, options('opportunity'))
  const lists = {
    conversation: conversations.data?.items.map(({ id, contact, inbox, last_message }) => ({
      id,
      name: contact.name,
      hint: [`#${id}`, inbox.name, last_message?.preview].filter(Boolean).join(' · '),
    })),
    contact: contacts.data?.items.map(({ id, name, phone_number, email }) => ({
      id,
      name,
      hint: [phone_number, email].filter(Boolean).join(' · '),
    })),
    lead: leads.data?.items.map(({ id, name, pipeline, stage }) => ({
      id,
      name,
      hint: `${pipeline.name} · ${stage.name}`,
    })),
    opportunity: opportunities.data?.items.map(({ id, name, pipeline, stage }) => ({
      id,
      name,
      hint: `${pipeline.name} · ${stage.name}`,
    })),
  }
  return lists[subject] ?? []
}
