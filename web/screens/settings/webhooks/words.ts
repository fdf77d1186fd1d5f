import { dictionary } from '#web/i18n.ts'
import { connectionsEn } from '#web/locales/settings-connections.en.ts'
import { connectionsEs } from '#web/locales/settings-connections.es.ts'

export const useWebhookWords = dictionary(connectionsEs.webhooks, connectionsEn.webhooks)
export const useDeliveryWords = dictionary(connectionsEs.deliveries, connectionsEn.deliveries)
export const useReplayWords = dictionary(connectionsEs.replay, connectionsEn.replay)
