import { Meter } from '@base-ui/react/meter'
import type { Limits } from '#contract/plans.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { language } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { cx } from '#web/ui/cx.ts'
import { usePlanWords } from './words.ts'

type LimitName = keyof ReturnType<typeof usePlanWords>['limits']

export function Usage({ limits }: { limits: Limits }) {
  const words = usePlanWords()
  const { used, error, refetch } = useUsage()
  return (
    <Panel title={words.usage} hint={words.usageHint}>
      <Loaded data={used} error={error} onRetry={refetch} failed={words.failed} rows={3}>
        {(counts) => (
          <div className="grid gap-5">
            {(Object.keys(words.limits) as LimitName[]).map((what) => (
              <Bar key={what} label={words.limits[what]} used={counts[what]} most={limits[what]} />
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function Bar({ label, used, most }: { label: string; used: number; most: number }) {
  const words = usePlanWords()
  const format = useNumbers()
  const isFull = used >= most
  const isNearly = !isFull && used >= most * 0.9
  return (
    <Meter.Root
      value={Math.min(used, most)}
      max={most}
      locale={language.use()}
      getAriaValueText={() => words.of(format(used), format(most))}
    >
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
        <Meter.Label className="font-medium">{label}</Meter.Label>
        <Meter.Value className="text-ink-2 tabular-nums">{() => words.of(format(used), format(most))}</Meter.Value>
      </div>
      <Meter.Track className="h-2 overflow-hidden rounded-full bg-press">
        <Meter.Indicator
          className={cx('h-full rounded-full', used > 0 && 'min-w-2', isFull ? 'bg-danger' : 'bg-accent')}
        />
      </Meter.Track>
      {(isFull || isNearly) && (
        <p className={cx('mt-1.5 text-xs', isFull ? 'text-danger-text' : 'text-warn-text')}>
          {isFull ? words.full : words.nearly}
        </p>
      )}
    </Meter.Root>
  )
}

function useUsage() {
  const collections = useRead('list_knowledge_collections', {})
  const webhooks = useRead('list_webhooks', { limit: 100 })
  const used: Record<LimitName, number> | undefined = collections.data &&
    webhooks.data && {
      collections: collections.data.items.length,
      documents: collections.data.items.reduce((total, { document_count }) => total + document_count, 0),
      webhooks: webhooks.data.items.length,
    }
  const refetch = () => {
    void collections.refetch()
    void webhooks.refetch()
  }
  return { used, error: collections.error ?? webhooks.error, refetch }
}
