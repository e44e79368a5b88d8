import * as z from 'zod/mini';

// Must be the first import of a page. Otherwise, zod probes for `eval`, which the page's policy reports as a
// violation.
z.config({ jitless: true });
