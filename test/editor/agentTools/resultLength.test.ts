import { setAuditResponse } from '../../kit/audits.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { invokeTool } from './invokeTool.ts';

/** Maximum number of characters of a result, as the documents state it. */
const maxLength = 8000;

test.describe('The results of all agent tools, with large data', () => {
  test.use({ serviceOptions: { seed: 7, live: false, entries: 100_000, projects: 100 } });

  test('fit into a text that a chat agent passes to the model, and state what is left out', async ({
    service,
  }) => {
    const { world } = service;
    expect(world.environments.size).toBeGreaterThan(500);
    const environment = 'weather-tools/production';
    const environmentId = findEnvironmentId(service, 'weather-tools', 'production');
    for (let index = 0; index < 500; index++) {
      const id = `var_${index}`;
      const [key, createdAt] = [`VARIABLE_${index}`, '2026-01-01T00:00:00.000Z'];
      world.variables.set(id, { id, environmentId, key, value: 'x', isSecret: false, createdAt });
    }
    const text = 'A long text. '.repeat(100);
    const results = Array.from({ length: 300 }, (_, index) => ({
      checkId: `check-${index}`,
      checkName: text,
      status: 'fail',
      message: text,
      description: text,
      details: Array.from({ length: 20 }, () => ({ label: text, value: text })),
      hint: { text },
    }));
    setAuditResponse(service, { status: 'completed', report: { results } });
    const lines = Array.from({ length: 5000 }, (_, index) => ({
      timestamp: '2026-01-01T00:00:00.000Z',
      content: `line ${index} ${text}`,
    }));
    service.faults.add({
      match: { path: '^/v1/deployments/[^/]+/logs' },
      body: { logs: lines, hasMoreLogs: false },
    });

    for (const [name, input, note] of [
      [
        'list_environments',
        {},
        /^\d+ environments\nRecords 1 to \d+ of \d+\. .* with the offset \d+\. .*project or state/,
      ],
      ['list_environments', { offset: 300 }, /Records 301 to \d+ of \d+\./],
      ['read_logs', { environment, since: '7d' }, /until: ".*"/],
      ['read_logs', { environment, since: '7d', maxEntryLength: 6000 }, /until: ".*"/],
      ['read_deployment', { environment }, /The beginning of the log is left out\./],
      ['read_audit', { auditId: 'aud' }, /Records 1 to \d+ of 300\. .* with the offset \d+\./],
      ['compare_variables', { first: environment, second: 'weather-tools/staging' }, /with the offset \d+\./],
      ['deploy', { environment: 'weather-tools/staging' }, /^The deployment has started\./],
    ] as const) {
      for (const options of [{}, { tokenBudget: 100_000 }]) {
        if (name === 'deploy' && options.tokenBudget !== undefined) continue;
        const result = await invokeTool(name, input, options);
        expect({ name, isShort: result.length <= maxLength, length: result.length }).toEqual(
          expect.objectContaining({ name, isShort: true }),
        );
        expect(result).toMatch(note);
      }
    }
  });
});
