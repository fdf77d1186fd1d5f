import { ChevronDown, UserRound } from '#web/ui/icons.ts'
import { useRead } from '#web/app/query.ts'
import type { ActiveFilters } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Picker } from '#web/ui/picker.tsx'

type Props = { filters: ActiveFilters; onChange: (filters: ActiveFilters) => void }

const ANYONE = 'all'

export function OwnerFilter({ filters, onChange }: Props) {
  const words = usePipelineWords()
  const { value, choices, onChange: pick } = useOwner({ filters, onChange })
  const name = choices.find(([id]) => id === value)?.[1] ?? ''
  return (
    <Picker
      label={words.filters.owner}
      nothing={words.bulk.nothing}
      value={value}
      choices={choices.map(([id, name]) => ({ id, name }))}
      onPick={pick}
      trigger={
        <Button
          look="outline"
          icon={<UserRound size={14} aria-hidden />}
          aria-label={`${words.filters.owner}: ${name}`}
          className={cx('font-normal', value !== ANYONE && 'bg-accent-soft! text-accent-text!')}
        >
          {name}
          <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
        </Button>
      }
    />
  )
}

/** Value and choices of the owner filter. */
export function useOwner({ filters, onChange }: Props) {
  const { filters: words } = usePipelineWords()
  const { user } = useSession()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const { owner = ANYONE, ...others } = filters
  const people = agents.filter(({ id }) => id !== user.id).map(({ id, name }) => [id, name] as const)
  return {
    value: owner,
    choices: [[ANYONE, words.anyone], [user.id, words.mine], ['none', words.nobody], ...people] as const,
    onChange: (next: string) => onChange(next === ANYONE ? others : { ...others, owner: next }),
  }
}
