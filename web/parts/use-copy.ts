import { useWords } from '#web/i18n.ts'
import { toast } from '#web/ui/toast.tsx'

/** Puts a text on the clipboard and says so. A page that is not served safely has none. */
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
