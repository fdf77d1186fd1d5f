import { dictionary } from '#web/app/i18n.ts'
import { campaignEn } from './words.en.ts'
import { campaignEs } from './words.es.ts'

export const useCampaignWords = dictionary(campaignEs, campaignEn)
