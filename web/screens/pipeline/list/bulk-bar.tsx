import { useState } from 'react'
import { SquareKanban, UserRound, X } from 'lucide-react'
import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'
import { useRead } from '#web/query.ts'
import type { Sales } from '#web/screens/pipeline/sales.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { StageMark } from '#web/screens/pipeline/board/column-header.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useBulk } from './use-bulk.ts'

type Props = { sales: Sales; chosen: (Lead | Opportunity)[]; onDone: () => void }

const MOST = 200
const NOBODY = 'none'

/** What can be done with everything that is selected. */
export function BulkBar({ sales, chosen, onDone }: Props) {
  const { bulk: words, filters } = usePipelineWords()
  const { kind, pipeline } = sales
  const agents = useRead('list_agents', {}).data?.items ?? []
  const bulk = useBulk(sales, chosen, onDone)
  const [lost, lose] = useState<Stage>()
  const move = (stage_id: string) => {
    const stage = pipeline.stages.find(({ id }) => id === stage_id)!
    if (stage.type === 'lost' && kind === 'opportunities') lose(stage)
    else bulk.move(stage)
  }
  const isTooMany = chosen.length > MOST
  const nobody = kind === 'leads' ? [{ id: NOBODY, name: filters.nobody }] : []
  return (
    <div
      role="toolbar"
      aria-label={words.label}
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-2 md:px-5"
    >
      <p role="status" className="text-sm font-medium">
        {isTooMany ? words.atMost : words.selected(chosen.length)}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Picker
          label={words.find}
          nothing={words.nothing}
          value={null}
          choices={[...agents.map(({ id, name }) => ({ id, name, icon: <Avatar name={name} size="sm" /> })), ...nobody]}
          onPick={(id) => bulk.give(id === NOBODY ? null : id)}
          trigger={
            <Button
              aria-label={words.owner}
              look="outline"
              icon={<UserRound size={14} aria-hidden />}
              disabled={isTooMany}
              busy={bulk.isPending}
            >
              {words.owner}
            </Button>
          }
        />
        <Picker
          label={words.find}
          nothing={words.nothing}
          value={null}
          choices={pipeline.stages.map((stage) => ({
            id: stage.id,
            name: stage.name,
            icon: <StageMark stage={stage} />,
          }))}
          onPick={move}
          trigger={
            <Button
              aria-label={words.stage}
              look="outline"
              icon={<SquareKanban size={14} aria-hidden />}
              disabled={isTooMany}
              busy={bulk.isPending}
            >
              {words.stage}
            </Button>
          }
        />
        <IconButton label={words.clear} onClick={onDone}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <ReasonDialog
        stage={lost}
        onClose={() => lose(undefined)}
        onChoose={(reason) => {
          if (lost) bulk.move(lost, reason)
          lose(undefined)
        }}
      />
    </div>
  )
}
