import { unknownIn } from '#domains/workspace/variables.ts'
import { reject } from '#kernel/problem.ts'

/** What is to be sent, once it is known that it says something and speaks only of what there is. */
export function checkWords(content: string): string {
  if (!content.trim()) reject('missing_field', 'Write what is to be sent.', 'content')
  const unknown = [...new Set(unknownIn(content))].map((name) => `{{${name}}}`)
  if (unknown.length > 0)
    reject('invalid_value', `Nobody knows ${unknown.join(', ')}; correct or remove it.`, 'content')
  return content
}
