import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { More } from '#web/parts/more.tsx'
import { usePages } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { Failed, Loading } from '#web/screens/contacts/list/list-states.tsx'
import { DuplicateGroup } from './duplicate-group.tsx'

/** Contacts that may be one person, to be merged or left alone. */
export function Duplicates() {
  const { contacts: words } = useWords()
  const list = usePages('list_duplicate_contacts', {})
  const { items, error, refetch } = list
  useTitle(words.duplicates.title)

  return (
    <div className="@container flex h-full flex-col">
      <PageHeader title={words.duplicates.title} back={<Back />} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {!items && error && <Failed error={error} onRetry={refetch} />}
        {!items && !error && <Loading />}
        {items?.length === 0 && (
          <EmptyState art={<LooseThread />} title={words.duplicates.none}>
            {words.duplicates.noneHint}
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <div className="mx-auto max-w-2xl px-4 py-6">
            <p className="mb-4 text-base text-ink-2">{words.duplicates.hint}</p>
            <ul className="space-y-4">
              {items.map((group) => (
                <DuplicateGroup key={group.name} contacts={group.contacts} />
              ))}
            </ul>
            {(list.hasNextPage || list.isFetchNextPageError) && <More list={list} />}
          </div>
        )}
      </div>
    </div>
  )
}

function Back() {
  const { contacts: words } = useWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to="/app/$account_id/contacts"
      params={{ account_id }}
      aria-label={words.back}
      className={cx(buttonClass('quiet'), '-ml-2 w-8 px-0! pointer-coarse:w-10')}
    >
      <ArrowLeft size={17} aria-hidden />
    </Link>
  )
}
