import { ChevronDown, Download, Ellipsis, List, Plus, SquareKanban, Table2, Trash2, Upload } from '#web/ui/icons.ts'
import type { Pipeline } from '#contract/records/crm.ts'
import { useWords } from '#web/app/i18n.ts'
import { kinds, type Kind } from '#web/features/deals/kinds.ts'
import { isOfAllPipelines, type ActiveFilters } from '#web/screens/pipeline/pipeline-filters.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { useColumnsWords } from '#web/ui/columns/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = {
  pipelines: Pipeline[] | undefined
  pipeline: Pipeline | undefined
  kind: Kind
  filters: ActiveFilters
  onChange: (filters: ActiveFilters) => void
  onCreate: () => void
  onBin: () => void
  onImport: () => void
  onExport: (() => void) | undefined
  onColumns: (() => void) | undefined
  isExporting: boolean
}

type MenuProps = Pick<Props, 'onBin' | 'onImport' | 'onExport' | 'onColumns' | 'isExporting'>

/** Pipeline switcher, leads or deals, board or list, and the create button. */
export function SalesHeader({ pipelines, pipeline, kind, filters, onChange, onCreate, ...menu }: Props) {
  const words = usePipelineWords()
  const { create } = useDealWords()
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
          {(pipeline?.kind === 'mixed' || isOfAllPipelines(filters)) && (
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
      <MoreMenu {...menu} />
      <Button look="primary" icon={<Plus size={16} aria-hidden />} aria-haspopup="dialog" onClick={onCreate}>
        <span className="max-sm:sr-only">{create.open[kind]}</span>
        <Kbd onAccent>C</Kbd>
      </Button>
    </PageHeader>
  )
}

/** Import, export, the columns of the list and the bin. */
function MoreMenu({ onBin, onImport, onExport, onColumns, isExporting }: MenuProps) {
  const { common } = useWords()
  const columnWords = useColumnsWords()
  const words = usePipelineWords()
  return (
    <Menu
      trigger={
        <IconButton label={common.more} busy={isExporting}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Upload size={16} aria-hidden />} onSelect={onImport}>
        {common.importCsv}
      </MenuItem>
      {onExport && (
        <MenuItem icon={<Download size={16} aria-hidden />} onSelect={onExport}>
          {common.exportCsv}
        </MenuItem>
      )}
      {onColumns && (
        <MenuItem icon={<Table2 size={16} aria-hidden />} onSelect={onColumns}>
          {columnWords.open}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={<Trash2 size={16} aria-hidden />} onSelect={onBin}>
        {words.bin.open}
      </MenuItem>
    </Menu>
  )
}

type SwitcherProps = {
  pipelines: Pipeline[]
  pipeline: Pipeline
  filters: ActiveFilters
  onChange: (filters: ActiveFilters) => void
}

/** Switching the pipeline keeps the filters, except the stage and the saved view, which belong to the previous one. */
function PipelineSwitcher({ pipelines, pipeline, filters, onChange }: SwitcherProps) {
  const words = usePipelineWords()
  const name = isOfAllPipelines(filters) ? words.allPipelines : pipeline.name
  const choose = (pipeline_id: string) => {
    const { stage: _, saved: __, kind: ___, pipelines: ____, ...others } = filters
    onChange({ ...others, pipeline_id })
  }
  return (
    <Picker
      label={words.pipeline}
      nothing={words.bulk.nothing}
      value={isOfAllPipelines(filters) ? null : pipeline.id}
      choices={pipelines.map(({ id, name, kind }) => ({ id, name, hint: words.kindsOf[kind] }))}
      onPick={choose}
      trigger={
        <Button look="outline" aria-label={`${words.pipeline}: ${name}`} className="max-w-56 min-w-0">
          <span className="min-w-0 truncate">{name}</span>
          <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
        </Button>
      }
    />
  )
}
