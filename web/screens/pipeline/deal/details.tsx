import { ChevronDown } from '#web/ui/icons.ts'
import { useMoney } from '#web/app/format/money.ts'
import { readAmount } from '#web/app/format/amount.ts'
import { useTime } from '#web/app/format/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { amountOf, type Deal } from '#web/features/deals/deal.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { useAssignOwner, useSave, type Change } from './deal-actions.ts'
import { LabelledValue, Section } from './section.tsx'
import { Origin } from './origin.tsx'
import { OwnerPicker } from './owner-picker.tsx'
import { useDrawerWords } from './words.ts'

type Props = { deal: Deal; owners: { open: boolean; onOpenChange: (open: boolean) => void } }

/** Editable fields of a deal. */
export function Details({ deal, owners }: Props) {
  const words = useDrawerWords()
  return (
    <Section title={words.sections.details}>
      <div className="-mx-2 grid gap-2.5 @max-2xl:@xs:grid-cols-2">
        <Amount deal={deal} />
        <Owner deal={deal} {...owners} />
        {deal.kind === 'opportunity' && (
          <>
            <CloseDay deal={deal} />
            <Text deal={deal} field="description" multiline />
          </>
        )}
        {deal.kind === 'lead' && (
          <>
            <Text deal={deal} field="company_name" />
            <Text deal={deal} field="phone" />
            <Text deal={deal} field="email" />
            <Text deal={deal} field="source" />
          </>
        )}
        <Origin deal={deal} />
      </div>
    </Section>
  )
}

function Amount({ deal }: { deal: Deal }) {
  const words = useDrawerWords()
  const { fields, notNumber } = useDealWords()
  const money = useMoney()
  const save = useSave(deal)
  const { currency } = deal
  const amount = amountOf(deal)
  const name = deal.kind === 'lead' ? fields.estimated_value : fields.amount
  const saveAmount = (text: string) => {
    const value = readAmount(text)
    return value === undefined ? Promise.resolve(notNumber) : save({ amount: value })
  }
  return (
    <div className="col-span-full grid grid-cols-[1fr_5.5rem] gap-1">
      <LabelledValue name={name}>
        <InlineEdit
          label={name}
          value={amount === null ? '' : money.plain(amount)}
          shown={amount === null ? undefined : money.full(amount, currency)}
          placeholder={words.add}
          save={saveAmount}
          input={{ inputMode: 'decimal' }}
        />
      </LabelledValue>
      <LabelledValue name={fields.currency}>
        <InlineEdit
          label={fields.currency}
          value={currency}
          placeholder={words.none}
          save={(text) => save({ currency: text.toUpperCase() })}
          input={{ maxLength: 3, autoCapitalize: 'characters' }}
        />
      </LabelledValue>
    </div>
  )
}

function Owner({ deal, open, onOpenChange }: { deal: Deal } & Props['owners']) {
  const words = useDrawerWords()
  const { fields } = useDealWords()
  const assign = useAssignOwner(deal)
  const { owner } = deal
  return (
    <LabelledValue name={fields.owner} wide>
      <OwnerPicker
        open={open}
        onOpenChange={onOpenChange}
        isOptional={deal.kind === 'lead'}
        value={owner?.id ?? null}
        onPick={assign}
        trigger={
          <button
            type="button"
            aria-label={`${fields.owner}: ${owner?.name ?? words.nobody}`}
            className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left text-base hover:bg-hover
              pointer-coarse:min-h-11"
          >
            {owner && <Avatar name={owner.name} size="sm" />}
            <span className={cx('min-w-0 flex-1 truncate', !owner && 'text-ink-3')}>{owner?.name ?? words.nobody}</span>
            <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
          </button>
        }
      />
    </LabelledValue>
  )
}

function CloseDay({ deal }: { deal: Extract<Deal, { kind: 'opportunity' }> }) {
  const words = useDrawerWords()
  const { fields, notNumber } = useDealWords()
  const time = useTime()
  const save = useSave(deal)
  const { expected_close_date: day, probability, actual_close_date } = deal
  const percent = (text: string) => {
    const value = Number(text.replace('%', '').trim())
    return Number.isFinite(value) ? save({ probability: Math.round(value) }) : Promise.resolve(notNumber)
  }
  return (
    <div className="col-span-full grid grid-cols-[1fr_5.5rem] gap-1">
      <LabelledValue name={fields.expected_close_date}>
        <InlineEdit
          label={fields.expected_close_date}
          value={day}
          shown={time.calendarDay(day)}
          placeholder={words.add}
          input={{ type: 'date' }}
          save={(text) => save({ expected_close_date: text })}
        />
        {actual_close_date && (
          <p className="px-2 text-xs text-ink-3">{words.closed(time.calendarDay(actual_close_date))}</p>
        )}
      </LabelledValue>
      <LabelledValue name={fields.probability}>
        <InlineEdit
          label={fields.probability}
          value={String(probability)}
          shown={`${probability} %`}
          placeholder={words.none}
          input={{ inputMode: 'numeric' }}
          save={percent}
        />
      </LabelledValue>
    </div>
  )
}

const inputs = { phone: { type: 'tel' }, email: { type: 'email' } } as const
type TextName = 'company_name' | 'phone' | 'email' | 'source' | 'description'

function Text({ deal, field, multiline }: { deal: Deal; field: TextName; multiline?: boolean }) {
  const words = useDrawerWords()
  const { fields } = useDealWords()
  const origins = useOrigins()
  const save = useSave(deal)
  const value = (deal as Partial<Record<TextName, string | null>>)[field] ?? ''
  return (
    <LabelledValue name={fields[field]}>
      <InlineEdit
        label={fields[field]}
        value={value}
        shown={origins.valueOf(field, value)}
        placeholder={words.add}
        multiline={multiline ?? false}
        input={{ autoComplete: 'off', ...inputs[field as keyof typeof inputs] }}
        save={(text) => save({ [field]: text } as Change)}
      />
    </LabelledValue>
  )
}
