import { useState } from 'react'
import { CheckCheck, Clock, Ellipsis, Flag, Tag, UserRoundPlus, UsersRound, X } from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { headerClass } from '#web/screens/inbox/list/list-header.tsx'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { bulkActions } from './bulk-actions.ts'
import type { BulkPicker } from './bulk-pickers.tsx'
import { barButtonClass } from './bar-button-class.ts'
import type { Bulk } from './use-bulk.ts'

const Choices = lazyComponent(async () => (await import('./bulk-pickers.tsx')).BulkPickers)
const ChooseMoment = lazyComponent(
  async () => (await import('#web/screens/inbox/snooze/choose-moment.tsx')).ChooseMoment,
)

type Props = { selection: Selection<Conversation>; bulk: Bulk; all: readonly { id: string }[] }

/** Actions on the selected conversations. Replaces the header of the list. */
export function BulkBar({ selection, bulk, all }: Props) {
  const { bulk: words } = useInboxWords()
  const { selected, choose, clear } = selection
  const { run, progress } = bulk
  const [picker, setPicker] = useState<BulkPicker>()
  const opens = (which: BulkPicker) => ({
    open: picker === which,
    onOpenChange: (open: boolean) => setPicker(open ? which : undefined),
  })
  const resolve = () => void run(bulkActions.resolve, words.resolved)
  const isAll = selected.length === all.length

  useCommands(
    [
      { name: words.resolve(selected.length), key: 'e', icon: CheckCheck, run: resolve },
      { name: words.assign, key: 'a', icon: UserRoundPlus, run: () => setPicker('assign') },
      { name: words.team, key: 't', icon: UsersRound, run: () => setPicker('team') },
      { name: words.labels, key: 'l', icon: Tag, run: () => setPicker('labels') },
      { name: words.priority, key: 'p', icon: Flag, run: () => setPicker('priority') },
      { name: words.snooze, key: 's', icon: Clock, run: () => setPicker('snooze') },
      { name: words.reopen, run: () => void run(bulkActions.reopen, words.reopened) },
      { name: words.unread, key: 'u', run: () => void run(bulkActions.unread, words.markedUnread) },
      { name: words.read, run: () => void run(bulkActions.read, words.markedRead) },
      { name: words.clear, key: 'Escape', icon: X, run: clear },
    ].map((command) => ({ ...command, group: words.group })),
    { first: true },
  )

  if (progress) return <Progress {...progress} />
  return (
    <div role="toolbar" aria-label={words.group} className={headerClass}>
      <Checkbox
        label={words.all}
        checked={isAll}
        partly={!isAll}
        onChange={() => (isAll ? clear() : choose(all.map(({ id }) => id)))}
      />
      <span role="status" className="mx-1.5 text-sm font-semibold tabular-nums">
        {selected.length}
        <span className="sr-only"> {words.selected}</span>
      </span>
      <span className="flex-1" />
      <Choices run={run} selection={selection} opens={opens} />
      <IconButton
        label={words.resolve(selected.length)}
        aria-keyshortcuts="e"
        onClick={resolve}
        className={barButtonClass}
      >
        <CheckCheck size={17} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={words.more} className={barButtonClass}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void run(bulkActions.reopen, words.reopened)}>{words.reopen}</MenuItem>
        <MenuItem onSelect={() => void run(bulkActions.pend, words.pended)}>{words.pend}</MenuItem>
        <MenuItem onSelect={() => void run(bulkActions.read, words.markedRead)}>{words.read}</MenuItem>
        <MenuItem onSelect={() => void run(bulkActions.unread, words.markedUnread)}>{words.unread}</MenuItem>
      </Menu>
      <IconButton label={words.clear} onClick={clear} className={barButtonClass}>
        <X size={16} aria-hidden />
      </IconButton>
      {picker === 'time' && (
        <ChooseMoment
          title={words.snooze}
          submit={words.snooze}
          onClose={() => setPicker(undefined)}
          onChoose={(until) => void run(bulkActions.snooze(until), words.snoozed)}
        />
      )}
    </div>
  )
}

function Progress({ done, total }: { done: number; total: number }) {
  const { bulk: words } = useInboxWords()
  return (
    <div role="status" className={headerClass}>
      <span className="text-sm font-medium tabular-nums">{words.progress(done, total)}</span>
      <progress
        value={done}
        max={total}
        aria-label={words.progress(done, total)}
        className="ml-auto h-1.5 w-28 accent-accent"
      />
    </div>
  )
}
