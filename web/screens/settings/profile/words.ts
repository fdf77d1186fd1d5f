import { dictionary } from '#web/app/i18n.ts'
import { profileEn, sessionEn, twoFactorEn } from './words.en.ts'
import { profileEs, sessionEs, twoFactorEs } from './words.es.ts'

export const useProfileWords = dictionary(profileEs, profileEn)
export const useTwoFactorWords = dictionary(twoFactorEs, twoFactorEn)
export const useSessionWords = dictionary(sessionEs, sessionEn)
