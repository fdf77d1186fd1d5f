import { useRef, useState, type ReactNode } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { cx } from '#web/ui/cx.ts'
import { AlarmClock, Check, RotateCcw, type IconComponent } from '#web/ui/icons.ts'
import { useSwipe, type Direction } from '#web/ui/use-swipe.ts'

export type SwipeAction = 'resolve' | 'reopen' | 'snooze'

type Props = {
  conversation: Conversation
  onSwipe: (conversation: Conversation, action: SwipeAction) => void
  className: string
  onPointerEnter: () => void
  children: ReactNode
}

const ways: Direction[] = ['left', 'right']
const ENOUGH_PIXELS = 88

/** A row that a finger swipes to the right to resolve or reopen the conversation, and to the left to snooze it. */
export function SwipeRow({ conversation, onSwipe, className, onPointerEnter, children }: Props) {
  const { swipe: words } = useInboxWords()
  const moved = useRef<HTMLDivElement>(null)
  // The hints behind the row are needed only where fingers are used.
  const [isTouched, setTouched] = useState(false)
  const toRight = conversation.status === 'resolved' ? 'reopen' : 'resolve'
  const swipe = useSwipe({
    moved,
    ways,
    enough: ENOUGH_PIXELS,
    onSwipe: (way) => onSwipe(conversation, way === 'right' ? toRight : 'snooze'),
  })
  return (
    <div
      {...swipe}
      onPointerEnter={onPointerEnter}
      onTouchStart={() => setTouched(true)}
      className="relative h-full touch-pan-y touch-pinch-zoom overflow-hidden"
    >
      <div ref={moved} className={cx('peer z-1', className)}>
        {children}
      </div>
      {isTouched && (
        <>
          <Hint
            icon={toRight === 'resolve' ? Check : RotateCcw}
            text={words[toRight]}
            className="bg-good-soft text-good-text peer-data-[swipe=right]:flex"
          />
          <Hint
            icon={AlarmClock}
            text={words.snooze}
            className="flex-row-reverse bg-warn-soft text-warn-text peer-data-[swipe=left]:flex"
          />
        </>
      )}
    </div>
  )
}

type HintProps = { icon: IconComponent; text: string; className: string }

const Hint = ({ icon: Icon, text, className }: HintProps) => (
  <span
    aria-hidden
    className={cx(
      'absolute inset-0 hidden items-center gap-2 px-4 text-sm font-semibold peer-data-far:[&_svg]:scale-130',
      className,
    )}
  >
    <Icon size={20} aria-hidden className="transition-transform" />
    {text}
  </span>
)
