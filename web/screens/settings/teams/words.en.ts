import { plural } from '#web/app/plural.ts'
import type { TeamWords } from './words.es.ts'

export const teamEn: TeamWords = {
  title: 'Teams',
  hint: 'Conversations can be assigned to a team and distributed among its members. People limited to their team also see the work of their teammates.',
  list: 'All teams',
  create: 'New team',
  submit: 'Create team',
  editTitle: (name) => `Edit “${name}”`,
  name: 'Name',
  description: 'Description',
  auto: 'Assign automatically',
  autoHint: 'Conversations of the team go in turn to members who are online and have capacity.',
  autoOn: 'Automatic assignment',
  autoOff: 'Manual assignment',
  members: 'Members',
  memberCount: (count) => plural(count, '1 member', `${count} members`),
  noMembers: 'No members',
  more: (count) => `and ${count} more`,
  created: (name) => `Team “${name}” created`,
  saved: (name) => `“${name}” saved`,
  deleteTitle: (name) => `Delete the team “${name}”?`,
  deleteWarning:
    'Its members stay in the workspace. Its conversations keep their assignees but no longer belong to a team. This can’t be undone.',
  open: (count) => `Open conversations of the team: ${count}.`,
  deleted: (name) => `Team “${name}” deleted`,
  empty: 'No teams yet',
  emptyHint: 'Create one to divide the work: sales, support, billing…',
  failed: 'We couldn’t load the teams',
}
