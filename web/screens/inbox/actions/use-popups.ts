import { useState } from 'react'

export type Popup = 'assign' | 'team' | 'priority' | 'labels' | 'snooze' | 'followers' | 'macros'

/** Which of the small windows of the header is open: one at most, by its button or by its key. */
export function usePopups() {
  const [shown, show] = useState<Popup>()
  const popups = (name: Popup) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => show((now) => (open ? name : now === name ? undefined : now)),
  })
  return { popups, show }
}

export type Popups = ReturnType<typeof usePopups>['popups']
