// Resolves the imports of Hilo's own files. Node.js reads package.json again for each of them, and looks for a package
// again in each file that imports it, which takes a quarter of the time of a start; without this file they resolve to
// the same places, only more slowly.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('..', import.meta.url)
const { imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const prefixes = Object.entries(imports)
  .filter(([name]) => name.endsWith('*'))
  .map(([name, target]) => [name.slice(0, -1), new URL(target.slice(0, -1), root).href])
const packages = new URL('node_modules/', root).href

const found = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.endsWith('.ts') && find(specifier, context.parentURL)
    if (url) return { url, format: 'module-typescript', shortCircuit: true }
    if (!isPackage(specifier) || !isOwn(context.parentURL) || !context.conditions.includes('import'))
      return next(specifier, context)
    if (!found.has(specifier)) found.set(specifier, { ...next(specifier, context), shortCircuit: true })
    return found.get(specifier)
  },
})

function find(specifier, parent) {
  if (specifier.startsWith('#')) {
    const [prefix, target] = prefixes.find(([name]) => specifier.startsWith(name)) ?? []
    return prefix && target + specifier.slice(prefix.length)
  }
  return specifier.startsWith('.') && isOwn(parent) && new URL(specifier, parent).href
}

const isPackage = (specifier) => /^[\w@]/.test(specifier) && !specifier.startsWith('file:')
const own = root.href
const isOwn = (parent) => parent?.startsWith(own) && !parent.startsWith(packages)
