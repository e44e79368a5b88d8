import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { auditSchema } from '../../../src/api/audit.ts';
import { createReport } from '../../../src/audits/report/createReport.ts';
import { describeAudit } from '../../service/world/audits.ts';
import { buildWorld } from '../../service/world/buildWorld.ts';
import { createClock } from '../../service/world/clock.ts';
import { exportAs } from './exportAs.ts';

/** A finished audit as the service sends it. */
function sentAudit(targetUrl: string) {
  const clock = createClock();
  const world = buildWorld({ seed: 1, baseUrl: 'http://127.0.0.1', clock, projects: 0 });
  clock.advance(60_000);
  const answer = describeAudit(world, {
    id: 'aud_1',
    targetUrl,
    excluded: new Set(),
    startedAt: clock.startedAt,
  });
  return { auditId: 'aud_1', targetUrl, audit: auditSchema.parse(JSON.parse(JSON.stringify(answer))) };
}

describe('a report as the service sends it', () => {
  const input = sentAudit('https://weather.example.com/audit-odd/mcp?token=hush');

  test('has nothing that is not known, and says what is about views', () => {
    const { additionalFacts, facts, sections } = createReport(input);
    assert.deepEqual(additionalFacts, []);
    assert.deepEqual(facts.at(-1), { label: 'View support', value: 'ChatGPT, Claude' });
    const checks = sections.flatMap(({ categories }) => categories.flatMap((one) => one.checks));
    assert.deepEqual(
      checks.flatMap((check) => check.additionalFacts),
      [{ label: 'Scope', value: 'Views' }],
    );
    const without = createReport(sentAudit('https://weather.example.com/mcp'));
    assert.deepEqual(without.facts.at(-1), { label: 'View support', value: 'No' });
  });

  for (const format of ['markdown', 'html', 'json', 'sarif'] as const) {
    test(`holds no value of the query of an address as ${format}`, async () => {
      const text = await exportAs(format, input);
      assert.match(text, /weather\.example\.com/);
      assert.doesNotMatch(text, /hush|signature=sample/);
    });
  }
});
