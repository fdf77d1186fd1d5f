import { lazy, Suspense, useState } from 'react'
import { AlarmClock, CalendarClock, MessageCircleReply } from 'lucide-react'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { snoozeMoments } from './moments.ts'
import type { Acts } from './use-acts.ts'

const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx').then((all) => ({ default: all.SnoozeDialog })))

type Props = { acts: Acts; open: boolean; onOpenChange: (open: boolean) => void }

/** Puts a conversation away until a later moment, by the clocks of the workspace. */
export function SnoozeMenu({ acts, open, onOpenChange }: Props) {
  const { snooze: words } = useThreadWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const [isChoosing, choose] = useState(false)
  const moments = open ? snoozeMoments(new Date().toISOString(), time_zone) : []
  return (
    <>
      <Menu
        open={open}
        onOpenChange={onOpenChange}
        trigger={
          <IconButton label={words.open} hotkey="s">
            <AlarmClock size={16} aria-hidden />
          </IconButton>
        }
      >
        {moments.map(({ moment, until }) => (
          <MenuItem key={moment} icon={<AlarmClock size={16} aria-hidden />} onSelect={() => acts.snooze(until)}>
            <span className="flex-1">{words[moment]}</span>
            <span className="pl-4 text-xs text-ink-3">{time.moment(until)}</span>
          </MenuItem>
        ))}
        <MenuItem icon={<MessageCircleReply size={16} aria-hidden />} onSelect={() => acts.snooze(null)}>
          {words.untilReply}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<CalendarClock size={16} aria-hidden />} onSelect={() => choose(true)}>
          {words.custom}
        </MenuItem>
      </Menu>
      <Suspense>
        {isChoosing && <SnoozeDialog onClose={() => choose(false)} onChoose={(until) => acts.snooze(until)} />}
      </Suspense>
    </>
  )
}
