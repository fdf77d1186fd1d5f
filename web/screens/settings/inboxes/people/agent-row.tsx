import type { Agent } from '#contract/records/people.ts'
import { useAct } from '#web/app/query.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { InlineEdit } from '#web/ui/inline-edit.tsx'

type Props = { agent: Agent; isIn: boolean; onTurn: (isIn: boolean) => void }

/** One agent: membership, availability and capacity. */
export function AgentRow({ agent, isIn, onTurn }: Props) {
  const { people: words } = useInboxWords()
  const { name, email, availability } = agent
  return (
    <li className="flex items-center gap-3 py-2">
      <label className="flex min-w-0 flex-1 items-center gap-3">
        <Checkbox label={name} checked={isIn} onChange={onTurn} />
        <Avatar name={name} />
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{name}</span>
          <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
            <span aria-hidden className={cx('size-1.5 shrink-0 rounded-full', dots[availability])} />
            <span className="shrink-0">{words.availabilities[availability]}</span>
            <span className="truncate max-sm:hidden">· {email}</span>
          </span>
        </span>
      </label>
      <div className="w-28">
        <Capacity agent={agent} />
      </div>
    </li>
  )
}

const dots = { online: 'bg-good-text', busy: 'bg-warn-text', offline: 'bg-edge' }

function Capacity({ agent }: { agent: Agent }) {
  const { people: words } = useInboxWords()
  const update = useAct('update_agent', { silent: true, invalidates: ['list_agents'] })
  const save = async (text: string) => {
    const capacity = text === '' ? null : Number(text)
    try {
      await update.mutateAsync({ agent_id: agent.id, capacity })
    } catch {
      return words.capacityInvalid
    }
  }
  return (
    <InlineEdit
      label={words.capacity(agent.name)}
      value={agent.capacity === null ? '' : String(agent.capacity)}
      placeholder={words.noCapacity}
      save={save}
      input={{ inputMode: 'numeric', maxLength: 5 }}
    />
  )
}
