import { dictionary } from '#web/app/i18n.ts'
import { selectionEn } from './words.en.ts'
import { selectionEs } from './words.es.ts'

export const useSelectionWords = dictionary(selectionEs, selectionEn)
