import { Tag } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { attentions, isOfAllPipelines, type ActiveFilters } from '#web/screens/pipeline/pipeline-filters.ts'
import { sortsOf, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { AttributeFilters } from './attribute-filters.tsx'
import { useOwner } from './owner-filter.tsx'
import { DateRange } from './date-range.tsx'
import { DebouncedField } from './debounced-field.tsx'

type Props = { query: BoardQuery; onChange: (filters: ActiveFilters) => void }

/** The fields of the filter popover. */
export function FilterFields({ query: { kind, filters, pipeline }, onChange }: Props) {
  const { filters: words, list } = usePipelineWords()
  const { labels } = useWords()
  const set = (change: { [K in keyof ActiveFilters]?: ActiveFilters[K] | undefined }) => {
    const next = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== '')
    onChange(Object.fromEntries(next))
  }
  const { label = [], stage = 'all', attention = 'all', sort = 'newest' } = filters
  return (
    <div className="grid gap-3.5">
      <div className="sm:hidden">
        <SelectField {...useOwner({ filters, onChange })} label={words.owner} />
      </div>
      {filters.view === 'list' && (
        <SelectField
          label={list.sort}
          value={sort}
          choices={sortsOf(kind).map((each) => [each, list.sorts[each]] as const)}
          onChange={(next) => set({ sort: next === 'newest' ? undefined : next })}
        />
      )}
      {filters.view === 'list' && !isOfAllPipelines(filters) && (
        <SelectField
          label={words.stage}
          value={stage}
          choices={[['all', words.anyStage], ...pipeline.stages.map(({ id, name }) => [id, name] as const)]}
          onChange={(next) => set({ stage: next === 'all' ? undefined : next })}
        />
      )}
      <SelectField
        label={words.attention}
        value={attention}
        choices={(['all', ...attentions] as const).map((each) => [each, words.attentions[each]] as const)}
        onChange={(next) => set({ attention: next === 'all' ? undefined : next })}
      />
      <div>
        <div className="mb-1.5 text-sm font-medium">{words.labels}</div>
        <div className="flex flex-wrap items-center gap-1.5">
          {label.map((title) => (
            <LabelChip
              key={title}
              title={title}
              onRemove={() => set({ label: label.length > 1 ? label.filter((each) => each !== title) : undefined })}
            />
          ))}
          <LabelPicker
            value={label}
            onAdd={(title) => set({ label: [...label, title] })}
            onRemove={(title) => set({ label: label.filter((each) => each !== title) })}
            trigger={
              <Button
                size="sm"
                look="outline"
                icon={<Tag size={13} aria-hidden />}
                aria-label={labels.choose}
                className="font-normal"
              >
                {labels.choose}
              </Button>
            }
          />
        </div>
      </div>
      <DebouncedField
        label={words.source}
        hint={words.sourceHint}
        value={filters.source ?? ''}
        onCommit={(source) => set({ source })}
      />
      <DateRange label={words.created} from={filters.from} to={filters.to} onChange={(from, to) => set({ from, to })} />
      {kind === 'opportunities' && (
        <DateRange
          label={words.close}
          from={filters.close_from}
          to={filters.close_to}
          onChange={(close_from, close_to) => set({ close_from, close_to })}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <DebouncedField
          label={`${words.amount}: ${words.least.toLowerCase()}`}
          isAmount
          value={filters.min ?? ''}
          onCommit={(min) => set({ min })}
        />
        <DebouncedField
          label={`${words.amount}: ${words.most.toLowerCase()}`}
          isAmount
          value={filters.max ?? ''}
          onCommit={(max) => set({ max })}
        />
      </div>
      <AttributeFilters kind={kind} where={filters.where ?? []} onChange={(where) => set({ where })} />
      <Switch
        label={words.closed[kind]}
        checked={filters.closed === 'yes'}
        onChange={(isOn) => set({ closed: isOn ? 'yes' : undefined })}
      />
    </div>
  )
}
