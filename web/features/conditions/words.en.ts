import type { ConditionsWords } from './words.es.ts'

export const conditionsEn: ConditionsWords = {
  add: 'Condition',
  remove: 'Remove condition',
  field: 'Field',
  operator: 'Comparison',
  value: 'Value',
  choose: 'Choose…',
  find: 'Search…',
  nothing: 'No results.',
  another: 'Press Enter to add another value',
  removeValue: (value: string) => `Remove ${value}`,
  yes: 'Yes',
  no: 'No',
  number: (index: number) => `Condition ${index}`,
  operators: {
    equal_to: 'is',
    not_equal_to: 'is not',
    contains: 'contains',
    does_not_contain: 'does not contain',
    starts_with: 'starts with',
    is_present: 'has any value',
    is_not_present: 'is empty',
    is_greater_than: 'is greater or later than',
    is_less_than: 'is less or earlier than',
    days_before: 'more than (days) ago',
  },
}
