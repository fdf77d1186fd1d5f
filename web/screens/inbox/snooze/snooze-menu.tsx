import { lazy, Suspense, useState } from 'react'
import { AlarmClock, CalendarClock, MessageCircleReply } from '#web/ui/icons.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { snoozePresets } from './snooze-presets.ts'
import type { Actions } from '#web/screens/inbox/actions/use-actions.ts'

const ChooseMoment = lazy(() => import('./choose-moment.tsx').then((all) => ({ default: all.ChooseMoment })))

type Props = { actions: Actions; open: boolean; onOpenChange: (open: boolean) => void }

/** Snoozes the conversation until a later time, in the workspace's time zone. */
export function SnoozeMenu({ actions, open, onOpenChange }: Props) {
  const { snooze: words } = useThreadWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const [isChoosing, setChoosing] = useState(false)
  const presets = open ? snoozePresets(new Date().toISOString(), time_zone) : []
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
        {presets.map(({ preset, until }) => (
          <MenuItem key={preset} icon={<AlarmClock size={16} aria-hidden />} onSelect={() => actions.snooze(until)}>
            <span className="flex-1">{words[preset]}</span>
            <span className="pl-4 text-xs text-ink-3">{time.moment(until)}</span>
          </MenuItem>
        ))}
        <MenuItem icon={<MessageCircleReply size={16} aria-hidden />} onSelect={() => actions.snooze(null)}>
          {words.untilReply}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<CalendarClock size={16} aria-hidden />} onSelect={() => setChoosing(true)}>
          {words.custom}
        </MenuItem>
      </Menu>
      <Suspense>
        {isChoosing && (
          <ChooseMoment
            title={words.open}
            submit={words.submit}
            onClose={() => setChoosing(false)}
            onChoose={(until) => actions.snooze(until)}
          />
        )}
      </Suspense>
    </>
  )
}
