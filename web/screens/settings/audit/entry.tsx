import { Bot, ChevronDown, KeyRound, UserRound } from '#web/ui/icons.ts'
import { COMMAND_LINE } from '#contract/records/author.ts'
import type { Output } from '#web/app/api.ts'
import { useTime } from '#web/app/format/time.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { asLine, nameOfAction } from './action-name.ts'
import { useAuditWords } from './words.ts'

type AuditEntry = Output<'list_audit_entries'>['items'][number]

/** One entry: actor, action, time and address, with its input below. */
export function Entry({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  const time = useTime()
  const { action, actor, details, ip, request_id, created_at } = entry
  const Icon = actor.type === 'api_key' ? KeyRound : actor.type === 'user' ? UserRound : Bot
  return (
    <li>
      <details className="group">
        <summary
          className="flex list-none items-center gap-3 px-4 py-3 outline-offset-[-2px] hover:bg-hover
            [&::-webkit-details-marker]:hidden"
        >
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-press text-ink-2">
            <Icon size={16} aria-hidden />
          </span>
          <span className="grid min-w-0 flex-1 gap-x-6 @2xl:grid-cols-[1.4fr_1fr]">
            <span className="min-w-0">
              <span className="block truncate text-base font-medium">{nameOfAction(action, words.actions)}</span>
              <span className="block truncate text-sm text-ink-3">
                {isCommandLine(actor) ? words.commandLine : actor.name}
              </span>
            </span>
            <span className="min-w-0 text-sm text-ink-3 @2xl:text-right">
              <TimeAgo at={created_at} className="@2xl:block" />
              {ip && <span className="@max-2xl:before:content-['_·_']"> {words.ip(ip)}</span>}
            </span>
          </span>
          <ChevronDown
            size={16}
            aria-hidden
            className="shrink-0 text-ink-3 transition-transform group-open:rotate-180"
          />
        </summary>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 pb-4 pl-15 text-sm">
          <dt className="text-ink-3">{words.when}</dt>
          <dd>{time.full(created_at)}</dd>
          {Object.entries(details).map(([name, value]) => (
            <Detail key={name} name={words.fields[name] ?? name} value={asLine(value)} />
          ))}
          {request_id && <Detail name={words.request} value={request_id} />}
        </dl>
      </details>
    </li>
  )
}

const isCommandLine = ({ type, name }: AuditEntry['actor']) => type === 'system' && name === COMMAND_LINE

const Detail = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="font-mono text-xs leading-5 wrap-anywhere">{value}</dd>
  </>
)
