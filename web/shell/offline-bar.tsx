import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { WifiOff } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'

/** Shown while the browser is offline. */
export function OfflineBar() {
  const { shell } = useWords()
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-sm text-warn-text">
          <WifiOff size={15} aria-hidden className="shrink-0" />
          {shell.offline}
        </p>
      )}
    </div>
  )
}
