export { search_everything } from './search_everything.ts'
