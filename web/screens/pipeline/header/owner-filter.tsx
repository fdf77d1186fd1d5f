import { ChevronDown, UserRound } from 'lucide-react'
import { useRead } from '#web/query.ts'
import type { Kept } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Picker } from '#web/ui/picker.tsx'

type Props = { filters: Kept; onChange: (filters: Kept) => void }

const ANYONE = 'all'

/** Whose. */
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

/** Who can be chosen, who is, and what choosing does. */
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
