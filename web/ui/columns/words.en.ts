import type { ColumnsWords } from './words.es.ts'

export const columnsEn: ColumnsWords = {
  open: 'Choose columns',
  title: 'Columns of the list',
  hint: 'Choose and order the columns. They are kept for you on this device and shown on wide screens.',
  list: 'Columns',
  reset: 'Reset',
  resize: 'Column width',
}
