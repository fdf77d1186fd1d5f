import { dictionary } from '#web/app/i18n.ts'
import { apiKeyEn } from './words.en.ts'
import { apiKeyEs } from './words.es.ts'

export const useApiKeyWords = dictionary(apiKeyEs, apiKeyEn)
