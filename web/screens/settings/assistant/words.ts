import { dictionary } from '#web/i18n.ts'
import { assistantEn } from '#web/locales/settings-assistant.en.ts'
import { assistantEs } from '#web/locales/settings-assistant.es.ts'

export const useAssistantWords = dictionary(assistantEs.assistant, assistantEn.assistant)
export const useTrialWords = dictionary(assistantEs.trial, assistantEn.trial)
