import type { Message, Plugin } from 'esbuild';

/** The text that the problem matcher in `.vscode/tasks.json` expects. */
export const buildStarted = '[watch] build started';
export const buildFinished = '[watch] build finished';

/**
 * Reports the beginning and the end of builds. Builds that share the plugin count as one, which ends when all
 * of them have ended, so that the editor doesn't start a partial build. Each problem is reported once, in one
 * line.
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
  const position = location ? `${location.file}:${location.line}:${location.column + 1}: ` : '';
  return `${position}${severity}: ${text.replaceAll('\n', ' ')}`;
}
