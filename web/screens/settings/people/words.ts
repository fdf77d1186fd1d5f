import { dictionary } from '#web/app/i18n.ts'
import { invitationEn, peopleEn } from './words.en.ts'
import { invitationEs, peopleEs } from './words.es.ts'

export const usePeopleWords = dictionary(peopleEs, peopleEn)
export const useInvitationWords = dictionary(invitationEs, invitationEn)
