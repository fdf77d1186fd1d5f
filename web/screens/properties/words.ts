import { dictionary } from '#web/app/i18n.ts'
import { propertiesEn } from './words.en.ts'
import { propertiesEs } from './words.es.ts'

export const usePropertiesWords = dictionary(propertiesEs, propertiesEn)
