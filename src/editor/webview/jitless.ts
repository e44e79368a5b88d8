import * as z from 'zod/mini';

// First import of the page: without it zod would probe for `eval`, which the page's policy reports as a violation.
z.config({ jitless: true });
