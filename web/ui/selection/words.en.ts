import type { SelectionWords } from './words.es.ts'

export const selectionEn: SelectionWords = {
  label: 'Bulk actions',
  selected: (count) => `${count} selected`,
  tooMany: (limit) => `Select ${limit} or fewer to change them at once.`,
  all: 'Select all in the list',
  clear: 'Clear selection',
}
