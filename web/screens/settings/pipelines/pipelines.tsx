import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Pipeline } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { CreatePipeline } from './create-pipeline.tsx'
import { StageColor } from './stage-color.tsx'
import { usePipelineSettingsWords } from './words.ts'

export function Pipelines() {
  const words = usePipelineSettingsWords()
  const { data, error, refetch } = useRead('crm_list_pipelines', {})
  const [isCreating, create] = useState(false)
  const button = <CreateButton label={words.create} onCreate={() => create(true)} />
  return (
    <Section title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : button}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={button}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <ul aria-label={words.title} className="grid gap-3">
              {items.map((pipeline) => (
                <Card key={pipeline.id} pipeline={pipeline} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <CreatePipeline open={isCreating} onClose={() => create(false)} />
    </Section>
  )
}

function Card({ pipeline }: { pipeline: Pipeline }) {
  const words = usePipelineSettingsWords()
  const { id: account_id } = useAccount()
  const { name, kind, is_default, default_currency, stages, description } = pipeline
  return (
    <li className="relative rounded-xl px-4 py-3.5 ring-1 ring-line hover:bg-hover">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/app/$account_id/settings/pipelines/$pipeline_id"
          params={{ account_id, pipeline_id: pipeline.id }}
          className="min-w-0 truncate text-base font-medium after:absolute after:inset-0 after:rounded-xl"
        >
          {name}
        </Link>
        <Badge>{words.kinds[kind]}</Badge>
        {is_default && <Badge tone="accent">{words.default}</Badge>}
        <span className="ml-auto text-sm text-ink-3">{default_currency}</span>
      </div>
      {description && <p className="mt-0.5 text-sm text-ink-3">{description}</p>}
      <ol className="mt-2.5 flex flex-wrap gap-1.5">
        {stages.map((stage) => (
          <li
            key={stage.id}
            className="inline-flex h-6 max-w-48 items-center gap-1.5 rounded-full bg-surface px-2.5 text-xs text-ink-2
              ring-1 ring-line ring-inset"
          >
            <StageColor stage={stage} />
            <span className="truncate">{stage.name}</span>
          </li>
        ))}
      </ol>
    </li>
  )
}
