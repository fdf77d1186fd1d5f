import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useKnowledgeWords } from './words.ts'

const tones = { pending: 'plain', ready: 'good', failed: 'bad' } as const

/** The processing status of a document. */
export function DocumentStatus({ document: { status, progress } }: { document: KnowledgeDocument }) {
  const words = useKnowledgeWords()
  const format = useNumbers()
  const isCounted = status === 'pending' && progress.total !== null && progress.total > 0
  return (
    <Badge tone={tones[status]}>
      {status === 'pending' && <Spinner size={12} />}
      {isCounted ? words.progress(format(progress.done), format(progress.total!)) : words.statuses[status]}
    </Badge>
  )
}
