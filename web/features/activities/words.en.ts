import type { ActivityWords } from './words.es.ts'

export const activityEn: ActivityWords = {
  schedule: 'Schedule',
  scheduleTitle: 'Schedule an activity',
  editTitle: 'Edit activity',
  types: { call: 'Call', meeting: 'Meeting', task: 'Task', note: 'Note', email: 'E-mail' },
  type: 'Type',
  due: (zone) => `Due (${zone} time)`,
  dueHint: 'The assignee gets an e-mail at this time.',
  duration: 'Duration',
  noDuration: 'Not set',
  minutes: (minutes) => {
    const hours = Math.floor(minutes / 60)
    const rest = minutes % 60
    return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
  },
  assignee: 'Assigned to',
  body: 'Description',
  about: 'Lead, deal or contact',
  find: 'Search leads, deals and contacts by name',
  quick: { hour: 'In 1 hour', tomorrow: 'Tomorrow 9:00', days: 'In 3 days', monday: 'Monday 9:00' },
  save: 'Schedule',
  saved: 'Activity scheduled',
  changed: 'Activity updated',
  none: 'Nothing to do.',
  noneHint: 'Schedule the next call, meeting or task to keep it moving.',
  overdue: 'Overdue',
  done: 'Done',
  complete: (what) => `Complete: ${what}`,
  completeTitle: 'How did it go?',
  completeWithOutcome: 'Complete with its outcome…',
  outcomeHint: 'Saved as a note in the history.',
  completeNow: 'Mark as done',
  completed: 'Activity completed',
  reopen: (what) => `Reopen: ${what}`,
  reopened: 'Activity reopened',
  edit: (what) => `Edit: ${what}`,
  forWhom: (name) => `For ${name}`,
  toTomorrow: 'Move to tomorrow',
  toNextWeek: 'Move by a week',
  moved: (when) => `Now due ${when}`,
}
