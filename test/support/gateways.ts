import type { Gateways } from '#server/subscribers.ts'

/** An outside world nobody reaches: for tests whose subscribers are only asked what they want to hear. */
export const nowhere: Gateways = {
  mail: { delivers: false, send: () => Promise.reject(new Error('No mail leaves this test.')) },
  outbound: {
    checkUrl: () => undefined,
    post: () => Promise.reject(new Error('Nothing leaves this test.')),
    get: () => Promise.reject(new Error('Nothing leaves this test.')),
  },
  files: {
    put: () => Promise.reject(new Error('No file is kept by this test.')),
    get: () => Promise.reject(new Error('No file is kept by this test.')),
    remove: () => Promise.reject(new Error('No file is kept by this test.')),
  },
  reader: { read: () => Promise.reject(new Error('No file is read by this test.')) },
}
