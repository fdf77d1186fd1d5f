import { dictionary } from '#web/app/i18n.ts'
import { threadEn } from './words.en.ts'
import { threadEs } from './words.es.ts'

export const useThreadWords = dictionary(threadEs, threadEn)
