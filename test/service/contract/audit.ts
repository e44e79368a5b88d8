import { z } from 'zod';
import { date, record, text } from './records.ts';

const platform = z.enum(['chatgpt', 'claudeai']);
const ofPlatforms = <T extends z.ZodType>(value: T) => record({ chatgpt: value, claudeai: value });
const auditResult = record({
  checkId: text,
  checkName: text,
  description: text,
  status: z.enum(['pass', 'fail', 'skip', 'pending']),
  message: text,
  skipReason: text.exactOptional(),
  severity: z.enum(['error', 'warning', 'info']),
  category: z.enum(['connectivity', 'tool-metadata', 'resource-metadata', 'performance', 'e2e']),
  scope: z.enum(['server', 'view']),
  platforms: z.array(platform).exactOptional(),
  durationMs: z.number(),
  details: z.array(record({ label: text, value: text.exactOptional() })).exactOptional(),
  hint: record({ text }).exactOptional(),
});
const auditReport = record({
  schemaVersion: text,
  auditId: text,
  targetUrl: text,
  startedAt: date,
  completedAt: date,
  durationMs: z.number(),
  results: z.array(auditResult),
  requiresAuth: z.boolean(),
  hasViewSupport: z.boolean(),
  viewPlatforms: z.array(platform).exactOptional(),
  isReadyForPlatform: ofPlatforms(z.boolean()),
  widgetScreenshotKeys: ofPlatforms(text.exactOptional()),
  widgetScreenshots: ofPlatforms(record({ url: text }).exactOptional()),
});
export const audit = record({
  id: text,
  targetUrl: text,
  status: z.enum(['pending', 'partial', 'completed', 'failed']),
  durationMs: z.nullable(z.number()),
  createdAt: date,
  report: z.nullable(auditReport),
});
