import type { Condition } from '#contract/filters.ts'
import { ConditionFields as Fields } from '#web/features/conditions/condition-fields.tsx'
import { useContactFields } from './use-contact-fields.ts'

type Props = { label: string; value: Condition; onChange: (condition: Condition) => void; onRemove: () => void }

export const ConditionFields = (props: Props) => <Fields {...props} fields={useContactFields()} />
