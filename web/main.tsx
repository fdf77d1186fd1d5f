import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { followLanguage, useWords } from './i18n.ts'
import { queryClient } from './query.ts'
import { router } from './routes.tsx'
import { followTheme } from './ui/theme.ts'
import { Toaster } from './ui/toast.tsx'
import './ui/tokens.css'

followTheme()
followLanguage()
fetchScreen()

// In pieces, so that whoever acts meanwhile is not kept waiting.
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

/** What the address leads to is fetched beside the session, not after it. */
function fetchScreen() {
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  for (const { options } of routes) {
    const screen = options.component as { preload?: () => Promise<void> } | undefined
    void screen?.preload?.()
  }
}
