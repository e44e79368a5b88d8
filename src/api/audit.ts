import * as z from 'zod/mini';
import { flag, id, list, number, part, record, text } from './schemas.ts';

const detail = record({
  label: z.string(),
  value: z.catch(z.optional(z.union([z.string(), z.number(), z.boolean()])), undefined),
});

const result = record({
  checkId: text,
  checkName: text,
  description: text,
  status: text,
  message: text,
  skipReason: text,
  severity: text,
  category: text,
  platforms: list(z.string()),
  durationMs: number,
  details: list(detail),
  hint: part(record({ text })),
});

const report = record({
  startedAt: text,
  completedAt: text,
  durationMs: number,
  requiresAuth: flag,
  isReadyForPlatform: z.pipe(
    z.catch(z.record(z.string(), z.unknown()), () => ({})),
    z.transform((platforms) =>
      Object.fromEntries(
        Object.entries(platforms).filter(
          (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
        ),
      ),
    ),
  ),
  results: list(result),
});

export const audit = record({
  id,
  targetUrl: text,
  status: text,
  durationMs: number,
  createdAt: text,
  report: part(report),
});

/** An audit: `pending`, `partial`, `completed`, `failed`, or something newer. The report may come in pieces. */
export type Audit = z.infer<typeof audit>;

export type AuditReport = z.infer<typeof report>;

/** One check of an audit: `pass`, `fail`, `skip`, `pending`; how bad: `error`, `warning`, `info`. */
export type AuditResult = z.infer<typeof result>;
