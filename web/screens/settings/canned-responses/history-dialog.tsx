import { RotateCcw } from '#web/ui/icons.ts'
import type { CannedResponse, CannedResponseVersion } from '#contract/records/workspace.ts'
import { useTime } from '#web/app/format/time.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct, usePages } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { Difference } from './difference.tsx'
import { useCannedWords } from './words.ts'

type Props = { response: CannedResponse | undefined; onClose: () => void }

/** The version history of a saved reply. */
export function HistoryDialog({ response, onClose }: Props) {
  const words = useCannedWords()
  const last = useLast(response)
  return (
    <Dialog
      wide
      open={response !== undefined}
      onClose={onClose}
      title={words.historyTitle(last?.short_code ?? '')}
      description={words.historyHint}
    >
      <DialogBody>{last && <Versions response={last} />}</DialogBody>
    </Dialog>
  )
}

function Versions({ response }: { response: CannedResponse }) {
  const words = useCannedWords()
  const list = usePages('list_canned_response_versions', { short_code: response.id })
  return (
    <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.historyFailed} rows={2}>
      {(versions) => (
        <>
          <ol className="grid gap-3">
            {versions.map((version, index) => (
              <Version
                key={version.version}
                response={response}
                version={version}
                before={versions[index + 1]}
                now={index > 0 ? versions[0] : undefined}
              />
            ))}
          </ol>
          {list.hasNextPage && <LoadMore list={list} />}
        </>
      )}
    </Loaded>
  )
}

type VersionProps = {
  response: CannedResponse
  version: CannedResponseVersion
  before: CannedResponseVersion | undefined
  /** The current version, unless it is this one. */
  now: CannedResponseVersion | undefined
}

function Version({ response, version, before, now }: VersionProps) {
  const words = useCannedWords()
  const time = useTime()
  const restore = useRestore(response)
  return (
    <li className="rounded-xl p-3.5 ring-1 ring-line ring-inset">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="text-sm font-semibold">{words.version(version.version)}</h3>
        {!now && <Badge tone="accent">{words.now}</Badge>}
        {version.version === 1 && <Badge>{words.first}</Badge>}
        <span className="text-xs text-ink-3">{words.by(version.author.name, time.full(version.created_at))}</span>
        {now && (
          <Button
            size="sm"
            look="outline"
            className="ml-auto"
            icon={<RotateCcw size={14} aria-hidden />}
            busy={restore.isPending}
            aria-label={`${words.restore}: ${words.version(version.version)}`}
            onClick={() => restore.to(version, now)}
          >
            {words.restore}
          </Button>
        )}
      </div>
      <Difference before={before} after={version} />
    </li>
  )
}

/** Restores an older version by saving it as a new one; undo works the same way. */
function useRestore(response: CannedResponse) {
  const words = useCannedWords()
  const { common } = useWords()
  const invalidates = ['list_canned_responses', 'list_canned_response_versions'] as const
  const edit = useAct('edit_canned_response', { invalidates })
  const back = useAct('edit_canned_response', { invalidates })
  const inputOf = ({ short_code, content }: CannedResponseVersion) => ({
    short_code: response.id,
    new_short_code: short_code,
    new_content: content,
  })
  const to = (version: CannedResponseVersion, now: CannedResponseVersion) =>
    edit.mutate(inputOf(version), {
      onSuccess: () => toast.undo(words.restored(version.version), common.undo, () => back.mutate(inputOf(now))),
    })
  return { to, isPending: edit.isPending }
}
