import { useState } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import type { Contact } from '#web/app/api.ts'
import { useRead } from '#web/app/query.ts'
import { isAddress } from '#web/features/mail/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { ContactCard } from './contact-card.tsx'
import { useContactWords } from './words.ts'
import { itemClass, popupClass } from '#web/ui/popup/classes.ts'

type Props = {
  label: string
  except: string
  onPick: (contact: Contact) => void
  /** Takes an e-mail address that no contact has. */
  onAddress?: (address: string) => void
}

/** One contact, found by name, phone or e-mail. */
export function ContactPicker({ label, except, onPick, onAddress }: Props) {
  const words = useContactWords()
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  useDebounced(text.trim(), setQuery)
  const { data } = useRead('search_contacts', { limit: 10, ...(query && { query }) }, { keepsPrevious: true })
  const found = data?.items.filter(({ id }) => id !== except) ?? []
  const address = text.trim().toLowerCase()
  const takeAddress =
    onAddress && data && found.length === 0 && isAddress(address) ? () => onAddress(address) : undefined

  return (
    <Combobox.Root<Contact>
      autoHighlight
      items={found}
      filter={null}
      itemToStringLabel={({ name }) => name}
      onInputValueChange={setText}
      onValueChange={(contact) => contact && onPick(contact)}
    >
      <Combobox.Input
        aria-label={label}
        placeholder={label}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !takeAddress) return
          event.preventDefault()
          takeAddress()
        }}
        className={cx(inputClass, 'h-9 pointer-coarse:h-11')}
      />
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} className="z-40">
          <Combobox.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-none!')}>
            <Combobox.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">
              {takeAddress ? (
                <Button size="sm" look="outline" onClick={takeAddress}>
                  {words.writeTo(address)}
                </Button>
              ) : (
                words.noMatch
              )}
            </Combobox.Empty>
            <Combobox.List className="max-h-72 overflow-y-auto">
              {(contact: Contact) => (
                <Combobox.Item key={contact.id} value={contact} className={cx(itemClass, 'block py-1.5')}>
                  <ContactCard contact={contact} />
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
