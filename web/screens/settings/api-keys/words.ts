import { dictionary } from '#web/i18n.ts'
import { connectionsEn } from '#web/locales/settings-connections.en.ts'
import { connectionsEs } from '#web/locales/settings-connections.es.ts'

export const useApiKeyWords = dictionary(connectionsEs.keys, connectionsEn.keys)
