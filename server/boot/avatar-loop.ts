import {
  type AvatarFiles,
  claimAvatars,
  fetchAvatar,
  releaseAvatars,
  untilNextAvatar,
} from '#domains/contacts/avatars/fetch.ts'
import { type Loop, startJobLoop } from '#kernel/loop.ts'
import type { Notifier } from '#kernel/notify.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

const AT_ONCE = 4

/** Fetches pictures of contacts from addresses outside, apart from everything that must not wait for them. */
export function startAvatarLoop(runtime: Runtime, notifier: Pick<Notifier, 'onNotify'>, files: AvatarFiles): Loop {
  const { leaseSeconds: _, ...timing } = timingOf(runtime)
  const onError = (error: unknown) => runtime.log.warn({ err: error }, 'a picture could not be stored')
  return startJobLoop({
    ...timing,
    onError,
    notifier,
    topics: ['contact.created', 'contact.updated', 'conversation.created'],
    // A picture can wait a moment.
    gapMilliseconds: 200,
    capacity: AT_ONCE,
    claim: (room) => claimAvatars(runtime, room),
    run: (job) => fetchAvatar(runtime, files, job).catch(onError),
    release: (jobs) => releaseAvatars(runtime, jobs),
    untilNext: () => untilNextAvatar(runtime),
  })
}
