import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { useWords } from '#web/app/i18n.ts'
import type { ConversationFilters, SearchScope } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

type Props = {
  filters: ConversationFilters
  onChange: (change: Partial<ConversationFilters>) => void
  searchRef: RefObject<HTMLInputElement | null>
  /** The matches that are shown. */
  scope: SearchScope | 'all'
}

/** Searches people and messages. The list is updated when the typing pauses. */
export function Search({ filters, onChange, searchRef, scope }: Props) {
  const { q = '' } = filters
  const { common } = useWords()
  const { search: words } = useInboxWords()
  const [text, setText] = useState(q)
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q])
  useDebounced(text.trim(), (settled) => settled !== q && onChange({ q: settled }))

  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && text) setText('')
    else if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
  }
  return (
    <div className="flex shrink-0 flex-col items-start gap-2 px-3 pb-2.5">
      <div className="flex w-full">
        <SearchField
          ref={searchRef}
          label={words.label}
          clearLabel={common.clear}
          value={text}
          onChange={setText}
          onKeyDown={keys}
          hotkey="/"
        />
      </div>
      {q && (
        <Segmented
          label={words.scope}
          value={scope}
          choices={{ all: words.all, people: words.people, messages: words.messages }}
          onChange={(next) => onChange({ in: next === 'all' ? undefined : next })}
        />
      )}
    </div>
  )
}
