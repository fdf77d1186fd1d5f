import { useState } from 'react'

export type Popup = 'assign' | 'team' | 'priority' | 'labels' | 'snooze' | 'followers' | 'macros'

/** The open picker of the header, at most one, opened by button or shortcut. */
export function usePopups() {
  const [shown, show] = useState<Popup>()
  const popups = (name: Popup) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => show((now) => (open ? name : now === name ? undefined : now)),
  })
  return { popups, show, isPicking: shown !== undefined && shown !== 'snooze' }
}

export type Popups = ReturnType<typeof usePopups>['popups']
