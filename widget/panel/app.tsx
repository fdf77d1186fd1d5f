import type { ChatMessage } from '#contract/records/conversation.ts'
import { useState } from 'preact/hooks'
import type { Props } from './chat.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { Header } from './header.tsx'
import { PreChat } from './pre-chat.tsx'
import { needsIntroduction } from './state.ts'
import { useDrop } from './use-drop.ts'

export function App({ state, chat, words, isStandalone }: Props & { isStandalone: boolean }) {
  const [files, setFiles] = useState<File[]>([])
  const [quoted, setQuoted] = useState<ChatMessage>()
  const isIntroducing = needsIntroduction(state)
  const isDropping = useDrop((dropped) => !isIntroducing && setFiles((before) => [...before, ...dropped]))
  return (
    <main class="panel">
      <Header {...{ state, chat, words, isStandalone }} />
      <div role="status" class="bars">
        {state.isOffline && (
          <p class="bar">
            {words.offline} {words.waiting}
          </p>
        )}
        {state.isGone && <p class="bar">{words.problems.gone}</p>}
      </div>
      {!state.session || !state.isLoaded ? (
        <div class="quiet">{!state.isGone && words.loading}</div>
      ) : isIntroducing ? (
        <PreChat {...{ state, chat, words }} />
      ) : (
        <>
          <Conversation {...{ state, chat, words }} onQuote={setQuoted} />
          <Composer {...{ state, chat, words, files, setFiles, quoted, setQuoted }} />
        </>
      )}
      {isDropping && !isIntroducing && <div class="drop">{words.drop}</div>}
    </main>
  )
}
