import { hourMs } from './clock.ts';
import { runtimes, transports } from './model.ts';
import { noLogs, type ProjectPlan } from './plan.ts';
import { createRandom } from './random.ts';

/** Generates `count` ordinary projects with five environments, for benchmarks and long lists. */
export function generateProjects(seed: number, count: number): ProjectPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed, 'generated', index);
    return {
      name: `generated-${String(index + 1).padStart(4, '0')}`,
      team: index % 2 === 0 ? 0 : 1,
      runtime: random.pick(runtimes),
      transport: random.pick(transports),
      repository: `octo-dev/generated-${index + 1}`,
      ageDays: random.int(1, 400),
      environments: ['production', 'staging', 'preview', 'nightly', 'sandbox'].map((name) => ({
        name,
        branch: name === 'production' ? 'main' : name,
        logs: name === 'production' ? { ...noLogs, history: 200 } : noLogs,
        deployments: [
          {
            ageMs: random.int(1, 900) * hourMs,
            durationMs: random.int(10, 90) * 1000,
            outcome: random.pick(['deployed', 'deployed', 'failed']),
            message: 'Update dependencies',
            author: 'ci-bot',
          },
        ],
        variables: [{ key: 'LOG_LEVEL', value: 'info', isSecret: false }],
      })),
    };
  });
}
