import { dictionary } from '#web/app/i18n.ts'
import { workspaceEn } from './words.en.ts'
import { workspaceEs } from './words.es.ts'

export const useWorkspaceWords = dictionary(workspaceEs, workspaceEn)
