import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { firstReads } from './web/app/first-reads.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const node = process.env['HILO_NODE'] ?? 'http://127.0.0.1:3000'

/** Writes screens.json: the chunks of each screen and its first read, which the server preloads with the page. */
const listScreens: Plugin = {
  name: 'list-screens',
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
        if (!screen) return []
        const files = [...gather(fileName)].filter((name) => !common.has(name))
        return [[screen, { files, read: firstReads[screen as keyof typeof firstReads] }]]
      })
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) })
    },
  },
}

/** Lets the page paint before its scripts arrive: the logo is inline and the stylesheet comes first. */
const inlineLogo: Plugin = {
  name: 'inline-logo',
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

/** Writes the scripts that must keep their names, without their types: the service worker and the API reference. */
const namedScripts: Plugin = {
  name: 'named-scripts',
  apply: 'build',
  generateBundle() {
    for (const name of ['push-worker', 'reference']) {
      const source = stripTypeScriptTypes(readFileSync(at(`./web/${name}.ts`), 'utf8'))
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source })
    }
  },
}

/** Compresses every file at build time, so that the server does not do it for every visitor. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const files = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
    await Promise.all(files.map((name) => compress(join(dir, name))))
  },
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await brotli(content, { params }))
  await writeFile(`${file}.gz`, await gzip(content, { level: 9 }))
}

const usesPopup = new Map<string, boolean>()

/** Whether a module imports the popup library, directly or through others. */
function importsPopups(id: string, graph: Rolldown.ChunkingContext): boolean {
  const known = usesPopup.get(id)
  if (known !== undefined) return known
  usesPopup.set(id, /node_modules\/@(base|floating)-ui\//.test(id))
  const found =
    usesPopup.get(id)! || (graph.getModuleInfo(id)?.importedIds.some((each) => importsPopups(each, graph)) ?? false)
  usesPopup.set(id, found)
  return found
}

// Vite reads only the default export, hence the one exception to "named exports only".
export default defineConfig({
  root: at('./web'),
  base: '/',
  resolve: { alias: [{ find: /^zod$/, replacement: at('./web/app/zod.ts') }] },
  plugins: [react(), tailwindcss(), listScreens, inlineLogo, namedScripts, precompress],
  // The dev server serves the web app; everything else comes from a running node (its BASE_URL must be this address).
  server: {
    proxy: Object.fromEntries(['/api/', '/files/', '/widget', '/demo'].map((path) => [path, node])),
  },
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    // The content security policy is `default-src 'self'`: a data: address would be refused.
    assetsInlineLimit: 0,
    // Screens add only a tenth to the styles, so one file is faster than two requests.
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // Compressing takes most of the build, as it should.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            // All icons in one chunk, which every screen shares.
            { name: 'icons', test: /web\/ui\/icons\.ts/, priority: 4 },
            { name: 'tanstack', test: /node_modules\/@tanstack\/(?!react-virtual|virtual-core)/, priority: 4 },
            // Code that most screens share is one chunk: on slow connections the number of files counts.
            {
              name: (id, graph) => (importsPopups(id, graph) ? null : 'shared'),
              debugName: 'shared',
              minShareCount: 8,
              priority: 3,
            },
            // So are small modules of the screens that people open first.
            {
              name: (id, graph) => (importsPopups(id, graph) ? null : 'shared'),
              debugName: 'shared',
              test: /\/web\/(ui|features\/(conditions|conversations|deals|labels|views))\/[\w.-]+\.tsx?$/,
              maxModuleSize: 4_000,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            // Popup code is one chunk as well, which the first page does without: see `web/ui/popup/load-popups.tsx`.
            {
              name: (id, graph) => (importsPopups(id, graph) ? 'popups' : null),
              debugName: 'popups',
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
