import { useState } from 'react'
import { Check } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useRead } from '#web/query.ts'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { ChooseFile, type ChosenFile } from './choose-file.tsx'
import { CheckFile } from './check-file.tsx'
import { readHead, renamed, type Head } from './csv-head.ts'
import { MapColumns } from './map-columns.tsx'
import { guess, type Meaning } from './meaning.ts'
import { RunImport } from './run-import.tsx'

type Props = { open: boolean; onClose: () => void }
type Mapped = { file: ChosenFile; head: Head; meanings: Meaning[] }
type Step =
  | { at: 'choose'; isUnreadable?: boolean }
  | ({ at: 'map' } & Mapped)
  | ({ at: 'check'; csv: string } & Mapped)
  | { at: 'run'; import_id: string }

/** From a file to contacts: choose it, say what its columns are, look what would happen, do it. */
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
  const { data } = useRead('list_custom_attributes', {})
  const defined = (data?.items ?? []).filter(({ model }) => model === 'contact_attribute')
  const again = () => go({ at: 'choose' })
  const take = (file: ChosenFile) => {
    const head = readHead(file.csv)
    if (!head) return go({ at: 'choose', isUnreadable: true })
    go({ at: 'map', file, head, meanings: guess(head.heading, defined) })
  }
  return (
    <>
      <Path at={step.at} />
      {step.at === 'choose' && <ChooseFile isUnreadable={step.isUnreadable ?? false} onChoose={take} />}
      {step.at === 'map' && (
        <MapColumns
          name={step.file.name}
          head={step.head}
          meanings={step.meanings}
          onChange={(meanings) => go({ ...step, meanings })}
          onBack={again}
          onNext={() => go({ ...step, at: 'check', csv: renamed(step.file.csv, step.head, step.meanings) })}
        />
      )}
      {step.at === 'check' && (
        <CheckFile
          name={step.file.name}
          csv={step.csv}
          onBack={() => go({ ...step, at: 'map' })}
          onStarted={(import_id) => go({ at: 'run', import_id })}
        />
      )}
      {step.at === 'run' && <RunImport import_id={step.import_id} onClose={onClose} />}
    </>
  )
}

const steps = ['choose', 'map', 'check', 'run'] as const

/** How far it is. */
function Path({ at }: { at: Step['at'] }) {
  const { import: words } = useContactWords()
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
