import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setPopupLoader } from '#web/ui/popup/load-popups.tsx'
import { followKeyboard } from '#web/ui/follow-keyboard.ts'
import { followTheme } from '#web/ui/theme.ts'
import { Toaster } from '#web/ui/toast.tsx'
import { followLanguage, useWords } from './i18n.ts'
import { queryClient } from './query.ts'
import { router } from './routes.tsx'
import '#web/ui/tokens.css'

setPopupLoader(() => import('#web/ui/popup/popups.ts').then(({ popups }) => popups))
followTheme()
followKeyboard()
followLanguage()
preloadScreen()

// A transition renders in slices, so early clicks and keys are handled in between.
startTransition(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

function App() {
  const { common } = useWords()
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster closeLabel={common.close} regionLabel={common.notifications} />
    </QueryClientProvider>
  )
}

/** Fetches the code of the current route in parallel with the session, not after it. */
function preloadScreen() {
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  for (const { options } of routes) {
    const screen = options.component as { preload?: () => Promise<void> } | undefined
    void screen?.preload?.()
  }
}
