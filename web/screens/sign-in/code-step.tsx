import { useState } from 'react'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { AttemptForm } from './attempt-form.tsx'

type Props = {
  attempt: { error: Error | null; isPending: boolean }
  onCode: (code: string) => void
  onBack: () => void
}

/** Second factor: a code from the authenticator app, or a recovery code. */
export function CodeStep({ attempt, onCode, onBack }: Props) {
  const { signIn: words } = useWords()
  const [isRecovering, setRecovering] = useState(false)
  return (
    <>
      <AttemptForm
        attempt={attempt}
        onSubmit={({ code = '' }) => onCode(code.trim())}
        submit={words.verify}
        rejectedMessage={isRecovering ? words.recoveryRefused : words.codeRefused}
      >
        <TextField
          key={String(isRecovering)}
          label={isRecovering ? words.recoveryCode : words.code}
          hint={isRecovering ? words.recoveryHint : words.codeHint}
          name="code"
          inputMode={isRecovering ? 'text' : 'numeric'}
          autoComplete={isRecovering ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
        />
      </AttemptForm>
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={() => setRecovering(!isRecovering)}>{isRecovering ? words.useCode : words.useRecovery}</Button>
        <Button onClick={onBack}>{words.otherAccount}</Button>
      </div>
    </>
  )
}
