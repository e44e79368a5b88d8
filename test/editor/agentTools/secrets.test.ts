import fc from 'fast-check';
import { setAuditResponse } from '../../kit/audits.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { secretTexts } from '../../kit/secretTexts.ts';
import { expect, test } from '../fixtures.ts';
import { listServiceDeployments } from '../kit/deploymentRows.ts';
import { getToolError, invokeTool } from './invokeTool.ts';

/** Number of characters of a secret that must not be in a result. */
const partLength = 10;

/** Returns the secrets of which a result contains a part. Secrets with line feeds are indented. */
function findLeaks(result: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) =>
    secret
      .split('\n')
      .map((line) => line.slice(0, partLength))
      .filter((part) => part.length === partLength)
      .some((part) => result.includes(part) || result.includes(JSON.stringify(part).slice(1, -1))),
  );
}

test.describe('The results of all agent tools', () => {
  test('contain no generated secret, no value of a variable, and no key', async ({ service }) => {
    const planted = fc.sample(fc.oneof(...Object.values(secretTexts)), 300);
    const texts = planted.map(({ text }) => text);
    const pick = (index: number): string => texts[index % texts.length] ?? '';
    const values = fc.sample(fc.string({ minLength: 12, maxLength: 40 }), 20);
    const { world } = service;
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    for (const [index, variable] of [...world.variables.values()].entries()) {
      variable.value = values[index % values.length] ?? '';
    }
    const secrets = [...planted.map(({ secret }) => secret), ...values, service.apiKey];

    const timestamp = new Date(service.clock.now()).toISOString();
    const fields = ['content', 'requestId', 'method'] as const;
    service.logs.append(
      id,
      texts.map((text, index) => ({
        timestamp,
        type: index % 2 === 0 ? 'START' : 'ERROR',
        requestId: `r${index % 50}`,
        content: 'x',
        [fields[index % 3] ?? 'content']: text,
      })),
    );
    const [deployment] = listServiceDeployments(service, 'weather-tools', 'staging');
    if (!deployment) throw new Error('There is no deployment.');
    world.deployments.set(deployment.id, {
      ...deployment,
      sourceCommitMessage: pick(1),
      sourceRef: pick(2),
      sourceCommitId: pick(3),
    });
    setAuditResponse(service, {
      status: 'completed',
      targetUrl: `https://user:${pick(4)}@mcp.example.com/?key=${pick(5)}`,
      report: {
        results: texts.map((text, index) => ({
          checkId: pick(index + 1),
          checkName: text,
          status: 'fail',
          message: pick(index + 2),
          description: pick(index + 3),
          details: [{ label: 'Header', value: pick(index + 4) }],
          hint: { text: pick(index + 5) },
        })),
      },
    });
    const logs = texts.map((content) => ({ timestamp, content }));
    service.faults.add({
      match: { path: `/v1/deployments/${deployment.id}/logs` },
      body: { logs, hasMoreLogs: false },
    });

    const environment = 'weather-tools/staging';
    const calls: readonly (readonly [name: string, input: object])[] = [
      ['list_environments', {}],
      ['read_logs', { environment, maxEntryLength: 6000 }],
      ['read_logs', { environment, maxEntryLength: 100 }],
      ['read_logs', { environment, requestId: 'r1' }],
      ['read_deployment', { environment }],
      ['read_audit', { auditId: 'aud' }],
      ['compare_variables', { first: environment, second: 'weather-tools/production' }],
      ['deploy', { environment }],
    ];
    for (const [name, input] of calls) {
      for (const tokenBudget of [100_000, 1000]) {
        if (name === 'deploy' && tokenBudget === 1000) continue;
        const result = await invokeTool(name, input, { tokenBudget });
        expect(result).toContain('data from the server');
        expect({ name, leaks: findLeaks(result, secrets) }).toEqual({ name, leaks: [] });
      }
    }
    service.faults.clear();
    for (const text of texts.slice(0, 20)) {
      service.faults.clear();
      service.faults.add({ match: { path: '/v1/projects' }, status: 400, body: { message: text } });
      expect(findLeaks(await getToolError('list_environments'), secrets)).toEqual([]);
    }
  });
});
