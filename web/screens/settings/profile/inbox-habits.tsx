import { afterDone, undoSend } from '#web/features/conversations/preferences.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useProfileWords } from './words.ts'

/** How the person works in the inbox, in this browser. */
export function InboxHabits() {
  const { inbox: words } = useProfileWords()
  return (
    <Panel title={words.title} hint={words.hint}>
      <Switch
        label={words.moveOn}
        hint={words.moveOnHint}
        checked={afterDone.use() === 'next'}
        onChange={(next) => afterDone.set(next ? 'next' : 'stay')}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          <span className="block text-sm font-medium">{words.undoSend}</span>
          <span className="block text-xs text-ink-3">{words.undoSendHint}</span>
        </span>
        <Segmented
          label={words.undoSend}
          value={undoSend.use()}
          choices={{ 0: words.off, 5: '5 s', 10: '10 s', 20: '20 s' }}
          onChange={undoSend.set}
        />
      </div>
    </Panel>
  )
}
