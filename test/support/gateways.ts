import type { Gateways } from '#server/boot/subscribers.ts'

/** Gateways that refuse every call: for tests that only need to know which events each subscriber takes. */
export const unreachableGateways: Gateways = {
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
