import { useState } from 'react'
import { modules, type Module } from '#contract/modules.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSaveAccount } from './use-save-account.ts'
import { useWorkspaceWords } from './words.ts'

/** The optional modules, switched optimistically. */
export function Modules() {
  const words = useWorkspaceWords()
  const account = useAccount()
  const [pending, show] = useState<Module[]>()
  const saved = modules.filter((module) => account.modules.includes(module))
  const save = useSaveAccount(false, () => show(undefined))
  const on = pending ?? saved
  const turn = (module: Module, isOn: boolean) => {
    const next = isOn ? [...on, module] : on.filter((each) => each !== module)
    const name = words.moduleNames[module]?.[0] ?? module
    show(next)
    save.mutate(
      { modules: next },
      {
        onSuccess: () => toast.good(isOn ? words.moduleOn(name) : words.moduleOff(name)),
        onError: () => show(undefined),
      },
    )
  }
  return (
    <Panel title={words.modules} hint={words.modulesHint}>
      <div className="divide-y divide-line">
        {modules.map((module) => {
          const [name = module, hint = ''] = words.moduleNames[module] ?? []
          return (
            <div key={module} className="py-2 first:pt-0 last:pb-0">
              <Switch label={name} hint={hint} checked={on.includes(module)} onChange={(isOn) => turn(module, isOn)} />
            </div>
          )
        })}
      </div>
    </Panel>
  )
}
