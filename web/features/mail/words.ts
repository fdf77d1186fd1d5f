import { dictionary } from '#web/app/i18n.ts'
import { mailEn } from './words.en.ts'
import { mailEs } from './words.es.ts'

export const useMailWords = dictionary(mailEs, mailEn)
