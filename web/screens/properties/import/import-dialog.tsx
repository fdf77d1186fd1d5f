import { useEffect, useState } from 'react'
import type { PropertyImport } from '#contract/records/property.ts'
import { describeFieldError } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { ChooseFile, type ChosenFile } from '#web/features/import/choose-file.tsx'
import { ImportResult } from '#web/features/import/import-result.tsx'
import { CheckStep, LastStep } from '#web/features/import/import-steps.tsx'
import { useImportWords } from '#web/features/import/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { usePropertiesWords } from '#web/screens/properties/words.ts'

type Props = { open: boolean; onClose: () => void }

/** Imports a CSV file in three steps: choose, check, import. */
export function ImportDialog({ open, onClose }: Props) {
  const { import: words } = usePropertiesWords()
  return (
    <Dialog wide open={open} onClose={onClose} title={words.title} description={words.hint}>
      <Steps onClose={onClose} />
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const { import: words } = usePropertiesWords()
  const [file, setFile] = useState<ChosenFile>()
  const [done, setDone] = useState<PropertyImport>()
  if (done)
    return (
      <LastStep isOver onClose={onClose}>
        <Result result={done} />
      </LastStep>
    )
  if (file) return <Check file={file} onBack={() => setFile(undefined)} onDone={setDone} />
  return <ChooseFile columns={words.columnNames} columnsHint={words.columnsHint} onChoose={setFile} />
}

type CheckProps = { file: ChosenFile; onBack: () => void; onDone: (result: PropertyImport) => void }

function Check({ file: { name, csv }, onBack, onDone }: CheckProps) {
  const { import: words } = usePropertiesWords()
  const { another } = useImportWords()
  const { mutate: runDry, data, error } = useAct('import_properties', { silent: true })
  const start = useAct('import_properties', {
    silent: true,
    invalidates: ['list_crm_properties', 'get_crm_property_detail'],
    onSuccess: onDone,
  })
  useEffect(() => runDry({ csv, dry_run: true }), [runDry, csv])
  const accepted = data ? data.created_count + data.updated_count : 0
  return (
    <CheckStep
      name={name}
      failure={error ?? start.error}
      result={data && <Result result={data} />}
      back={another}
      onBack={onBack}
      start={words.start(accepted)}
      canStart={accepted > 0}
      isStarting={start.isPending}
      onStart={() => start.mutate({ csv })}
    />
  )
}

function Result({ result }: { result: PropertyImport }) {
  const { fields } = usePropertiesWords()
  const names: Record<string, string> = fields
  return (
    <ImportResult
      result={result}
      nameOf={(field) => names[field] ?? field}
      reasonOf={({ field, code, detail }) => describeFieldError(field, code, detail)}
    />
  )
}
