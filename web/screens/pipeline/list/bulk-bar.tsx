import { useState } from 'react'
import { SquareKanban, UserRound } from '#web/ui/icons.ts'
import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import type { BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { isOfAllPipelines } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { SelectionBar } from '#web/ui/selection/selection-bar.tsx'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { useSelectionWords } from '#web/ui/selection/words.ts'
import { StageMark } from '#web/screens/pipeline/board/column-header.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useBulk } from './use-bulk.ts'

type Props = { query: BoardQuery; selection: Selection<Lead | Opportunity> }

const MAX_SELECTED = 200
const UNASSIGNED = 'none'

/** Bulk actions on the selected records. */
export function BulkBar({ query, selection: { selected, clear } }: Props) {
  const { bulk: words, filters } = usePipelineWords()
  const { selected: count, tooMany } = useSelectionWords()
  const { kind, pipeline } = query
  const agents = useRead('list_agents', {}).data?.items ?? []
  const bulk = useBulk(query, selected, clear)
  const [lost, lose] = useState<Stage>()
  const move = (stage_id: string) => {
    const stage = pipeline.stages.find(({ id }) => id === stage_id)!
    if (stage.type === 'lost' && kind === 'opportunities') lose(stage)
    else bulk.move(stage)
  }
  const isTooMany = selected.length > MAX_SELECTED
  const unassigned = kind === 'leads' ? [{ id: UNASSIGNED, name: filters.nobody }] : []
  return (
    <>
      <SelectionBar status={isTooMany ? tooMany(MAX_SELECTED) : count(selected.length)} onClear={clear}>
        <Picker
          label={words.find}
          nothing={words.nothing}
          value={null}
          choices={[
            ...agents.map(({ id, name }) => ({ id, name, icon: <Avatar name={name} size="sm" /> })),
            ...unassigned,
          ]}
          onPick={(id) => bulk.assign(id === UNASSIGNED ? null : id)}
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
        {!isOfAllPipelines(query.filters) && (
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
        )}
      </SelectionBar>
      <ReasonDialog
        stage={lost}
        onClose={() => lose(undefined)}
        onChoose={(reason) => {
          if (lost) bulk.move(lost, reason)
          lose(undefined)
        }}
      />
    </>
  )
}
