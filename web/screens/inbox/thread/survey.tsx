import { Star } from '#web/ui/icons.ts'
import type { Message } from '#contract/records/conversation.ts'
import { cx } from '#web/ui/cx.ts'
import { RichText } from './rich-text.tsx'
import { useThreadWords } from './words.ts'

/** Whether a message is a satisfaction survey. */
export const isSurvey = ({ content_type, content_attributes }: Message) =>
  content_type === 'input_csat' || content_attributes['survey'] !== undefined

/** The question and the customer's answer. */
export function Survey({ message: { content, content_attributes } }: { message: Message }) {
  const { thread: words } = useThreadWords()
  const { rating, comment } = content_attributes
  return (
    <div className="min-w-48">
      <div className="mb-0.5 text-xs font-medium text-ink-2">{words.survey}</div>
      <div>
        <RichText text={content ?? ''} />
      </div>
      {typeof rating === 'number' ? (
        <>
          <p role="img" aria-label={words.stars(rating)} className="mt-1.5 flex gap-0.5">
            {[1, 2, 3, 4, 5].map((each) => (
              <Star
                key={each}
                size={18}
                aria-hidden
                className={cx(each <= rating ? 'fill-current text-warn-text' : 'text-edge')}
              />
            ))}
          </p>
          {typeof comment === 'string' && comment && <p className="mt-1 text-ink-2">“{comment}”</p>}
        </>
      ) : (
        <p className="mt-1 text-xs text-ink-2">{words.surveyPending}</p>
      )}
    </div>
  )
}
