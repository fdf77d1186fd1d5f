export const conditionsEs = {
  add: 'Condición',
  remove: 'Quitar condición',
  field: 'Campo',
  operator: 'Comparación',
  value: 'Valor',
  choose: 'Elige…',
  find: 'Buscar…',
  nothing: 'Sin resultados.',
  another: 'Presiona Enter para agregar otro valor',
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
    days_before: 'hace más de (días)',
  },
}

export type ConditionsWords = typeof conditionsEs
