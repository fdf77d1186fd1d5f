import { useWords } from '#web/app/i18n.ts'
import { toast } from './toast.tsx'

/** Copies a text and reports it. Pages without HTTPS have no clipboard. */
export function useCopy() {
  const { common } = useWords()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.good(common.copied)
    } catch {
      toast.bad(common.notCopied)
    }
  }
}
