import { useQueryClient } from '@tanstack/react-query'
import type { Input, Output } from '#web/app/api.ts'
import { readKey, useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'

export type Preferences = Output<'get_notification_preferences'>
export type Kind = keyof Preferences['kinds']
export type Channel = 'app' | 'desktop' | 'sound' | 'push' | 'email'

/** Changes settings, shown at once. */
export function useChangePreferences() {
  const { id } = useAccount()
  const client = useQueryClient()
  const key = readKey(id, 'get_notification_preferences', {})
  const update = useAct('update_notification_preferences', {
    onSuccess: (preferences) => client.setQueryData<Preferences>(key, preferences),
    onError: () => void client.invalidateQueries({ queryKey: key }),
  })
  return (changes: Input<'update_notification_preferences'>) => {
    client.setQueryData<Preferences>(key, (now) => now && (merge(now, changes) as Preferences))
    update.mutate(changes)
  }
}

/** The settings with the changes, which may reach into them. */
function merge(now: object, changes: object): object {
  const entries = Object.entries(changes).map(([name, value]) => {
    const before = (now as Record<string, unknown>)[name]
    const isNested = typeof before === 'object' && before !== null && typeof value === 'object' && value !== null
    return [name, isNested ? merge(before, value as object) : (value as unknown)]
  })
  return { ...now, ...(Object.fromEntries(entries) as object) }
}
