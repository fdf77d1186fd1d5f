import { useState } from 'react'
import { CheckCheck, Clock, Ellipsis, Flag, Tag, UserRoundPlus, UsersRound, X } from 'lucide-react'
import { useCommands } from '#web/commands/commands.ts'
import { headerClass } from '#web/screens/inbox/list/list-header.tsx'
import type { Selection } from '#web/screens/inbox/list/use-selection.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { later } from '#web/ui/later.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { bulkActs } from './bulk-acts.ts'
import type { Choosing } from './bulk-choices.tsx'
import { fits } from './fits.ts'
import type { Bulk } from './use-bulk.ts'

const Choices = later(async () => (await import('./bulk-choices.tsx')).Choices)
const SnoozeDialog = later(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog)

type Props = { selection: Selection; bulk: Bulk; all: readonly { id: string }[] }

/** What can be done with all that are selected. Stands in the place of the list's own header. */
export function BulkBar({ selection, bulk, all }: Props) {
  const { bulk: words } = useInboxWords()
  const { selected, choose, clear } = selection
  const { run, progress } = bulk
  const [choosing, choosingOf] = useState<Choosing>()
  const opens = (which: Choosing) => ({
    open: choosing === which,
    onOpenChange: (open: boolean) => choosingOf(open ? which : undefined),
  })
  const resolve = () => void run(bulkActs.resolve, words.resolved)
  const isAll = selected.length === all.length

  useCommands(
    [
      { name: words.resolve(selected.length), key: 'e', icon: CheckCheck, run: resolve },
      { name: words.assign, key: 'a', icon: UserRoundPlus, run: () => choosingOf('assign') },
      { name: words.team, key: 't', icon: UsersRound, run: () => choosingOf('team') },
      { name: words.labels, key: 'l', icon: Tag, run: () => choosingOf('labels') },
      { name: words.priority, key: 'p', icon: Flag, run: () => choosingOf('priority') },
      { name: words.snooze, key: 's', icon: Clock, run: () => choosingOf('snooze') },
      { name: words.reopen, run: () => void run(bulkActs.reopen, words.reopened) },
      { name: words.unread, key: 'u', run: () => void run(bulkActs.unread, words.markedUnread) },
      { name: words.read, run: () => void run(bulkActs.read, words.markedRead) },
      { name: words.clear, key: 'Escape', icon: X, run: clear },
    ].map((command) => ({ ...command, group: words.group })),
    { first: true },
  )

  if (progress) return <Doing {...progress} />
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
      <IconButton label={words.resolve(selected.length)} aria-keyshortcuts="e" onClick={resolve} className={fits}>
        <CheckCheck size={17} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={words.more} className={fits}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void run(bulkActs.reopen, words.reopened)}>{words.reopen}</MenuItem>
        <MenuItem onSelect={() => void run(bulkActs.pend, words.pended)}>{words.pend}</MenuItem>
        <MenuItem onSelect={() => void run(bulkActs.read, words.markedRead)}>{words.read}</MenuItem>
        <MenuItem onSelect={() => void run(bulkActs.unread, words.markedUnread)}>{words.unread}</MenuItem>
      </Menu>
      <IconButton label={words.clear} onClick={clear} className={fits}>
        <X size={16} aria-hidden />
      </IconButton>
      {choosing === 'moment' && (
        <SnoozeDialog
          open
          onClose={() => choosingOf(undefined)}
          onChoose={(until) => void run(bulkActs.snooze(until), words.snoozed)}
        />
      )}
    </div>
  )
}

function Doing({ done, total }: { done: number; total: number }) {
  const { bulk: words } = useInboxWords()
  return (
    <div role="status" className={headerClass}>
      <span className="text-sm font-medium tabular-nums">{words.doing(done, total)}</span>
      <progress
        value={done}
        max={total}
        aria-label={words.doing(done, total)}
        className="ml-auto h-1.5 w-28 accent-accent"
      />
    </div>
  )
}
