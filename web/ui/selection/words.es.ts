import { plural } from '#web/app/plural.ts'

export const selectionEs = {
  label: 'Acciones en bloque',
  selected: (count: number) => plural(count, '1 seleccionado', `${count} seleccionados`),
  tooMany: (limit: number) => `Selecciona ${limit} o menos para cambiarlos a la vez.`,
  all: 'Seleccionar todos los de la lista',
  clear: 'Quitar selección',
}

export type SelectionWords = typeof selectionEs
