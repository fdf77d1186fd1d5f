import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { SelectField } from '#web/ui/select.tsx'
import type { usePlacement } from './use-placement.ts'

type Props = {
  placement: ReturnType<typeof usePlacement>
  owner_id: string
  onOwner: (id: string) => void
  /** Leads may have no owner. */
  hasUnassigned?: boolean
  errors: Record<string, string>
}

export const UNASSIGNED = 'none'

/** Pipeline, stage and owner of a new record. */
export function PlacementFields({ placement, owner_id, onOwner, hasUnassigned, errors }: Props) {
  const { fields, create: words } = useDealWords()
  const { common } = useWords()
  const agents = useRead('list_agents', {}).data?.items ?? []
  return (
    <>
      {placement.pipelines.length > 1 && (
        <SelectField
          label={fields.pipeline}
          value={placement.pipeline?.id ?? ''}
          choices={pairs(placement.pipelines)}
          onChange={placement.setPipeline}
          error={errors['pipeline']}
        />
      )}
      <SelectField
        label={fields.stage}
        value={placement.stage?.id ?? ''}
        choices={pairs(placement.stages)}
        onChange={placement.setStage}
        placeholder={common.loading}
        error={errors['stage']}
      />
      <SelectField
        label={fields.owner}
        value={owner_id}
        choices={[...pairs(agents), ...(hasUnassigned ? [[UNASSIGNED, words.noOwner] as const] : [])]}
        onChange={onOwner}
        error={errors['owner'] ?? errors['owner_id']}
      />
    </>
  )
}

const pairs = (all: readonly { id: string; name: string }[]) => all.map(({ id, name }) => [id, name] as const)
