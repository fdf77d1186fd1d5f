import type { CampaignTemplate } from '#contract/records/campaign.ts'

/** The values of a saved template as texts, by the field that shows each. */
export function readEntered({ header, body, buttons }: CampaignTemplate['parameters']): Record<string, string> {
  const values = Array.isArray(body) ? Object.fromEntries(body.map((value, index) => [index + 1, value])) : body
  return {
    ...(header !== undefined && { header: headerText(header) }),
    ...withPrefix('body', values),
    ...withPrefix('buttons', buttons),
  }
}

/** A stored file has no text; it stays until another header is given. */
const headerText = (header: NonNullable<CampaignTemplate['parameters']['header']>) => {
  if (typeof header === 'string') return header
  return 'link' in header ? header.link : ''
}

const withPrefix = (prefix: string, values: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]))
