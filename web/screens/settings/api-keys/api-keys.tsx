import { useState } from 'react'
import { BookOpen } from '#web/ui/icons.ts'
import type { ApiKey } from '#contract/records/access.ts'
import type { Output } from '#web/app/api.ts'
import { usePages } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'
import { useApiKeyWords } from './words.ts'

export function ApiKeys() {
  const words = useApiKeyWords()
  const list = usePages('list_api_keys', {})
  const [isCreating, create] = useState(false)
  const [created, show] = useState<Output<'create_api_key'>>()
  const [revoked, revoke] = useState<ApiKey>()
  const button = <CreateButton label={words.create} onCreate={() => create(true)} />
  const actions = (
    <>
      <a href="/docs" target="_blank" rel="noreferrer" className={buttonClass('outline')}>
        <BookOpen size={15} aria-hidden />
        <span className="max-sm:sr-only">{words.reference}</span>
      </a>
      {list.items?.length !== 0 && button}
    </>
  )
  return (
    <Section title={words.title} hint={words.hint} actions={actions}>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={button}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <Keys title={words.active} keys={items.filter(works)} onRevoke={revoke} />
              <Keys title={words.ended} keys={items.filter((key) => !works(key))} />
              {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
            </>
          )
        }
      </Loaded>
      <CreateKey open={isCreating} onClose={() => create(false)} onCreated={show} />
      <NewKey created={created} onClose={() => show(undefined)} />
      <DeleteDialog
        record={revoked}
        nameOf={({ name }) => name}
        onClose={() => revoke(undefined)}
        operation="revoke_api_key"
        input={({ id }) => ({ api_key_id: id })}
        invalidates={['list_api_keys']}
        words={{
          deleteTitle: words.revokeTitle,
          deleted: words.revoked,
          delete: words.revoke,
        }}
      >
        {words.revokeWarning}
      </DeleteDialog>
    </Section>
  )
}

const works = ({ revoked_at, expires_at }: ApiKey) =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > Date.now())

type KeysProps = { title: string; keys: ApiKey[]; onRevoke?: (key: ApiKey) => void }

function Keys({ title, keys, onRevoke }: KeysProps) {
  if (keys.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-ink-2">{title}</h2>
      <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} {...(onRevoke && { onRevoke: () => onRevoke(key) })} />
        ))}
      </ul>
    </section>
  )
}
