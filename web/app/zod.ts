import { z } from 'zod/v4'

// The content security policy forbids `new Function`, which zod would use to compile schemas.
z.config({ jitless: true })

export { z }
