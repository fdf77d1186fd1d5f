import { useState } from 'react'
import { useWords } from '#web/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChooseFile, type ChosenFile } from './choose-file.tsx'
import { CheckFile } from './check-file.tsx'
import { RunImport } from './run-import.tsx'

type Props = { open: boolean; onClose: () => void }
type Step = { at: 'choose' } | { at: 'check'; file: ChosenFile } | { at: 'run'; file: ChosenFile; import_id: string }

/** From a file to contacts in three steps: choose, look what would happen, do it. */
export function ImportDialog({ open, onClose }: Props) {
  const { contacts: words, common } = useWords()
  const { title, hint } = words.import
  return (
    <Dialog open={open} onClose={onClose} title={title} description={hint} closeLabel={common.close} wide>
      <Steps onClose={onClose} />
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [step, go] = useState<Step>({ at: 'choose' })
  if (step.at === 'choose') return <ChooseFile onChoose={(file) => go({ at: 'check', file })} />
  if (step.at === 'run') return <RunImport import_id={step.import_id} onClose={onClose} />
  const { file } = step
  return (
    <CheckFile
      file={file}
      onBack={() => go({ at: 'choose' })}
      onStarted={(import_id) => go({ at: 'run', file, import_id })}
    />
  )
}
