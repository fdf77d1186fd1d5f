import type { SavingWords } from './words.es.ts'

export const savingEn: SavingWords = {
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveHint: 'Your changes will be lost.',
  leave: 'Leave without saving',
  stay: 'Keep editing',
}
