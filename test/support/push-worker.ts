import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import type { PushMessage } from '#domains/people/push/rules.ts'

type Notice = { title: string; body: string; tag: string; data: { url: string; at: string }; close(): void }
type Listener = (event: object) => void
type Page = { visibilityState: 'visible' | 'hidden' }

const source = stripTypeScriptTypes(await readFile('web/push-worker.ts', 'utf8'))

/** The service worker in a browser without a window: headless browsers can show no notices. */
export function openPushWorker(...pages: Page[]) {
  const listeners = new Map<string, Listener>()
  const announced: string[] = []
  const opened: string[] = []
  let shown: Notice[] = []
  let badge = 0
  const self = {
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
    skipWaiting: () => Promise.resolve(),
    navigator: { setAppBadge: (count: number) => Promise.resolve(void (badge = count)) },
    registration: {
      getNotifications: () => Promise.resolve(shown),
      showNotification: (title: string, options: Omit<Notice, 'title' | 'close'>) => {
        const notice = { title, ...options, close: () => void (shown = shown.filter((each) => each !== notice)) }
        shown = [...shown.filter(({ tag }) => tag !== options.tag), notice]
        announced.push(title)
        return Promise.resolve()
      },
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () =>
        Promise.resolve(
          pages.map((page) => ({
            ...page,
            focus: () => Promise.resolve(),
            postMessage: ({ open }: { open: string }) => opened.push(`in the page: ${open}`),
          })),
        ),
      openWindow: (url: string) => Promise.resolve(opened.push(`in a new page: ${url}`)),
    },
  }
  runInContext(source, createContext({ self, URL }))
  const fire = async (name: string, event: object) => {
    const works: Promise<unknown>[] = []
    listeners.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) })
    await Promise.all(works)
  }
  return {
    /** The titles of all notices that were announced, also of those closed since. */
    announced,
    opened,
    listens: () => [...listeners.keys()].toSorted(),
    shown: () => shown.map(({ title, body }) => [title, body]),
    badge: () => badge,
    receive: (message: PushMessage) => fire('push', { data: { json: () => message } }),
    click: () => fire('notificationclick', { notification: shown[0]! }),
  }
}
