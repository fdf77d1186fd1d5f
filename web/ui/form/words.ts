import { dictionary } from '#web/app/i18n.ts'
import { savingEn } from './words.en.ts'
import { savingEs } from './words.es.ts'

export const useSavingWords = dictionary(savingEs, savingEn)
