import { dictionary } from '#web/i18n.ts'

export const conditionsEs = {
  add: 'Condición',
  remove: 'Quitar condición',
  field: 'Dato',
  operator: 'Comparación',
  value: 'Valor',
  choose: 'Elige…',
  find: 'Buscar…',
  nothing: 'Nada coincide.',
  another: 'Enter para agregar otro valor',
  removeValue: (value: string) => `Quitar ${value}`,
  yes: 'Sí',
  no: 'No',
  number: (index: number) => `Condición ${index}`,
  operators: {
    equal_to: 'es',
    not_equal_to: 'no es',
    contains: 'contiene',
    does_not_contain: 'no contiene',
    starts_with: 'empieza con',
    is_present: 'tiene algún valor',
    is_not_present: 'está vacío',
    is_greater_than: 'es mayor o posterior a',
    is_less_than: 'es menor o anterior a',
    days_before: 'fue hace más de (días)',
  },
}

export const conditionsEn: typeof conditionsEs = {
  add: 'Condition',
  remove: 'Remove condition',
  field: 'Field',
  operator: 'Comparison',
  value: 'Value',
  choose: 'Choose…',
  find: 'Search…',
  nothing: 'Nothing matches.',
  another: 'Enter to add another value',
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
    days_before: 'was more than (days) ago',
  },
}

export const useConditionWords = dictionary(conditionsEs, conditionsEn)
