import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The live chat, as two things: the loader, one small script for other people's pages, and the panel, an app in a
 * frame.
 */
// oxlint-disable-next-line import/no-default-export -- Vite reads only the default export
export default defineConfig({
  root: at('./widget'),
  base: '/widget/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'loader']) await builder.build(builder.environments[name]!)
    },
  },
  environments: {
    client: {
      build: {
        outDir: at('./dist/widget/panel'),
        emptyOutDir: true,
        // The policy of the panel's page lets nothing but its own origin in.
        assetsInlineLimit: 0,
        rolldownOptions: { input: at('./widget/panel.html') },
      },
    },
    loader: {
      consumer: 'client',
      build: {
        outDir: at('./dist/widget/loader'),
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: at('./widget/loader.ts'),
          // A plain script whose names stay its own.
          output: { format: 'iife', entryFileNames: 'widget.js' },
        },
      },
    },
  },
})
