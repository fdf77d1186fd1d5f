import type { CSSProperties, ReactNode } from 'react'
import { inkOn, isColor } from '#web/ui/color-field/colors.ts'
import { cx } from '#web/ui/cx.ts'
import type { WidgetDraft } from './widget-draft.ts'
import { widgetTexts } from './widget-texts.ts'

export type Moment = 'fresh' | 'form' | 'talking'

type Props = { draft: WidgetDraft; moment: Moment; lang: 'es' | 'en'; inbox: string; team: string }

/** A static picture of the chat panel and its button, styled like the widget. */
export function PreviewPanel({ draft, moment, lang, inbox, team }: Props) {
  const texts = widgetTexts[lang]
  const color = isColor(draft.color) ? draft.color : '#4349bb'
  const style = { '--brand': color, '--on-brand': inkOn(color) } as CSSProperties
  const isFresh = moment !== 'talking'
  return (
    <div lang={lang} style={style} className="chat-preview">
      <div className="chat-window">
        <div className={cx('chat-head', isFresh && 'is-fresh')}>
          <div className="min-w-0 flex-1">
            <div className="chat-title">{draft.greeting_title.trim() || texts.greeting}</div>
            <div className={isFresh ? 'chat-welcome' : 'chat-inbox'}>
              {isFresh ? draft.greeting_message.trim() || texts.greetingMessage : inbox}
            </div>
          </div>
          <Glyph path="M6 6l12 12M18 6L6 18" />
        </div>
        {moment === 'form' ? (
          <PreChat texts={texts} />
        ) : (
          <>
            {moment === 'talking' ? <Talking texts={texts} team={team} /> : <Loose />}
            <div className="chat-composer">
              <Glyph path="M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.8 17a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6" />
              <span className="chat-field">{texts.write}</span>
              <Glyph path="M4.5 12h14M12.5 5.5L19 12l-6.5 6.5" />
            </div>
          </>
        )}
      </div>
      <div className={cx('chat-button', draft.position === 'left' && 'is-left')}>
        <Glyph path="M6 9.5l6 6 6-6" />
      </div>
    </div>
  )
}

type Texts = (typeof widgetTexts)['es']

const PreChat = ({ texts }: { texts: Texts }) => (
  <div className="chat-form">
    <p>{texts.hint}</p>
    {[texts.name, texts.email].map((label) => (
      <div key={label}>
        <div className="chat-label">{label}</div>
        <div className="chat-input" />
      </div>
    ))}
    <div className="chat-start">{texts.start}</div>
  </div>
)

const Talking = ({ texts, team }: { texts: Texts; team: string }) => (
  <div className="chat-log">
    <Bubble mine>{texts.question}</Bubble>
    <div className="chat-author">{team}</div>
    <Bubble>{texts.answer}</Bubble>
  </div>
)

const Bubble = ({ mine = false, children }: { mine?: boolean; children: ReactNode }) => (
  <div className={cx('chat-bubble', mine && 'is-mine')}>{children}</div>
)

const Loose = () => (
  <div className="chat-log">
    <svg viewBox="0 0 134 60" className="chat-loose" aria-hidden>
      <path d="M6 46C26 46 34 12 52 12s14 34-2 34-14-34 6-34 20 34 36 34 18-18 30-18" />
    </svg>
  </div>
)

const Glyph = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" className="chat-glyph" aria-hidden>
    <path d={path} />
  </svg>
)
