import type { Referral } from '#kernel/connector.ts'
import { compact, object, type Payload, text } from '#channels/meta/payload.ts'
import type { Product } from './parse.ts'

/** The ad or link that brought the customer. */
export function referralOf(referral: Payload, { object: product }: Product): Referral | undefined {
  const [ref, ad_id, page] = [text(referral.ref), text(referral.ad_id), text(referral.referer_uri)]
  const ad = object(referral.ads_context_data)
  const headline = text(ad.ad_title)
  if (ref === undefined && ad_id === undefined && page === undefined && headline === undefined) return undefined
  const isAd = ad_id !== undefined || referral.source === 'ADS'
  const post = text(ad.post_id)
  return compact<Referral>({
    source: !isAd ? 'link' : product === 'instagram' ? 'instagram' : 'facebook',
    type: isAd ? 'ad' : 'link',
    ad_id,
    headline,
    url: page ?? (post && `https://www.facebook.com/${post}`),
    ref,
  })
}
