import { ExternalLink } from '#web/ui/icons.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useAccount } from '#web/app/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { readValue, type Value } from './attribute-values.ts'
import { Row } from '#web/features/contacts/section.tsx'

type Props = {
  attribute: CustomAttribute
  value: Value | undefined
  save: (value: Value | null) => Promise<string | undefined>
}

/** A custom field the workspace has defined, chosen from a list or typed. */
export function AttributeField({ attribute, value, save }: Props) {
  const { display_name: name, type } = attribute
  return (
    <Row
      name={<span title={name}>{name}</span>}
      aside={type === 'link' && value && <OpenLink name={name} at={value} />}
    >
      {type === 'list' || type === 'checkbox' ? (
        <ChoiceValue attribute={attribute} value={value} save={save} />
      ) : (
        <TextValue attribute={attribute} value={value} save={save} />
      )}
    </Row>
  )
}

const CLEARED = ''

function ChoiceValue({ attribute: { display_name: name, type, values }, value, save }: Props) {
  const { attributes: words } = useContactWords()
  const options: Record<string, string> =
    type === 'checkbox' ? { true: words.yes, false: words.no } : Object.fromEntries(values.map((each) => [each, each]))
  const text = value === undefined ? words.choose : (options[String(value)] ?? String(value))
  const pick = async (next: string) => {
    const error = await save(next === CLEARED ? null : (readValue(type, next) ?? null))
    if (error) toast.bad(error)
  }
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${name}: ${text}`}
          className={cx(
            'w-full min-w-0 rounded-md px-2 py-1 text-left text-base wrap-anywhere hover:bg-hover',
            value === undefined && 'text-ink-3',
          )}
        >
          {text}
        </button>
      }
    >
      <MenuChoice
        closes
        label={name}
        value={value === undefined ? CLEARED : String(value)}
        choices={{ ...options, [CLEARED]: <span className="text-ink-3">{words.none}</span> }}
        onChange={(next) => void pick(next)}
      />
    </Menu>
  )
}

const inputs = {
  text: {},
  number: { inputMode: 'decimal' },
  currency: { inputMode: 'decimal' },
  percent: { inputMode: 'decimal' },
  link: { type: 'url' },
  date: { type: 'date' },
} as const

function TextValue({ attribute: { key, display_name: name, type }, value, save }: Props) {
  const { attributes: words } = useContactWords()
  const origins = useOrigins()
  const formatted = useFormatted(type, value)
  const send = async (text: string) => {
    const read = readValue(type, text)
    return read === undefined ? words.invalid[type] : save(read)
  }
  return (
    <InlineEdit
      label={name}
      value={value === undefined ? '' : String(value)}
      shown={formatted ?? origins.valueOf(key, value)}
      placeholder={words.none}
      input={{ autoComplete: 'off', ...inputs[type as keyof typeof inputs] }}
      save={send}
    />
  )
}

/** The display form of a value, where it differs from what is typed. */
function useFormatted(type: CustomAttribute['type'], value: Value | undefined) {
  const money = useMoney()
  const { default_currency } = useAccount()
  if (typeof value !== 'number') return undefined
  if (type === 'currency') return money.full(value, default_currency)
  return type === 'percent' ? `${value} %` : undefined
}

function OpenLink({ name, at }: { name: string; at: Value }) {
  const { attributes: words } = useContactWords()
  const address = String(at)
  if (!/^https?:\/\//i.test(address)) return null
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={words.open(name)}
      className={cx(buttonClass('quiet', 'sm'), 'w-7 px-0! pointer-coarse:w-9')}
    >
      <ExternalLink size={14} aria-hidden />
    </a>
  )
}
