import { dictionary } from '#web/app/i18n.ts'
import { optionsEn } from './words.en.ts'
import { optionsEs } from './words.es.ts'

export const useOptionWords = dictionary(optionsEs, optionsEn)
