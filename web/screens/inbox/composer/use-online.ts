import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'

export const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
