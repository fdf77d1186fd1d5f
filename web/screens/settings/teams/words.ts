import { dictionary } from '#web/app/i18n.ts'
import { teamEn } from './words.en.ts'
import { teamEs } from './words.es.ts'

export const useTeamWords = dictionary(teamEs, teamEn)
