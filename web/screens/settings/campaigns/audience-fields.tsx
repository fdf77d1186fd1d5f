import { useState } from 'react'
import { Plus, Tag, Users, X } from '#web/ui/icons.ts'
import type { Condition } from '#contract/filters.ts'
import type { Audience } from '#contract/records/campaign.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { asAudience, isNobody } from './audience.ts'
import { ConditionFields } from './condition-fields.tsx'
import type { FieldsProps } from './edit-campaign.tsx'
import { useCampaignWords } from './words.ts'

type Props = FieldsProps & { before?: Audience }

/** The audience and its size. */
export function AudienceFields({ draft, onChange, errors, before }: Props) {
  const words = useCampaignWords()
  const { labels: labelWords } = useWords()
  const conditionWords = useConditionWords()
  const { audience } = draft
  const set = (next: Partial<typeof audience>) => onChange({ audience: { ...audience, ...next } })
  const setLabels = (labels: string[]) => set({ labels })
  const drop = (title: string) => setLabels(audience.labels.filter((each) => each !== title))
  const setCondition = (at: number, next: Condition) => set({ conditions: audience.conditions.with(at, next) })
  const complaint = Object.entries(errors).find(([field]) => field.startsWith('audience'))?.[1]

  return (
    <fieldset className="min-w-0 rounded-xl bg-sunken p-4">
      <legend className="float-left mb-3 w-full text-sm font-semibold">{words.audience}</legend>
      <div className="clear-both text-sm font-medium">{words.fields.labels}</div>
      <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
        {audience.labels.map((title) => (
          <LabelChip key={title} title={title} onRemove={() => drop(title)} />
        ))}
        <LabelPicker
          value={audience.labels}
          onAdd={(title) => setLabels([...audience.labels, title])}
          onRemove={drop}
          trigger={
            <Button look="outline" size="sm" aria-label={labelWords.add} icon={<Tag size={14} aria-hidden />}>
              {labelWords.add}
            </Button>
          }
        />
      </div>
      {audience.isAdvanced ? (
        <Advanced onRemove={() => set({ isAdvanced: false })} />
      ) : (
        <>
          <div className="mt-4 text-sm font-medium">{words.fields.conditions}</div>
          <div className="mt-1.5 grid gap-2">
            {audience.conditions.map((condition, index) => (
              <ConditionFields
                key={index}
                label={conditionWords.number(index + 1)}
                value={condition}
                onChange={(next) => setCondition(index, next)}
                onRemove={() => set({ conditions: audience.conditions.toSpliced(index, 1) })}
              />
            ))}
            <Button
              look="outline"
              size="sm"
              className="justify-self-start"
              icon={<Plus size={14} aria-hidden />}
              onClick={() => set({ conditions: [...audience.conditions, fresh] })}
            >
              {conditionWords.add}
            </Button>
          </div>
        </>
      )}
      {complaint && (
        <div className="mt-3">
          <Notice>{complaint}</Notice>
        </div>
      )}
      <Reach audience={asAudience(audience, before)} inbox={draft.inbox} />
    </fieldset>
  )
}

const fresh: Condition = { field: 'city', operator: 'equal_to', values: [''] }

function Advanced({ onRemove }: { onRemove: () => void }) {
  const words = useCampaignWords()
  return (
    <div className="mt-4 grid gap-2">
      <Notice tone="plain">{words.advanced}</Notice>
      <Button
        look="outline"
        size="sm"
        className="justify-self-start"
        icon={<X size={14} aria-hidden />}
        onClick={onRemove}
      >
        {words.removeAdvanced}
      </Button>
    </div>
  )
}

/** The number of contacts, and of those reachable on the channel. */
function Reach({ audience, inbox }: { audience: Audience; inbox: string }) {
  const words = useCampaignWords()
  const format = useNumbers()
  const [counted, setCounted] = useState(audience)
  useDebounced(JSON.stringify(audience), (settled) => setCounted(JSON.parse(settled) as Audience), 350)
  const isReady = inbox !== '' && !isNobody(counted)
  const { data, isFetching } = useRead(
    'count_audience',
    { audience: counted, inbox },
    { enabled: isReady, keepsPrevious: true },
  )
  return (
    <p role="status" className="mt-4 flex items-center gap-2 text-sm font-medium text-ink-2">
      <Users size={15} aria-hidden className="shrink-0 text-ink-3" />
      {!isReady && (isNobody(counted) ? words.noAudience : words.fields.inboxPlaceholder)}
      {isReady && !data && isFetching && words.counting}
      {isReady && data && words.reach(words.contacts(data.contacts, format(data.contacts)), format(data.reachable))}
    </p>
  )
}
