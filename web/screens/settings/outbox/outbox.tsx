import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Email } from '#contract/records/access.ts'
import { usePages } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { EmailDialog, EmailStatus } from './email-dialog.tsx'
import { useOutboxWords } from './words.ts'

export function Outbox() {
  const words = useOutboxWords()
  const { status } = useSearch({ from: '/app/$account_id/settings/outbox' })
  const navigate = useNavigate()
  const [opened, open] = useState<string>()
  const list = usePages('list_emails', status ? { status } : {}, {
    refetchInterval: (items) => (items?.some((email) => email.status === 'queued') ? 3_000 : false),
  })
  const filter = (
    <Select
      label={words.filter}
      value={status ?? 'all'}
      choices={{ all: words.all, ...words.statuses }}
      marked={Boolean(status)}
      onChange={(next) => void navigate({ to: '.', search: next === 'all' ? {} : { status: next }, replace: true })}
    />
  )
  return (
    <Section title={words.title} hint={words.hint} actions={filter}>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState art={status ? <LooseThread /> : <Spool />} title={status ? words.noMatch : words.empty}>
              {!status && words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((email) => (
                  <Row key={email.id} email={email} onOpen={() => open(email.id)} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }
      </Loaded>
      <EmailDialog email_id={opened} onClose={() => open(undefined)} />
    </Section>
  )
}

function Row({ email, onOpen }: { email: Email; onOpen: () => void }) {
  const words = useOutboxWords()
  const { kind, to_address, subject, error, created_at } = email
  return (
    <li
      className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3
        first:rounded-t-xl last:rounded-b-xl hover:bg-hover"
    >
      <div className="min-w-0">
        <button
          type="button"
          onClick={onOpen}
          className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0
            after:rounded-[inherit]"
        >
          {subject}
        </button>
        <div className="text-sm wrap-anywhere text-ink-3">
          {words.kinds[kind] ?? kind} · {to_address}
        </div>
        {error && <div className="truncate text-sm text-danger-text">{error}</div>}
      </div>
      <div className="flex flex-col items-end gap-1">
        <EmailStatus email={email} />
        <TimeAgo at={created_at} className="text-xs whitespace-nowrap text-ink-3" />
      </div>
    </li>
  )
}
