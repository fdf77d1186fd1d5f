import { Link } from '@tanstack/react-router'
import { ArrowLeft } from '#web/ui/icons.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { usePages } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { Failed, Loading } from '#web/screens/contacts/list/list-states.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { DuplicateGroup } from './duplicate-group.tsx'

/** Contacts that may be the same person, to be merged or left alone. */
export function Duplicates() {
  const { duplicates: words } = useContactsScreenWords()
  const list = usePages('list_duplicate_contacts', {})
  const { items, error, refetch } = list
  useTitle(words.title)

  return (
    <div className="@container flex h-full flex-col">
      <PageHeader title={words.title} back={<Back />} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {!items && error && <Failed error={error} onRetry={refetch} />}
        {!items && !error && <Loading />}
        {items?.length === 0 && (
          <EmptyState art={<LooseThread />} title={words.none}>
            {words.noneHint}
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <div className="mx-auto max-w-2xl px-4 py-6">
            <p className="mb-4 text-base text-ink-2">{words.hint}</p>
            <ul className="space-y-4">
              {items.map((group) => (
                <DuplicateGroup key={group.name} contacts={group.contacts} />
              ))}
            </ul>
            {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
          </div>
        )}
      </div>
    </div>
  )
}

function Back() {
  const { back } = useContactsScreenWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to="/app/$account_id/contacts"
      params={{ account_id }}
      aria-label={back}
      className={cx(buttonClass('quiet'), '-ml-2 w-8 px-0! pointer-coarse:w-10')}
    >
      <ArrowLeft size={17} aria-hidden />
    </Link>
  )
}
