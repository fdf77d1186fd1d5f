import { FunnelX } from '#web/ui/icons.ts'
import { useRead } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Select } from '#web/ui/select.tsx'
import { nameOfAction } from './action-name.ts'
import { isFiltered, type AuditFilters } from './audit-filters.ts'
import { useAuditWords } from './words.ts'

type Props = { filters: AuditFilters; onChange: (filters: AuditFilters) => void }

const ANY = 'any'

export function AuditToolbar({ filters, onChange }: Props) {
  const words = useAuditWords()
  const members = useRead('list_members', {}).data?.items ?? []
  const { action = ANY, actor = ANY, from = '', to = '' } = filters
  const set = (name: keyof AuditFilters, value: string) => {
    const { [name]: _, ...others } = filters
    onChange(value && value !== ANY ? { ...others, [name]: value } : others)
  }
  const actions = { ...words.actions, ...(filters.action && { [action]: nameOfAction(action, words.actions) }) }
  const byName = Object.entries(actions).sort(([, a], [, b]) => a.localeCompare(b))
  const people = members.map(({ id, name }) => [id, name] as const)

  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        label={words.action}
        value={action}
        choices={{ [ANY]: words.anyAction, ...Object.fromEntries(byName) }}
        onChange={(next) => set('action', next)}
        marked={action !== ANY}
      />
      <Select
        label={words.actor}
        value={actor}
        choices={{ ...(filters.actor && { [actor]: actor }), [ANY]: words.anyActor, ...Object.fromEntries(people) }}
        onChange={(next) => set('actor', next)}
        marked={actor !== ANY}
      />
      <span className="flex items-center gap-1.5 text-sm text-ink-3 max-sm:w-full">
        <input
          type="date"
          aria-label={words.from}
          value={from}
          onChange={(event) => set('from', event.target.value)}
          className={dayClass}
        />
        –
        <input
          type="date"
          aria-label={words.to}
          value={to}
          onChange={(event) => set('to', event.target.value)}
          className={dayClass}
        />
      </span>
      {isFiltered(filters) && (
        <Button icon={<FunnelX size={15} aria-hidden />} onClick={() => onChange({})}>
          {words.clear}
        </Button>
      )}
    </div>
  )
}

const dayClass = cx(inputClass, 'h-8 text-sm sm:w-36 pointer-coarse:h-10')
