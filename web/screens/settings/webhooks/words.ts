import { dictionary } from '#web/app/i18n.ts'
import { deliveryEn, replayEn, webhookEn } from './words.en.ts'
import { deliveryEs, replayEs, webhookEs } from './words.es.ts'

export const useWebhookWords = dictionary(webhookEs, webhookEn)
export const useDeliveryWords = dictionary(deliveryEs, deliveryEn)
export const useReplayWords = dictionary(replayEs, replayEn)
