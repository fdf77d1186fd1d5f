import { dictionary } from '#web/app/i18n.ts'
import { connectEn } from './words.en.ts'
import { connectEs } from './words.es.ts'

export const useConnectWords = dictionary(connectEs, connectEn)
