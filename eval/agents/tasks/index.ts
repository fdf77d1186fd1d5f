import type { Task } from '../task.ts'
import { contactTasks } from './contacts.ts'
import { conversationTasks } from './conversations.ts'
import { dealTasks } from './deals.ts'
import { knowledgeTasks } from './knowledge.ts'
import { leadTasks } from './leads.ts'
import { recoveryTasks } from './recoveries.ts'
import { reportTasks } from './reports.ts'
import { workspaceTasks } from './workspace.ts'

export const tasks: readonly Task[] = [
  ...contactTasks,
  ...conversationTasks,
  ...leadTasks,
  ...dealTasks,
  ...reportTasks,
  ...workspaceTasks,
  ...knowledgeTasks,
  ...recoveryTasks,
]
