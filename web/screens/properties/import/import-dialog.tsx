import { useEffect, useState } from 'react'
import { FileText } from '#web/ui/icons.ts'
import type { PropertyImport } from '#contract/records/property.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { readTextFile } from '#web/ui/read-text-file.ts'
import { usePropertiesWords } from '#web/screens/properties/words.ts'
import { ImportResult } from './import-result.tsx'

type Props = { open: boolean; onClose: () => void }
type Chosen = { name: string; csv: string }

/** Imports a CSV file in three steps: choose, check, import. */
export function ImportDialog({ open, onClose }: Props) {
  const { common } = useWords()
  const { import: words } = usePropertiesWords()
  return (
    <Dialog wide open={open} onClose={onClose} title={words.title} description={words.hint} closeLabel={common.close}>
      <Steps onClose={onClose} />
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<Chosen>()
  const [done, setDone] = useState<PropertyImport>()
  if (done) return <Done result={done} onClose={onClose} />
  if (file) return <Check file={file} onBack={() => setFile(undefined)} onDone={setDone} />
  return <Choose onChoose={setFile} />
}

function Choose({ onChoose }: { onChoose: (file: Chosen) => void }) {
  const { import: words } = usePropertiesWords()
  const take = async ([file]: File[]) => file && onChoose({ name: file.name, csv: await readTextFile(file) })
  return (
    <DialogBody>
      <FileDrop
        title={words.choose}
        hint={words.drop}
        accept=".csv,text/csv,text/plain"
        onFiles={(files) => void take(files)}
      />
      <p className="mt-5 mb-2 text-sm font-medium">{words.columns}</p>
      <div className="flex flex-wrap gap-1.5">
        {words.columnNames.map((name) => (
          <code key={name} className="rounded-md bg-hover px-1.5 py-0.5 font-sans text-xs text-ink-2">
            {name}
          </code>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">{words.columnsHint}</p>
    </DialogBody>
  )
}

/** Result of a dry run, which writes nothing. */
function Check({
  file,
  onBack,
  onDone,
}: {
  file: Chosen
  onBack: () => void
  onDone: (result: PropertyImport) => void
}) {
  const { import: words } = usePropertiesWords()
  const { mutate: rehearse, ...rehearsal } = useAct('import_properties', { silent: true })
  const start = useAct('import_properties', {
    silent: true,
    invalidates: ['list_crm_properties', 'get_crm_property_detail'],
    onSuccess: onDone,
  })
  useEffect(() => rehearse({ csv: file.csv, dry_run: true }), [rehearse, file.csv])
  const refusal = rehearsal.error ?? start.error
  const { data } = rehearsal
  const count = data ? data.created_count + data.updated_count : 0
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <p className="flex items-center gap-2 text-sm font-medium">
            <FileText size={16} aria-hidden className="text-ink-3" />
            <span className="truncate">{file.name}</span>
          </p>
          {refusal && <Notice>{describeError(refusal, 'csv')}</Notice>}
          {!refusal && !data && (
            <div role="status" aria-label={words.checking}>
              <Skeleton className="h-16 w-full rounded-xl!" />
            </div>
          )}
          {data && <ImportResult result={data} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onBack}>
          {words.another}
        </Button>
        <Button
          look="primary"
          disabled={count === 0}
          busy={start.isPending}
          onClick={() => start.mutate({ csv: file.csv })}
        >
          {data ? words.start(count) : words.checking}
        </Button>
      </DialogFooter>
    </>
  )
}

function Done({ result, onClose }: { result: PropertyImport; onClose: () => void }) {
  const { common } = useWords()
  const { import: words } = usePropertiesWords()
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <Notice tone="good">{words.done}</Notice>
          <ImportResult result={result} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={onClose}>
          {common.done}
        </Button>
      </DialogFooter>
    </>
  )
}
