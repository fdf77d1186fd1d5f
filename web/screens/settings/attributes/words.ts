import { dictionary } from '#web/app/i18n.ts'
import { attributeEn } from './words.en.ts'
import { attributeEs } from './words.es.ts'

export const useAttributeWords = dictionary(attributeEs, attributeEn)
