import { useAccount } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { FieldsProps } from './edit-campaign.tsx'
import { useCampaignWords } from './words.ts'

/** The start, in the workspace's time zone, and the pace. */
export function ScheduleFields({ draft, onChange, errors }: FieldsProps) {
  const { fields: words } = useCampaignWords()
  const { time_zone } = useAccount()
  const { leaves, at, per_minute } = draft
  return (
    <>
      <RadioCards
        beside
        label={words.schedule}
        value={leaves}
        onChange={(next) => onChange({ leaves: next })}
        choices={{
          now: { label: words.now, hint: words.nowHint },
          later: { label: words.later, hint: words.laterHint },
        }}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={words.per_minute}
          hint={words.per_minuteHint}
          type="number"
          inputMode="numeric"
          min={1}
          value={per_minute}
          onChange={(event) => onChange({ per_minute: event.target.value })}
          error={errors['per_minute']}
        />
        {leaves === 'later' && (
          <TextField
            label={words.at(time_zone.split('/').at(-1)!.replaceAll('_', ' '))}
            type="datetime-local"
            value={at}
            onChange={(event) => onChange({ at: event.target.value })}
            error={errors['scheduled_at']}
          />
        )}
      </div>
    </>
  )
}
