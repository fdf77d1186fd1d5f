import type { Gateways } from '#server/subscribers.ts'

/** An outside world nobody reaches: for tests whose subscribers are only asked what they want to hear. */
export const nowhere: Gateways = {
  mail: { delivers: false, send: () => Promise.reject(new Error('No mail leaves this test.')) },
  outbound: {
    checkUrl: () => undefined,
    post: () => Promise.reject(new Error('Nothing leaves this test.')),
  },
}
