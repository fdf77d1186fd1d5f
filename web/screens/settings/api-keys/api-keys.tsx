import { useState } from 'react'
import { BookOpen } from 'lucide-react'
import type { ApiKey } from '#contract/records/access.ts'
import type { Output } from '#web/api.ts'
import { CreateButton } from '#web/parts/create-button.tsx'
import { More } from '#web/parts/more.tsx'
import { usePages } from '#web/query.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyRow } from './key-row.tsx'
import { MadeKey } from './made-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { useApiKeyWords } from './words.ts'

/** The keys by which programs and agents come in. */
export function ApiKeys() {
  const words = useApiKeyWords()
  const list = usePages('list_api_keys', {})
  const [isCreating, create] = useState(false)
  const [made, show] = useState<Output<'create_api_key'>>()
  const [revoked, revoke] = useState<ApiKey>()
  const actions = (
    <>
      <a href="/docs" target="_blank" rel="noreferrer" className={buttonClass('outline')}>
        <BookOpen size={15} aria-hidden />
        <span className="max-sm:sr-only">{words.reference}</span>
      </a>
      <CreateButton label={words.create} onCreate={() => create(true)} />
    </>
  )
  return (
    <Section title={words.title} hint={words.hint} actions={actions}>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <Keys title={words.active} keys={items.filter(works)} onRevoke={revoke} />
              <Keys title={words.ended} keys={items.filter((key) => !works(key))} />
              {(list.hasNextPage || list.isFetchNextPageError) && <More list={list} />}
            </>
          )
        }
      </Loaded>
      <CreateKey open={isCreating} onClose={() => create(false)} onMade={show} />
      <MadeKey made={made} onClose={() => show(undefined)} />
      <RevokeKey apiKey={revoked} onClose={() => revoke(undefined)} />
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
