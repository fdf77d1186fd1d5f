import { useEffect, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Problem, signIn } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { sessionQuery } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { useTitle } from '#web/ui/use-title.ts'
import { Comforts } from './comforts.tsx'
import { LongThread } from './long-thread.tsx'

export function SignIn() {
  const { signIn: words } = useWords()
  const { enter, wait } = useEnter()
  const errors = fieldErrors(enter.error)
  useTitle(words.title)

  return (
    <div className="relative isolate grid h-dvh grid-rows-[auto_1fr] overflow-y-auto bg-canvas">
      <LongThread />
      <Comforts />
      <main className="grid place-items-center px-4 pb-24">
        <div className="w-full max-w-96">
          <div className="mb-6 flex flex-col items-center text-center">
            <Logo size={52} />
            <h1 className="mt-4 text-2xl font-semibold tracking-tight">{words.title}</h1>
            <p className="mt-1 text-ink-2">{words.subtitle}</p>
          </div>
          <form
            noValidate
            onSubmit={submitted(({ email = '', password = '' }) => enter.mutate({ email, password }))}
            className="flex flex-col gap-4 rounded-2xl bg-surface p-6 shadow-raised"
          >
            {enter.error && <Notice>{complaint(enter.error, wait, words)}</Notice>}
            <TextField
              label={words.email}
              name="email"
              type="email"
              autoComplete="username"
              autoFocus
              error={errors['email']}
            />
            <TextField
              label={words.password}
              name="password"
              type="password"
              autoComplete="current-password"
              error={errors['password']}
            />
            <Button look="primary" size="lg" type="submit" busy={enter.isPending} disabled={wait > 0}>
              {wait > 0 ? words.waiting(wait) : words.submit}
            </Button>
          </form>
        </div>
      </main>
    </div>
  )
}

function useEnter() {
  const { to = '/app' } = useSearch({ from: '/app/sign-in' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const enter = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      return navigate({ href: to, replace: true })
    },
    meta: { quiet: true },
  })
  return { enter, wait: useCountdown(enter.error) }
}

/** Seconds until the server listens again, after too many attempts. */
function useCountdown(error: Error | null) {
  const [left, setLeft] = useState(0)
  useEffect(() => setLeft(error instanceof Problem ? error.retry_after : 0), [error])
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}

function complaint(error: Error, wait: number, words: { refused: string; throttled: string }) {
  if (error instanceof Problem && error.status === 401) return words.refused
  if (error instanceof Problem && error.status === 429 && wait > 0) return words.throttled
  return explain(error)
}
