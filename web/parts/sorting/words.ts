import { dictionary } from '#web/i18n.ts'

const es = {
  handle: (name: string) => `Cambiar de lugar: ${name}`,
  handleHint: 'Arrastra, o usa las flechas',
  up: 'Subir',
  down: 'Bajar',
  moved: (name: string, place: number, count: number) => `${name}: lugar ${place} de ${count}`,
}

const en: typeof es = {
  handle: (name) => `Change the place of ${name}`,
  handleHint: 'Drag, or use the arrow keys',
  up: 'Move up',
  down: 'Move down',
  moved: (name, place, count) => `${name}: place ${place} of ${count}`,
}

export const sortingWords = { es, en }
export const useSortingWords = dictionary(es, en)
