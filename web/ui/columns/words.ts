import { dictionary } from '#web/app/i18n.ts'
import { columnsEn } from './words.en.ts'
import { columnsEs } from './words.es.ts'

export const useColumnsWords = dictionary(columnsEs, columnsEn)
