import { BookOpen } from '#web/ui/icons.ts'
import { Link } from '@tanstack/react-router'
import type { AiSource } from '#contract/records/assistant.ts'
import type { Message } from '#contract/records/conversation.ts'
import { useAccount } from '#web/app/session.ts'
import { useThreadWords } from './words.ts'

type Source = Pick<AiSource, 'document_id' | 'title'>

/** The documents an answer of the AI agent is based on. */
export function Sources({ sources, label }: { sources: readonly Source[]; label?: string }) {
  const { thread: words } = useThreadWords()
  const { id: account_id } = useAccount()
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs whitespace-normal text-ink-2">
      <BookOpen size={12} aria-hidden />
      <span>{label ?? words.sources}:</span>
      {[...new Map(sources.map((each) => [each.document_id, each])).values()].map(({ document_id, title }) => (
        <Link
          key={document_id}
          to="/app/$account_id/settings/knowledge/$document_id"
          params={{ account_id, document_id }}
          className="text-accent-text underline underline-offset-2"
        >
          {title}
        </Link>
      ))}
    </p>
  )
}

export function sourcesOf({ content_attributes }: Message): Source[] {
  const { sources } = content_attributes
  return Array.isArray(sources) ? sources.filter(isSource) : []
}

const isSource = (each: unknown): each is Source =>
  typeof each === 'object' &&
  each !== null &&
  'title' in each &&
  typeof each.title === 'string' &&
  'document_id' in each
