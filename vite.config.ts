import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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

/** The page can be seen before its scripts have come: the logo is in it, and its styles are asked for first. */
const showEarly: Plugin = {
  name: 'show-early',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(/ *<link rel="stylesheet".*>\n/g) ?? []
      const others = styles.reduce((rest, style) => rest.replace(style, ''), html)
      return others
        .replace('</title>\n', (title) => title + styles.join(''))
        .replace('<!-- logo -->', () => readFileSync(at('./web/ui/logo.svg'), 'utf8'))
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

const opening = new Map<string, boolean>()

/** Whether a module is made of what menus and windows are made of, itself or by what it uses. */
function opens(id: string, graph: Rolldown.ChunkingContext): boolean {
  const known = opening.get(id)
  if (known !== undefined) return known
  opening.set(id, /node_modules\/@(base|floating)-ui\//.test(id))
  const does = opening.get(id)! || (graph.getModuleInfo(id)?.importedIds.some((each) => opens(each, graph)) ?? false)
  opening.set(id, does)
  return does
}

// Vite reads only the default export, hence the one exception to "named exports only".
export default defineConfig({
  root: at('./web'),
  base: '/',
  resolve: { alias: [{ find: /^zod$/, replacement: at('./web/zod.ts') }] },
  plugins: [react(), tailwindcss(), noteScreens, showEarly, packOnce],
  // `vite` serves the screens as they are written; all else comes from a node that runs (BASE_URL must name this address).
  server: {
    proxy: Object.fromEntries(['/api/', '/files/', '/widget', '/demo'].map((path) => [path, node])),
  },
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    // The content security policy is `default-src 'self'`: a data: address would be refused.
    assetsInlineLimit: 0,
    // What screens add is a tenth of it: one request for all is sooner than two.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            // Each icon by itself would be a file of a few hundred bytes, and a request.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 4 },
            { name: 'tanstack', test: /node_modules\/@tanstack\/(?!react-virtual|virtual-core)/, priority: 4 },
            // What most screens use comes once and together: a slow connection waits for the number of files.
            {
              name: (id, graph) => (opens(id, graph) ? null : 'shared'),
              debugName: 'shared',
              minShareCount: 8,
              priority: 3,
            },
            // What the first page does without comes together, too: see `web/ui/parts.tsx`.
            {
              name: (id, graph) => (opens(id, graph) ? 'opened' : null),
              debugName: 'opened',
              test: /node_modules\/@(base|floating)-ui\/|\/web\/ui\//,
              minShareCount: 2,
              priority: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
