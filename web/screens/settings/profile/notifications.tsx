import { useQueryClient } from '@tanstack/react-query'
import type { Input, Output } from '#web/api.ts'
import { readKey, useAct, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Switch } from '#web/ui/switch.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'

type Preferences = Output<'get_notification_preferences'>

/** What someone wants to be told by e-mail. The switch moves at once; the server follows. */
export function Notifications() {
  const { notifications: words } = useSettingsWords()
  const { data, error, refetch } = useRead('get_notification_preferences', {})
  const turn = useTurn()
  return (
    <Panel title={words.title} hint={words.hint}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {(preferences) => (
          <div className="divide-y divide-line">
            {(Object.entries(preferences) as [keyof Preferences, boolean][]).map(([kind, isOn]) => {
              const [label, hint] = words.kinds[kind] ?? [kind, '']
              return (
                <div key={kind} className="py-2">
                  <Switch label={label} hint={hint} checked={isOn} onChange={(next) => turn(kind, next)} />
                </div>
              )
            })}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function useTurn() {
  const { id } = useAccount()
  const client = useQueryClient()
  const key = readKey(id, 'get_notification_preferences', {})
  const update = useAct('update_notification_preferences', {
    onSuccess: (preferences) => client.setQueryData<Preferences>(key, preferences),
    onError: () => void client.invalidateQueries({ queryKey: key }),
  })
  return (kind: keyof Preferences, isOn: boolean) => {
    client.setQueryData<Preferences>(key, (now) => now && { ...now, [kind]: isOn })
    update.mutate({ [kind]: isOn } as Input<'update_notification_preferences'>)
  }
}
