import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { unmarked } from '#contract/channels.ts'
import type { Output } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { pathOf } from '#web/app/path.ts'
import { useRead } from '#web/app/query.ts'
import { BookOpen, Funnel, Handshake, House, MessageSquare, User, type IconComponent } from '#web/ui/icons.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { match } from './match.ts'

export type Item = {
  id: string
  label: string
  hint?: string | undefined
  key?: string | undefined
  icon: IconComponent
  run: () => void
}
export type Group = { value: string; items: Item[] }

type Answer = Output<'search_everything'>

/** The records that match the text, by kind. While it is searched for, those found before that still fit. */
export function useFound(text: string): { groups: Group[]; isSearching: boolean } {
  const { commands: words, places } = useWords()
  const { history } = useRouter()
  const [query, setQuery] = useState('')
  useDebounced(text, setQuery, 120)
  const { data, isPlaceholderData, isError } = useRead(
    'search_everything',
    { query },
    { enabled: query.length > 1, keepsPrevious: true },
  )
  if (text.length < 2) return { groups: [], isSearching: false }
  const isSearching = query !== text || ((!data || isPlaceholderData) && !isError)
  const groups = data ? groupsOf(data) : []
  return { groups: isSearching ? stillFitting(groups, text) : groups, isSearching }

  function groupsOf(found: Answer): Group[] {
    const toItem =
      (icon: IconComponent) =>
      ({ id, name, detail, url }: Answer['leads'][number]): Item => ({
        id: `found:${url}:${id}`,
        label: name,
        hint: detail ?? undefined,
        icon,
        run: () => history.push(pathOf(url)),
      })
    const talks = found.conversations.map(({ id, contact, channel, message, inbox, url }) => {
      const detail = message ? unmarked(message.content, message, channel) : inbox.name
      return toItem(MessageSquare)({ id, name: contact.name, detail, url })
    })
    return [
      { value: words.people, items: found.contacts.map(toItem(User)) },
      { value: words.conversations, items: talks },
      { value: words.deals, items: found.opportunities.map(toItem(Handshake)) },
      { value: words.leads, items: found.leads.map(toItem(Funnel)) },
      { value: places.properties, items: found.properties.map(toItem(House)) },
      { value: words.documents, items: found.documents.map(toItem(BookOpen)) },
    ].filter(({ items }) => items.length > 0)
  }
}

function stillFitting(groups: Group[], text: string): Group[] {
  return groups
    .map(({ value, items }) => ({
      value,
      items: items.filter(({ label, hint = '' }) => match(`${label} ${hint}`, text) === 'exact'),
    }))
    .filter(({ items }) => items.length > 0)
}
