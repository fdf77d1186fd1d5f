import type { ConnectedAssistant } from '#contract/records/access.ts'
import { useTime } from '#web/app/format/time.ts'
import { useSession } from '#web/app/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAssistantsWords } from './words.ts'

type Props = { assistant: ConnectedAssistant; onShow: () => void; onEnd: () => void }

/** One connected assistant: its name and host, its access, and when it was last used. */
export function AssistantRow({ assistant, onShow, onEnd }: Props) {
  const words = useAssistantsWords()
  const time = useTime()
  const { user } = useSession()
  const { name, host, access, person, last_used_at, created_at } = assistant
  const facts = [
    ...(person.id === user.id ? [] : [words.by(person.name)]),
    last_used_at ? words.used(time.ago(last_used_at)) : words.unused,
    words.since(time.day(created_at)),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate text-base font-medium">{name}</span>
          <span className="min-w-0 truncate text-sm text-ink-3">{host}</span>
          <Badge tone={access === 'write' ? 'accent' : 'plain'}>{words.access[access]}</Badge>
        </div>
        <div className="text-sm text-pretty text-ink-3">{facts.join(' · ')}</div>
      </div>
      <div className="flex gap-2">
        <Button look="outline" size="sm" aria-label={words.actionsLabel(name)} onClick={onShow}>
          {words.actions}
        </Button>
        <Button look="outline" size="sm" aria-label={words.disconnectLabel(name)} onClick={onEnd}>
          {words.disconnect}
        </Button>
      </div>
    </li>
  )
}
