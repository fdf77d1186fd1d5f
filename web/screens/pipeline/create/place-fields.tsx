import { useWords } from '#web/i18n.ts'
import { useRead } from '#web/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { SelectField } from '#web/ui/select.tsx'
import type { usePlace } from './use-place.ts'

type Props = {
  place: ReturnType<typeof usePlace>
  owner_id: string
  onOwner: (id: string) => void
  /** A lead may be nobody's. */
  mayBeNobodys?: boolean
  errors: Record<string, string>
}

export const NOBODY = 'none'

/** In which pipeline and stage, and whose. */
export function PlaceFields({ place, owner_id, onOwner, mayBeNobodys, errors }: Props) {
  const words = usePipelineWords()
  const { common } = useWords()
  const agents = useRead('list_agents', {}).data?.items ?? []
  return (
    <>
      {place.pipelines.length > 1 && (
        <SelectField
          label={words.pipeline}
          value={place.pipeline?.id ?? ''}
          choices={pairs(place.pipelines)}
          onChange={place.setPipeline}
          error={errors['pipeline']}
        />
      )}
      <SelectField
        label={words.create.stage}
        value={place.stage?.id ?? ''}
        choices={pairs(place.stages)}
        onChange={place.setStage}
        placeholder={common.loading}
        error={errors['stage']}
      />
      <SelectField
        label={words.create.owner}
        value={owner_id}
        choices={[...pairs(agents), ...(mayBeNobodys ? [[NOBODY, words.filters.nobody] as const] : [])]}
        onChange={onOwner}
        error={errors['owner'] ?? errors['owner_id']}
      />
    </>
  )
}

const pairs = (all: readonly { id: string; name: string }[]) => all.map(({ id, name }) => [id, name] as const)
