import { dictionary } from '#web/i18n.ts'
import { automationsEn } from '#web/locales/automations.en.ts'
import { automationsEs } from '#web/locales/automations.es.ts'

export const useAutomationWords = dictionary(automationsEs, automationsEn)
