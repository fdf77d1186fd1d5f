import { useState } from 'react'
import { Check } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useImportWords } from './words.ts'
import { ChooseFile, type ChosenFile } from './choose-file.tsx'
import { CheckFile } from './check-file.tsx'
import { readHeader, renameColumns, type CsvHeader } from './csv-header.ts'
import { MapColumns } from './map-columns.tsx'
import { guessTargets, type ColumnTarget } from './column-mapping.ts'
import type { ImportKind } from './kinds.ts'
import { RunImport } from './run-import.tsx'
import { useDefinedAttributes } from './use-defined-attributes.ts'

type Props = { kind: ImportKind; open: boolean; onClose: () => void }
type MappedFile = { file: ChosenFile; header: CsvHeader; targets: ColumnTarget[] }
type Step =
  | { at: 'choose'; isUnreadable?: boolean }
  | ({ at: 'map' } & MappedFile)
  | ({ at: 'check'; csv: string } & MappedFile)
  | { at: 'run'; import_id: string }

/** Imports a file in four steps: choose a file, map its columns, check the result, run the import. */
export function ImportDialog({ kind, open, onClose }: Props) {
  const words = useImportWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title[kind]} description={words.hint[kind]} wide>
      <Steps kind={kind} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ kind, onClose }: Omit<Props, 'open'>) {
  const words = useImportWords()
  const [step, go] = useState<Step>({ at: 'choose' })
  const defined = useDefinedAttributes(kind)
  const restart = () => go({ at: 'choose' })
  const take = (file: ChosenFile) => {
    const header = readHeader(file.csv)
    if (!header) return go({ at: 'choose', isUnreadable: true })
    go({ at: 'map', file, header, targets: guessTargets(kind, header.columns, defined) })
  }
  return (
    <>
      <StepList at={step.at} />
      {step.at === 'choose' && (
        <ChooseFile
          columns={words.columnNames[kind]}
          columnsHint={words.columnsHint}
          isUnreadable={step.isUnreadable ?? false}
          onChoose={take}
        />
      )}
      {step.at === 'map' && (
        <MapColumns
          kind={kind}
          name={step.file.name}
          header={step.header}
          targets={step.targets}
          onChange={(targets) => go({ ...step, targets })}
          onBack={restart}
          onNext={() => go({ ...step, at: 'check', csv: renameColumns(step.file.csv, step.header, step.targets) })}
        />
      )}
      {step.at === 'check' && (
        <CheckFile
          kind={kind}
          name={step.file.name}
          csv={step.csv}
          onBack={() => go({ ...step, at: 'map' })}
          onStarted={(import_id) => go({ at: 'run', import_id })}
        />
      )}
      {step.at === 'run' && <RunImport kind={kind} import_id={step.import_id} onClose={onClose} />}
    </>
  )
}

const steps = ['choose', 'map', 'check', 'run'] as const

/** The steps, with the current one marked. */
function StepList({ at }: { at: Step['at'] }) {
  const words = useImportWords()
  const now = steps.indexOf(at)
  return (
    <ol
      aria-label={words.step(now + 1, steps.length, words.steps[at])}
      className="flex items-center gap-2 px-5 pb-3 text-xs font-medium"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === at ? 'step' : undefined}
          className={cx(
            'flex min-w-0 flex-1 items-center gap-1.5 border-t-2 pt-1.5',
            index <= now ? 'border-accent text-accent-text' : 'border-line text-ink-3',
          )}
        >
          {index < now && <Check size={13} aria-hidden className="shrink-0" />}
          <span className="truncate">{words.steps[step]}</span>
        </li>
      ))}
    </ol>
  )
}
