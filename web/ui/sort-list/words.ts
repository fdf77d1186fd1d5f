import { dictionary } from '#web/app/i18n.ts'
import { sortingEn } from './words.en.ts'
import { sortingEs } from './words.es.ts'

export const useSortingWords = dictionary(sortingEs, sortingEn)
