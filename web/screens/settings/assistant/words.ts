import { dictionary } from '#web/app/i18n.ts'
import { assistantEn, trialEn } from './words.en.ts'
import { assistantEs, trialEs } from './words.es.ts'

export const useAssistantWords = dictionary(assistantEs, assistantEn)
export const useTrialWords = dictionary(trialEs, trialEn)
