import type { ViewWords } from './words.es.ts'

export const viewEn: ViewWords = {
  save: 'Save view',
  menu: 'View',
  saveAs: 'Save as view…',
  updateFilters: 'Save current filters',
  twoSearches: 'A view can have only one text search. Clear the search text.',
  nothing: 'Filter the list before you save a view.',
  edit: 'Edit view',
  name: 'View name',
  visibility: 'Visible to',
  visibilities: {
    private: { label: 'Only you', hint: 'Nobody else sees it.' },
    shared: { label: 'Whole team', hint: 'Administrators can change or delete it.' },
  },
  saved: (name) => `View “${name}” saved`,
  deleteTitle: (name) => `Delete the view “${name}”?`,
  deleteWarning: 'Only the view is deleted; its contents stay as they are.',
  deleted: (name) => `View “${name}” deleted`,
}
