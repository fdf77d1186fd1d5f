import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The live chat: the loader, one small script for other people's pages; the same with Chatwoot's names; and the panel,
 * an app in a frame.
 */
// oxlint-disable-next-line import/no-default-export -- Vite reads only the default export
export default defineConfig({
  root: at('./widget'),
  base: '/widget/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'loader', 'classic']) await builder.build(builder.environments[name]!)
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
    loader: script('loader', 'widget.js'),
    classic: script('classic', 'sdk.js'),
  },
})

/** A plain script for other people's pages, whose names stay its own. */
function script(entry: string, file: string) {
  return {
    consumer: 'client' as const,
    build: {
      outDir: at(`./dist/widget/${entry}`),
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: at(`./widget/${entry}.ts`),
        output: { format: 'iife' as const, entryFileNames: file },
      },
    },
  }
}
