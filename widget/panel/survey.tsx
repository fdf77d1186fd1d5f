import type { ChatMessage } from '#contract/records/conversation.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chat } from './chat.ts'
import type { Words } from './state.ts'

type Props = { survey: NonNullable<ChatMessage['survey']>; chat: Chat; words: Words['survey'] }

/** A rating in stars with an optional comment. The answer stays visible and can be changed until the survey closes. */
export function Survey({ survey, chat, words }: Props) {
  const [isChanging, setChanging] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const hasAnswered = useRef(false)
  const isClosed = Date.parse(survey.closes_at) <= Date.now()
  useEffect(() => {
    // The pressed button is gone, so focus moves to the next one.
    if (!hasAnswered.current || !changeButton.current) return
    hasAnswered.current = false
    changeButton.current.focus()
  })

  if (survey.rating === null && isClosed) return <p class="meta">{words.closed}</p>
  if (survey.rating === null || (isChanging && !isClosed)) {
    const send = async (rating: number, comment: string | null) => {
      // The stream may report the answer before the request returns.
      hasAnswered.current = true
      try {
        await chat.answer(survey.token, rating, comment)
        setChanging(false)
      } catch (error) {
        hasAnswered.current = false
        throw error
      }
    }
    return <SurveyForm {...{ survey, send, words }} />
  }
  return (
    <div class="survey">
      <p role="img" aria-label={words.stars(survey.rating)} class="given">
        {[1, 2, 3, 4, 5].map((count) => (
          <Star key={count} isLit={count <= survey.rating!} />
        ))}
      </p>
      {survey.comment && <p class="comment">{survey.comment}</p>}
      <p role="status">{words.thanks}</p>
      {!isClosed && (
        <button ref={changeButton} type="button" class="link" onClick={() => setChanging(true)}>
          {words.change}
        </button>
      )}
    </div>
  )
}

type FormProps = Pick<Props, 'survey' | 'words'> & { send(rating: number, comment: string | null): Promise<void> }

function SurveyForm({ survey, send, words }: FormProps) {
  const { token } = survey
  const [rating, setRating] = useState(survey.rating)
  const [comment, setComment] = useState(survey.comment ?? '')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (rating === null) return setError(words.choose)
    setBusy(true)
    setError('')
    try {
      await send(rating, comment.trim() || null)
    } catch {
      setError(words.failed)
      setBusy(false)
    }
  }

  return (
    <form class="survey" noValidate onSubmit={submit}>
      <fieldset aria-describedby={error && `${token}-error`}>
        <legend class="unseen">{words.legend}</legend>
        <div class="stars">
          {words.ratings.map((name, i) => (
            <label key={name} title={name}>
              <input
                type="radio"
                name={`stars-${token}`}
                checked={rating === i + 1}
                aria-label={`${words.stars(i + 1)}: ${name}`}
                onChange={() => {
                  setRating(i + 1)
                  setError('')
                }}
              />
              <Star isLit={rating !== null && i < rating} />
            </label>
          ))}
        </div>
      </fieldset>
      <label for={`${token}-comment`}>{words.comment}</label>
      <textarea
        id={`${token}-comment`}
        rows={2}
        maxLength={2000}
        value={comment}
        onInput={(event) => setComment(event.currentTarget.value)}
      />
      {error && (
        <p role="alert" class="error" id={`${token}-error`}>
          {error}
        </p>
      )}
      <button type="submit" class="primary" disabled={isBusy}>
        {words.send}
      </button>
    </form>
  )
}

const Star = ({ isLit }: { isLit: boolean }) => (
  <svg viewBox="0 0 24 24" class={isLit ? 'star lit' : 'star'} aria-hidden="true">
    <path d="M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z" />
  </svg>
)
