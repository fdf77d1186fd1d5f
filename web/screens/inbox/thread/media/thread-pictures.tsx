import { createContext, useState, type ReactNode } from 'react'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { isPicture } from './picture-messages.ts'

const PictureViewer = lazyComponent(async () => (await import('./picture-viewer.tsx')).PictureViewer)

/** Opens the picture with this id. */
export const OpenPictureContext = createContext<(id: string) => void>(() => undefined)

type Props = { messages: readonly ThreadMessage[]; children: ReactNode }

/** Lets pictures open in a viewer, which moves through those of all messages. */
export function ThreadPictures({ messages, children }: Props) {
  const [opened, open] = useState<string>()
  const files = opened
    ? messages.flatMap(({ deleted, attachments }) => (deleted ? [] : attachments.filter(isPicture)))
    : []
  const at = files.findIndex(({ id }) => id === opened)
  return (
    <OpenPictureContext value={open}>
      {children}
      {at >= 0 && (
        <PictureViewer files={files} at={at} onMove={(next) => open(files[next]!.id)} onClose={() => open(undefined)} />
      )}
    </OpenPictureContext>
  )
}
