import type { ComponentProps, ReactNode } from 'react'
import { Field } from '@base-ui/react/field'
import { CircleAlert } from './icons.ts'
import { cx } from './cx.ts'
import { inputClass } from './input-class.ts'

type Own = { label: string; error?: ReactNode; hint?: ReactNode; optional?: string }
type Props = Own &
  Omit<ComponentProps<'input'>, 'className' | 'defaultValue' | 'value'> & {
    value?: string
    defaultValue?: string
    /** Shown inside the field, at its end. */
    aside?: ReactNode
  }

/** A labelled text input with its error below. */
export function TextField({ label, error, hint, optional, aside, ...input }: Props) {
  const control = (
    <Field.Control
      {...input}
      className={cx(
        inputClass,
        'h-9 pointer-coarse:h-11',
        Boolean(aside) && 'pr-11',
        input.readOnly && 'bg-sunken! text-ink-2!',
      )}
    />
  )
  return (
    <FieldFrame {...{ label, error, hint, optional, name: input.name }}>
      {aside ? (
        <div className="relative">
          {control}
          <span className="absolute inset-y-0 right-1.5 flex items-center">{aside}</span>
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  )
}

type AreaProps = Own &
  Omit<ComponentProps<'textarea'>, 'className' | 'defaultValue' | 'value'> & { value?: string; defaultValue?: string }

/** A labelled text area. */
export function TextArea({ label, error, hint, optional, ref, rows = 4, name, ...area }: AreaProps) {
  return (
    <FieldFrame {...{ label, error, hint, optional, name }}>
      <Field.Control
        {...(area as object)}
        render={<textarea ref={ref} rows={rows} />}
        className={cx(inputClass, 'block resize-y py-2')}
      />
    </FieldFrame>
  )
}

/** The frame of any field: label above, hint or error below. */
export function FieldFrame({ label, error, hint, optional, name, children }: LabelledProps) {
  return (
    <Field.Root {...(name && { name })} invalid={Boolean(error)} className="flex min-w-0 flex-col gap-1.5">
      <Field.Label className="flex items-baseline gap-1.5 text-sm font-medium text-ink">
        {label}
        {optional && <span className="text-xs font-normal text-ink-3">{optional}</span>}
      </Field.Label>
      {children}
      {hint && !error && <Field.Description className="text-xs text-ink-3">{hint}</Field.Description>}
      <Field.Error match={Boolean(error)} className="flex items-start gap-1.5 text-xs text-danger-text">
        <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
        <span>{error}</span>
      </Field.Error>
    </Field.Root>
  )
}

type LabelledProps = {
  label: string
  error?: ReactNode
  hint?: ReactNode
  optional?: string | undefined
  name?: string | undefined
  children: ReactNode
}
