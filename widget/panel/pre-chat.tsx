import { useEffect, useRef, useState } from 'preact/hooks'
import type { Props } from './chat.ts'
import { Problem } from './api.ts'
import { isTouchDevice } from './touch.ts'

/** Asks for name and e-mail before the first message, if the site is set up to do so. */
export function PreChat({ state, chat, words }: Props) {
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state.isShown && !isTouchDevice()) form.current!.querySelector('input')!.focus()
  }, [state.isShown])
  const texts = words.preChat

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const values = new FormData(form.current!)
    const [name, email] = [textOf(values, 'name'), textOf(values, 'email')]
    const found: Errors = {
      ...(!name && { name: texts.nameMissing }),
      ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && { email: texts.emailWrong }),
    }
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) return form.current!.querySelector<HTMLInputElement>(`[name=${first}]`)!.focus()
    setBusy(true)
    try {
      await chat.introduce({ name, email })
    } catch (error) {
      const isInvalid = error instanceof Problem && error.code === 'invalid_value'
      setErrors(isInvalid ? { email: texts.emailWrong } : { form: texts.failed })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} class="introduce" noValidate onSubmit={submit}>
      <p>{texts.hint}</p>
      <Field name="name" label={texts.name} error={errors.name} value={state.contact?.name} autoComplete="name" />
      <Field name="email" label={texts.email} error={errors.email} keyboard="email" autoComplete="email" />
      {errors.form && (
        <p role="alert" class="error">
          {errors.form}
        </p>
      )}
      <button type="submit" class="primary" disabled={isBusy}>
        {texts.start}
      </button>
    </form>
  )
}

type Errors = { name?: string; email?: string; form?: string }
type FieldProps = {
  name: string
  label: string
  error: string | undefined
  keyboard?: 'text' | 'email'
  value?: string | null | undefined
  autoComplete: string
}

function Field({ name, label, error, keyboard = 'text', value, autoComplete }: FieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        inputMode={keyboard}
        maxLength={255}
        defaultValue={value ?? ''}
        autoComplete={autoComplete}
        aria-invalid={Boolean(error)}
        aria-describedby={error && `${name}-error`}
        required
      />
      {error && (
        <p id={`${name}-error`} class="error">
          {error}
        </p>
      )}
    </div>
  )
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
