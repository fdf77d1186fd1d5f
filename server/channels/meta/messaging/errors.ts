import type { GraphError, Refusal, RefusalTable } from '#channels/meta/errors.ts'

/** Codes of Messenger and Instagram. Most reasons are in the subcode; codes of all Meta products are in `meta/errors.ts`. */
export const messagingRefusal: RefusalTable = (error) =>
  bySubcode.get(error.subcode ?? -1) ?? byCode.get(error.code) ?? bySubcode.get(error.code)

/** Whether another app answers the conversation at the moment. */
export function isOtherAppInControl({ code, subcode }: Pick<GraphError, 'code' | 'subcode'>): boolean {
  return code === OTHER_APP || subcode === OTHER_APP
}

const OTHER_APP = 2018300

const closed: Refusal = {
  code: 'window_closed',
  detail: 'The customer wrote more than 24 hours ago. A person may answer for 7 days with the human-agent tag.',
}
const gone: Refusal = {
  code: 'recipient_unreachable',
  detail: 'This person blocked you, closed their account or left the conversation.',
}

const subcodes: [number[], Refusal][] = [
  [[2018278, 2018065, 2534022], closed],
  [[2018001, 2534014, 1545041, 2534029], gone],
  [
    [2018108, 2018028],
    {
      code: 'not_authorised',
      detail: 'The Meta app may only write to people with a role in it. Ask Meta for advanced access.',
      scope: 'connection',
    },
  ],
  [
    [2534041],
    {
      code: 'not_authorised',
      detail: 'Allow access to messages in the Instagram app, under Settings → Messages → Connected tools.',
      scope: 'connection',
    },
  ],
  [
    [2018109, 2018047, 2018007, 2018008, 2018074],
    { code: 'media_rejected', detail: 'Meta does not accept this file. Check its type and size.' },
  ],
  [
    [2018022],
    {
      code: 'rate_limited',
      detail: 'Too many messages were sent in a short time.',
      retryable: true,
      scope: 'inbox',
    },
  ],
  [
    [OTHER_APP],
    { code: 'rejected', detail: 'Another app answers this conversation. Take it over in Meta Business Suite.' },
  ],
]

const codes: [number[], Refusal][] = [
  [[551], gone],
  [[1200], { code: 'temporary', detail: 'Meta has a problem at the moment.', retryable: true }],
  [
    [2022],
    {
      code: 'policy',
      detail: 'Meta blocked the account because of spam. Look at it in Meta Business Suite.',
      scope: 'connection',
    },
  ],
]

const toMap = (list: readonly [number[], Refusal][]) =>
  new Map(list.flatMap(([numbers, refusal]) => numbers.map((each) => [each, refusal] as const)))
const bySubcode = toMap(subcodes)
const byCode = toMap(codes)
