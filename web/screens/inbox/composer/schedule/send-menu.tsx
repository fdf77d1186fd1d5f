import { useState } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAccount } from '#web/app/session.ts'
import { sendKey } from '#web/screens/inbox/composer/send-key.ts'
import type { SendOptions } from '#web/screens/inbox/composer/use-writing.ts'
import { snoozePresets } from '#web/screens/inbox/snooze/snooze-presets.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Button } from '#web/ui/button.tsx'
import { AlarmClock, CalendarClock, Check, ChevronDown } from '#web/ui/icons.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuSub } from '#web/ui/menu.tsx'
import { stepKeys } from './send-steps.ts'

const ChooseMoment = lazyComponent(
  async () => (await import('#web/screens/inbox/snooze/choose-moment.tsx')).ChooseMoment,
)

type Props = {
  conversation: Conversation
  /** Absent where only one way of sending makes sense, such as a note. */
  onSend: ((options: SendOptions) => void) | undefined
}

/** Other ways to send: with the next step, or later. Also chooses the key that sends. */
export function SendMenu({ conversation, onSend }: Props) {
  const { composer: words, snooze } = useThreadWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const key = sendKey.use()
  const [isOpen, open] = useState(false)
  const [isChoosing, choose] = useState(false)
  // After the window closes the channel would refuse the message.
  const closes_at = conversation.reply_window?.closes_at ?? undefined
  const presets = isOpen ? snoozePresets(new Date().toISOString(), time_zone) : []
  return (
    <>
      <Menu
        side="top"
        open={isOpen}
        onOpenChange={open}
        trigger={
          <Button aria-label={words.sendOptions} className="px-1.5!">
            <span className="pointer-coarse:hidden">
              <Kbd>{key === 'enter' ? '↵' : 'Ctrl ↵'}</Kbd>
            </span>
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        {onSend && (
          <>
            <MenuItem icon={<Check size={16} aria-hidden />} onSelect={() => onSend({ next: 'resolve' })}>
              <span className="flex-1">{words.sendAndResolve}</span>
              <Kbd>{stepKeys.resolve}</Kbd>
            </MenuItem>
            <MenuSub icon={<AlarmClock size={16} aria-hidden />} label={words.sendAndSnooze}>
              {presets.map(({ preset, until }) => (
                <MenuItem key={preset} onSelect={() => onSend({ next: { until } })}>
                  <span className="flex-1">{snooze[preset]}</span>
                  <span className="pl-4 text-xs text-ink-3">{time.moment(until)}</span>
                  {preset === 'tomorrow' && <Kbd>{stepKeys.tomorrow}</Kbd>}
                </MenuItem>
              ))}
              <MenuItem onSelect={() => onSend({ next: { until: null } })}>{snooze.untilReply}</MenuItem>
            </MenuSub>
            <MenuLine />
            {presets
              .filter(({ until }) => !closes_at || until < closes_at)
              .map(({ preset, until }) => (
                <MenuItem
                  key={preset}
                  icon={<CalendarClock size={16} aria-hidden />}
                  onSelect={() => onSend({ scheduled_at: until })}
                >
                  <span className="flex-1">{words.schedule[preset]}</span>
                  <span className="pl-4 text-xs text-ink-3">{time.moment(until)}</span>
                </MenuItem>
              ))}
            <MenuItem icon={<CalendarClock size={16} aria-hidden />} onSelect={() => choose(true)}>
              {snooze.custom}
            </MenuItem>
            <MenuLine />
          </>
        )}
        <MenuChoice
          closes
          label={words.sendKey}
          value={key}
          choices={{ enter: words.enter, ctrl_enter: words.ctrlEnter }}
          onChange={sendKey.set}
        />
      </Menu>
      {isChoosing && onSend && (
        <ChooseMoment
          title={words.schedule.title}
          submit={words.schedule.submit}
          before={closes_at}
          onClose={() => choose(false)}
          onChoose={(scheduled_at) => onSend({ scheduled_at })}
        />
      )}
    </>
  )
}
