import { z } from 'zod/v4'

// The policy of the page forbids making code from text, which zod would try in order to be faster.
z.config({ jitless: true })

export { z }
