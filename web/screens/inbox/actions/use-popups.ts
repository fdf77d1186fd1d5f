import { useState } from 'react'

export type Popup = 'assign' | 'team' | 'priority' | 'labels' | 'snooze' | 'followers' | 'macros' | 'deal'

/** The open picker or dialog of the header, at most one, opened by button or shortcut. */
export function usePopups() {
  const [shown, show] = useState<Popup>()
  const popups = (name: Popup) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => show((now) => (open ? name : now === name ? undefined : now)),
  })
  return { popups, show, isPicking: shown !== undefined && shown !== 'snooze' && shown !== 'deal' }
}

export type Popups = ReturnType<typeof usePopups>['popups']
