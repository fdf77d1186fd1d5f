import { plural } from '#web/app/plural.ts'
import type { MacroWords } from './words.es.ts'

export const macroEn: MacroWords = {
  title: 'Macros',
  hint: 'Several actions with one click. Run them from a conversation, or on many at once.',
  create: 'New macro',
  submit: 'Create macro',
  editTitle: (name) => `Edit “${name}”`,
  name: 'Name',
  nameHint: 'Name it after what it does: “Ask for documents”, “Close with thanks”.',
  visibility: 'Available to',
  visibilities: { private: 'Only you', shared: 'The whole team' },
  visibilityHints: {
    private: 'No one else sees it.',
    shared: 'Everyone can see and run it. Administrators can edit it.',
  },
  actions: 'Actions, in this order',
  groups: { shared: 'Shared with the team', private: 'Private' },
  by: (name) => `By ${name}`,
  steps: (count) => plural(count, '1 action', `${count} actions`),
  created: (name) => `“${name}” created`,
  saved: (name) => `“${name}” saved`,
  deleted: (name) => `“${name}” deleted`,
  duplicate: 'Duplicate as private',
  copyOf: (name) => `${name} (copy)`,
  empty: 'No macros yet',
  emptyHint: 'Create one for something you do often: add a label, reply and resolve, for example.',
  failed: 'We couldn’t load the macros',
}
