import { checkContent } from '#domains/conversations/rules.ts'
import { unknownIn } from '#domains/workspace/variables.ts'
import { reject } from '#kernel/problem.ts'

/** What is to be sent, once it is known that it says something and speaks only of what there is. */
export function checkWords(content: string): string {
  const unknown = [...new Set(unknownIn(content))].map((name) => `{{${name}}}`)
  if (unknown.length > 0)
    reject('invalid_value', `Nobody knows ${unknown.join(', ')}; correct or remove it.`, 'content')
  return checkContent(content, [])!
}
