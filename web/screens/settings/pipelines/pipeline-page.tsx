import { useState } from 'react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { SquareKanban, Trash2 } from '#web/ui/icons.ts'
import type { Pipeline } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { BackLink } from '#web/screens/settings/frame/back-link.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { DeletePipeline } from './delete-pipeline.tsx'
import { PipelineDetails } from './pipeline-details.tsx'
import { Stages } from './stages.tsx'
import { usePipelineSettingsWords } from './words.ts'

export function PipelinePage() {
  const words = usePipelineSettingsWords()
  const { pipeline_id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead('crm_list_pipelines', {})
  const found = data?.items.find(({ id }) => id === pipeline_id)
  return (
    <Section
      narrow
      title={found?.name ?? words.one}
      back={<BackLink to="/app/$account_id/settings/pipelines" label={words.back} />}
      actions={found && <Actions pipeline={found} />}
    >
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {() =>
          found ? (
            <>
              <p className="mb-4 flex flex-wrap gap-2">
                <Badge>{words.kinds[found.kind]}</Badge>
                {found.is_default && <Badge tone="accent">{words.default}</Badge>}
              </p>
              <Stages pipeline={found} />
              <PipelineDetails key={found.id} pipeline={found} />
            </>
          ) : (
            <EmptyState art={<LooseThread />} title={words.gone}>
              {words.goneHint}
            </EmptyState>
          )
        }
      </Loaded>
    </Section>
  )
}

function Actions({ pipeline }: { pipeline: Pipeline }) {
  const words = usePipelineSettingsWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const [isDeleting, remove] = useState(false)
  return (
    <>
      <Link
        to="/app/$account_id/pipeline"
        params={{ account_id }}
        search={{ pipeline_id: pipeline.id }}
        className={buttonClass('outline')}
      >
        <SquareKanban size={15} aria-hidden />
        <span className="max-sm:sr-only">{words.openBoard}</span>
      </Link>
      <IconButton label={words.delete} onClick={() => remove(true)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      <DeletePipeline
        open={isDeleting}
        onClose={() => remove(false)}
        pipeline={pipeline}
        onDeleted={() => void navigate({ to: '/app/$account_id/settings/pipelines', params: { account_id } })}
      />
    </>
  )
}
