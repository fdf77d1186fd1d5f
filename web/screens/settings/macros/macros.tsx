import { lazy, Suspense, useState } from 'react'
import type { Macro } from '#contract/records/automation.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import type { Draft } from './edit-macro.tsx'
import { MacroGroup } from './macro-group.tsx'
import { useMacroWords } from './words.ts'

const EditMacro = lazy(() => import('./edit-macro.tsx').then(({ EditMacro }) => ({ default: EditMacro })))

export function Macros() {
  const words = useMacroWords()
  const { data, error, refetch } = useRead('list_macros', {})
  const [edited, edit] = useState<Draft>()
  const [hasOpened, setHasOpened] = useState(false)
  const open = (draft: Draft) => {
    setHasOpened(true)
    edit(draft)
  }
  const copy = ({ name, actions }: Macro) => open({ name: words.copyOf(name), visibility: 'private', actions })
  const create = (
    <CreateButton label={words.create} onCreate={() => open({ name: '', visibility: 'private', actions: [] })} />
  )
  return (
    <Section narrow title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : create}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={create}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            (['shared', 'private'] as const).map((visibility) => (
              <MacroGroup
                key={visibility}
                visibility={visibility}
                macros={items.filter((macro) => macro.visibility === visibility)}
                onEdit={open}
                onCopy={copy}
              />
            ))
          )
        }
      </Loaded>
      {hasOpened && (
        <Suspense fallback={null}>
          <EditMacro edited={edited} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}
