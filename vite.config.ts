import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const node = process.env['HILO_NODE'] ?? 'http://127.0.0.1:3000'

/** Writes down which files each screen is made of, so that the page of its address can ask for them at once. */
const noteScreens: Plugin = {
  name: 'note-screens',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const gather = (name: string, found = new Set<string>()) => {
        if (found.has(name)) return found
        found.add(name)
        byName.get(name)?.viteMetadata?.importedCss.forEach((css) => found.add(css))
        byName.get(name)?.imports.forEach((each) => gather(each, found))
        return found
      }
      const common = gather(chunks.find(({ isEntry }) => isEntry)!.fileName)
      const screens = chunks.flatMap(({ facadeModuleId, fileName }) => {
        const screen = /\/screens\/(\w+)\/\1\.tsx$/.exec(facadeModuleId ?? '')?.[1]
        return screen ? [[screen, [...gather(fileName)].filter((name) => !common.has(name))]] : []
      })
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) })
    },
  },
}

/** Packs every file beside itself, once and well, so that the server need not do it for every visitor. */
const packOnce: Plugin = {
  name: 'pack-once',
  apply: 'build',
  writeBundle: ({ dir = '' }, bundle) => {
    for (const name of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
      const content = readFileSync(join(dir, name))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, quality))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}

// Vite reads only the default export, hence the one exception to "named exports only".
export default defineConfig({
  root: at('./web'),
  base: '/',
  resolve: { alias: [{ find: /^zod$/, replacement: at('./web/zod.ts') }] },
  plugins: [react(), tailwindcss(), noteScreens, packOnce],
  // `vite` serves the screens as they are written; all else comes from a node that runs (BASE_URL must name this address).
  server: {
    proxy: Object.fromEntries(['/api/', '/files/', '/widget', '/demo'].map((path) => [path, node])),
  },
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    // The content security policy is `default-src 'self'`: a data: address would be refused.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Each icon by itself would be a file of a few hundred bytes, and a request.
            { name: 'icons', test: /node_modules\/lucide-react\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\/(?!react-virtual|virtual-core)/ },
            // What most screens use comes once and together: a slow connection waits for the number of files.
            { name: 'shared', minShareCount: 8, priority: -1 },
          ],
        },
      },
    },
  },
})
