import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useWords } from '#web/i18n.ts'

/** Says that the network is away; what was read stays on the screen. */
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
