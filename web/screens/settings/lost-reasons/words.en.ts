import type { LostReasonWords } from './words.es.ts'

export const lostReasonEn: LostReasonWords = {
  title: 'Lost reasons',
  hint: 'Chosen when a deal is lost, and analysed in reports.',
  create: 'New reason',
  rename: 'Rename',
  name: 'Reason',
  placeholder: 'For example: Price',
  empty: 'No reasons yet',
  emptyHint: 'Add one: a deal needs a reason to be marked as lost.',
  failed: 'We couldn’t load the reasons',
  created: (name) => `“${name}” added`,
  saved: 'Reason saved',
  delete: 'Delete reason',
  deleteTitle: (name) => `Delete “${name}”?`,
  deleteWarning: 'It can no longer be chosen. Deals already lost keep it.',
  deleted: (name) => `“${name}” deleted`,
  taken: 'A reason with that name already exists.',
}
