import { Segmented } from '#web/ui/segmented.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { ActivityIcon } from './activity-icon.tsx'
import { useOfferedTypes } from './activity-kinds.ts'
import { useActivityWords } from './words.ts'

type Props = {
  value: string
  /** The type, and the usual duration of one of the workspace. */
  onChange: (type: string, minutes: number | null) => void
  error: string | undefined
}

const planned = ['call', 'meeting', 'task'] as const

/** The type of a new activity: a built-in one, or one of the workspace by its id. */
export function TypeField({ value, onChange, error }: Props) {
  const words = useActivityWords()
  const own = useOfferedTypes()
  if (own.length > 0)
    return (
      <SelectField
        label={words.type}
        value={value}
        choices={[
          ...planned.map((type) => [type, words.types[type]] as const),
          ...own.map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(type) => onChange(type, own.find(({ id }) => id === type)?.duration_minutes ?? null)}
        error={error}
      />
    )
  const named = (type: (typeof planned)[number]) => (
    <>
      <ActivityIcon type={type} />
      {words.types[type]}
    </>
  )
  return (
    <div>
      <Segmented<string>
        label={words.type}
        value={value}
        onChange={(type) => onChange(type, null)}
        choices={{ call: named('call'), meeting: named('meeting'), task: named('task') }}
      />
    </div>
  )
}
