import type { Message, Plugin } from 'esbuild';

/** The words of the problem matcher in `.vscode/tasks.json`. */
export const buildStarted = '[watch] build started';
export const buildFinished = '[watch] build finished';

/**
 * Says when builds begin and end. Several that share it count as one: it has ended when all of them have, so that an
 * editor that waits for it starts nothing half built. Before the end, each problem is said once, in one line.
 */
export function reportBuilds(say: (line: string) => void): Plugin {
  let running = 0;
  const problems = new Set<string>();
  return {
    name: 'announce',
    setup({ onStart, onEnd }) {
      onStart(() => {
        running += 1;
        if (running > 1) return;
        problems.clear();
        say(buildStarted);
      });
      onEnd(({ errors, warnings }) => {
        for (const one of errors) problems.add(formatMessage(one, 'error'));
        for (const one of warnings) problems.add(formatMessage(one, 'warning'));
        running -= 1;
        if (running > 0) return;
        for (const problem of problems) say(problem);
        say(buildFinished);
      });
    },
  };
}

/** esbuild counts columns from 0, editors from 1. */
function formatMessage({ location, text }: Message, severity: string): string {
  const place = location ? `${location.file}:${location.line}:${location.column + 1}: ` : '';
  return `${place}${severity}: ${text.replaceAll('\n', ' ')}`;
}
