import { ChevronDown, Ellipsis, List, Plus, SquareKanban, Trash2 } from 'lucide-react'
import type { Pipeline } from '#contract/records/crm.ts'
import { useWords } from '#web/i18n.ts'
import { kinds, type Kind } from '#web/screens/pipeline/kinds.ts'
import type { Kept } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = {
  pipelines: Pipeline[] | undefined
  pipeline: Pipeline | undefined
  kind: Kind
  filters: Kept
  onChange: (filters: Kept) => void
  onCreate: () => void
  onBin: () => void
}

/** Which pipeline, what of it, how it is shown, and a way to add to it. */
export function SalesHeader({ pipelines, pipeline, kind, filters, onChange, onCreate, onBin }: Props) {
  const words = usePipelineWords()
  const { common } = useWords()
  const view = filters.view ?? 'board'
  const look = (icon: typeof List, text: string) => {
    const Icon = icon
    return (
      <>
        <Icon size={15} aria-hidden />
        <span className="max-sm:sr-only">{text}</span>
      </>
    )
  }
  return (
    <PageHeader
      title={words.title}
      aside={
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {pipeline ? (
            <PipelineSwitcher pipelines={pipelines ?? []} pipeline={pipeline} filters={filters} onChange={onChange} />
          ) : (
            <Skeleton className="h-8 w-36 rounded-lg!" />
          )}
          {pipeline?.kind === 'mixed' && (
            <Segmented
              label={words.kind}
              value={kind}
              choices={Object.fromEntries(kinds.map((each) => [each, words.kinds[each]])) as Record<Kind, string>}
              onChange={(next) => onChange({ ...filters, kind: next })}
            />
          )}
        </div>
      }
    >
      <Segmented
        label={words.view}
        value={view}
        choices={{ board: look(SquareKanban, words.views.board), list: look(List, words.views.list) }}
        onChange={(next) => onChange({ ...filters, view: next })}
      />
      <Menu
        trigger={
          <IconButton label={common.more}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Trash2 size={16} aria-hidden />} onSelect={onBin}>
          {words.bin.open}
        </MenuItem>
      </Menu>
      <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={onCreate}>
        <span className="max-sm:sr-only">{words.create.open[kind]}</span>
        <Kbd onAccent>C</Kbd>
      </Button>
    </PageHeader>
  )
}

type SwitcherProps = { pipelines: Pipeline[]; pipeline: Pipeline; filters: Kept; onChange: (filters: Kept) => void }

/** Another pipeline is another place: what was looked for stays, but not the stage or the view of the one before. */
function PipelineSwitcher({ pipelines, pipeline, filters, onChange }: SwitcherProps) {
  const words = usePipelineWords()
  const choose = (pipeline_id: string) => {
    const { stage: _, saved: __, kind: ___, ...others } = filters
    onChange({ ...others, pipeline_id })
  }
  return (
    <Picker
      label={words.pipeline}
      nothing={words.bulk.nothing}
      value={pipeline.id}
      choices={pipelines.map(({ id, name, kind }) => ({ id, name, hint: words.kindsOf[kind] }))}
      onPick={choose}
      trigger={
        <Button look="outline" aria-label={`${words.pipeline}: ${pipeline.name}`} className="max-w-56 min-w-0">
          <span className="min-w-0 truncate">{pipeline.name}</span>
          <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
        </Button>
      }
    />
  )
}
