import { useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Smile } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useEmojiWords } from './words.ts'

const EmojiGrid = lazyComponent(
  async () => (await import('./emoji-grid.tsx')).EmojiGrid,
  <div className="h-66 w-72 max-w-full" />,
)

/** A button that opens the emoji. They are loaded when it is first pressed. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const words = useEmojiWords()
  const [isOpen, open] = useState(false)
  return (
    <Popover
      label={words.label}
      open={isOpen}
      onOpenChange={open}
      trigger={
        <IconButton label={words.label}>
          <Smile size={16} aria-hidden />
        </IconButton>
      }
    >
      <EmojiGrid
        onChoose={(emoji) => {
          open(false)
          onChoose(emoji)
        }}
      />
    </Popover>
  )
}
