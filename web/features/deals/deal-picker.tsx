import { useState } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import { Handshake, Sprout, UserRound } from '#web/ui/icons.ts'
import type { Filter } from '#contract/filters.ts'
import type { Contact } from '#web/app/api.ts'
import { useRead } from '#web/app/query.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { itemClass, popupClass } from '#web/ui/popup/classes.ts'
import { asLead, asOpportunity, type Deal, type Kind } from './deal.ts'
import { useDealWords } from './words.ts'

type Props = {
  title: string
  label: string
  onPick: (deal: Deal) => void
  /** Also finds contacts. */
  onPickContact?: (contact: Contact) => void
  /** Limits the search to leads or to deals. */
  only?: Kind
  /** Id to leave out. */
  except?: string
}

type Match = Deal | ({ kind: 'contact' } & Contact)

/** Finds a lead or deal by its name or its contact's name. */
export function DealPicker({ title, label, onPick, onPickContact, only, except }: Props) {
  const words = useDealWords()
  const [text, setText] = useState('')
  const matches: Match[] = useMatches(text, only, onPickContact !== undefined).filter(({ id }) => id !== except)
  const pick = (match: Match) => (match.kind === 'contact' ? onPickContact?.(match) : onPick(match))
  return (
    <FieldFrame label={title}>
      <Combobox.Root<Match>
        autoHighlight
        items={matches}
        filter={null}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.url === other.url}
        onInputValueChange={setText}
        onValueChange={(match) => match && pick(match)}
      >
        <Combobox.Input placeholder={label} className={cx(inputClass, 'h-9 pointer-coarse:h-11')} />
        <Combobox.Portal>
          <Combobox.Positioner align="start" sideOffset={6} className="z-40">
            <Combobox.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-none!')}>
              <Combobox.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">
                {words.noMatch}
              </Combobox.Empty>
              <Combobox.List className="max-h-72 overflow-y-auto">
                {(match: Match) => (
                  <Combobox.Item key={match.url} value={match} className={itemClass}>
                    <KindIcon kind={match.kind} />
                    <span className="min-w-0 truncate">{match.name}</span>
                    <span className="min-w-0 flex-1 truncate text-xs text-ink-3">{describe(match)}</span>
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

const LIMIT = 8

function useMatches(text: string, only: Kind | undefined, withContacts: boolean): Match[] {
  const [query, setQuery] = useState('')
  useDebounced(text.trim(), setQuery)
  const input = { limit: LIMIT, ...(query && { filter: nameContains(query) }) }
  const leads = useRead('crm_list_leads', input, { keepsPrevious: true, enabled: only !== 'opportunity' })
  const deals = useRead('crm_list_opportunities', input, { keepsPrevious: true, enabled: only !== 'lead' })
  const findsContacts = withContacts && query !== ''
  const contacts = useRead('search_contacts', { limit: LIMIT, query }, { keepsPrevious: true, enabled: findsContacts })
  return [
    ...(only === 'opportunity' ? [] : (leads.data?.items.map(asLead) ?? [])),
    ...(only === 'lead' ? [] : (deals.data?.items.map(asOpportunity) ?? [])),
    ...(findsContacts ? (contacts.data?.items.map((contact) => ({ ...contact, kind: 'contact' as const })) ?? []) : []),
  ]
}

const nameContains = (name: string): Filter => ({
  any: [
    { all: [{ field: 'name', operator: 'contains', values: [name] }] },
    { all: [{ field: 'contact.name', operator: 'contains', values: [name] }] },
  ],
})

const describe = (match: Match) =>
  match.kind === 'contact'
    ? (match.phone_number ?? match.email)
    : [match.contact?.name, match.stage.name].filter(Boolean).join(' · ')

const icons = { lead: Sprout, opportunity: Handshake, contact: UserRound }

export function KindIcon({ kind, size = 15 }: { kind: Kind | 'contact'; size?: number }) {
  const Icon = icons[kind]
  return <Icon size={size} aria-hidden className="shrink-0" />
}
