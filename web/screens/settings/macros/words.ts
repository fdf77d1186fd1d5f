import { dictionary } from '#web/app/i18n.ts'
import { macroEn } from './words.en.ts'
import { macroEs } from './words.es.ts'

export const useMacroWords = dictionary(macroEs, macroEn)
