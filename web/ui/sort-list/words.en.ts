import type { SortingWords } from './words.es.ts'

export const sortingEn: SortingWords = {
  handle: (name) => `Move ${name}`,
  handleHint: 'Drag, or use the arrow keys',
  up: 'Move up',
  down: 'Move down',
  moved: (name, place, count) => `${name}: position ${place} of ${count}`,
}
