import type { ApiKey } from '#contract/records/access.ts'
import { useTime } from '#web/app/format/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useApiKeyWords } from './words.ts'

/** One API key: name, permissions and last use; never the key itself. */
export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke?: () => void }) {
  const words = useApiKeyWords()
  const { name, role, scopes, hint, acting_user } = apiKey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-x-6 gap-y-1 @3xl:grid-cols-[1.2fr_1fr]">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 truncate text-base font-medium">{name}</span>
            {role === 'custom' ? (
              <Tooltip text={scopes.map((scope) => words.scopeNames[scope]).join(' · ')}>
                <span tabIndex={0} className="rounded-full">
                  <Badge>{words.scopeCount(scopes.length)}</Badge>
                </span>
              </Tooltip>
            ) : (
              <Badge tone={role === 'full' ? 'accent' : 'plain'}>{words.roles[role]}</Badge>
            )}
          </div>
          <code className="text-xs text-ink-3">{hint}</code>
        </div>
        <div className="min-w-0 text-sm text-ink-3">
          <div className="truncate">{words.by(acting_user.name)}</div>
          <Use apiKey={apiKey} />
        </div>
      </div>
      {onRevoke && (
        <Button look="outline" size="sm" aria-label={words.revokeLabel(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      )}
    </li>
  )
}

function Use({ apiKey: { last_used_at, last_used_ip, expires_at, revoked_at } }: { apiKey: ApiKey }) {
  const words = useApiKeyWords()
  const time = useTime()
  const used = () => {
    if (!last_used_at) return words.unused
    const when = time.ago(last_used_at)
    return last_used_ip ? words.lastUsed(when, last_used_ip) : words.lastUsedShort(when)
  }
  const end = () => {
    if (revoked_at) return words.revokedAt(time.day(revoked_at))
    if (!expires_at) return undefined
    return Date.parse(expires_at) > Date.now()
      ? words.expires(time.day(expires_at))
      : words.expired(time.day(expires_at))
  }
  return <div className="truncate">{[used(), end()].filter(Boolean).join(' · ')}</div>
}
