import { useRef, type ComponentProps } from 'react'
import { Braces } from '#web/ui/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type Props = Pick<ComponentProps<typeof TextArea>, 'label' | 'error' | 'hint' | 'optional' | 'rows' | 'placeholder'> & {
  value: string
  onChange: (text: string) => void
  /** The available variables by path, such as `contact.first_name`. */
  variables: Record<string, string>
  insertLabel: string
}

/** A text area with a menu to insert variables. */
export function VariableArea({ value, onChange, variables, insertLabel, ...field }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (path: string) => {
    const at = area.current?.selectionStart ?? value.length
    const variable = `{{${path}}}`
    onChange(value.slice(0, at) + variable + value.slice(at))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(at + variable.length, at + variable.length)
    })
  }
  return (
    <div className="min-w-0">
      <TextArea ref={area} rows={3} {...field} value={value} onChange={(event) => onChange(event.target.value)} />
      <div className="mt-1.5">
        <Menu
          align="start"
          trigger={
            <Button size="sm" icon={<Braces size={14} aria-hidden />}>
              {insertLabel}
            </Button>
          }
        >
          {Object.entries(variables).map(([path, name]) => (
            <MenuItem key={path} onSelect={() => insert(path)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </div>
  )
}
