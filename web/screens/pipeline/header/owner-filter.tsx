import { UserRound } from 'lucide-react'
import { useRead } from '#web/query.ts'
import type { Kept } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useSession } from '#web/session.ts'
import { Select, SelectField } from '#web/ui/select.tsx'

type Props = { filters: Kept; onChange: (filters: Kept) => void }

const ANYONE = 'all'

/** Whose. */
export function OwnerFilter({ filters, onChange }: Props) {
  const { filters: words } = usePipelineWords()
  const owner = useOwner({ filters, onChange })
  return (
    <Select {...owner} label={words.owner} icon={<UserRound size={14} aria-hidden />} marked={owner.value !== ANYONE} />
  )
}

/** The same among the other filters, where the bar has no room for it. */
export function OwnerField(props: Props) {
  const { filters: words } = usePipelineWords()
  return <SelectField {...useOwner(props)} label={words.owner} />
}

function useOwner({ filters, onChange }: Props) {
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
