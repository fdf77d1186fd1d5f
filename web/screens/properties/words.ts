import { dictionary } from '#web/i18n.ts'
import { propertiesEn } from '#web/locales/properties.en.ts'
import { propertiesEs } from '#web/locales/properties.es.ts'

export const usePropertiesWords = dictionary(propertiesEs, propertiesEn)
