import { type BuildLine, buildLogs } from './buildLogs.ts';
import type { Deployment, Runtime } from './model.ts';

const cloneLines: readonly BuildLine[] = [
  { share: 0, content: 'Cloning the repository' },
  { share: 0.05, content: 'Cloned in 1.2 s' },
];

/** Creates the log of a deployment. Lines end with a newline. One has no date and one has no content. */
export function createDeploymentScript(
  { outcome, uploaded }: Deployment,
  runtime: Runtime,
): readonly BuildLine[] {
  return listLines(outcome, uploaded, runtime).map((line) =>
    line.content === undefined ? line : { ...line, content: `${line.content}\n` },
  );
}

function listLines(
  outcome: Deployment['outcome'],
  uploaded: Deployment['uploaded'],
  runtime: Runtime,
): readonly BuildLine[] {
  const { start, outcomes } = buildLogs[runtime];
  if (!uploaded) return [...cloneLines, ...start, ...outcomes[outcome]];
  const { files, problem } = uploaded.archive;
  const downloadLine = { share: 0, content: 'Downloading the archive' };
  if (problem !== undefined) {
    return [
      downloadLine,
      { share: 0.5, content: `\u001B[31merror\u001B[0m: ${problem}` },
      { share: 1, content: 'Failed' },
    ];
  }
  const unpackLine = { share: 0.05, content: `Unpacked ${files.length} files` };
  return [downloadLine, unpackLine, ...start, ...outcomes[outcome]];
}
