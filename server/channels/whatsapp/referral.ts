import type { Referral } from '#kernel/connector.ts'
import { compact, type Payload, text } from '#channels/meta/payload.ts'

/** The ad or post that brought the customer. Ads in WhatsApp Status have no click id. */
export function referralOf(referral: Payload): Referral | undefined {
  const [id, url] = [text(referral.source_id), text(referral.source_url)]
  if (id === undefined && url === undefined && text(referral.ctwa_clid) === undefined) return undefined
  const isPost = referral.source_type === 'post'
  return compact<Referral>({
    source: /(^|[/.])(instagram\.com|ig\.me)(\/|$)/.test(url ?? '') ? 'instagram' : 'facebook',
    type: isPost ? 'post' : 'ad',
    ad_id: isPost ? undefined : id,
    ref: isPost ? id : undefined,
    click_id: text(referral.ctwa_clid),
    headline: text(referral.headline),
    body: text(referral.body),
    url,
  })
}
