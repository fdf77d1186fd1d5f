import { dictionary } from '#web/app/i18n.ts'
import { importEn } from './words.en.ts'
import { importEs } from './words.es.ts'

export const useImportWords = dictionary(importEs, importEn)
