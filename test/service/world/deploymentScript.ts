import type { Deployment } from './model.ts';

interface ScriptLine {
  /** The share of the total duration, from 0 to 1. */
  readonly share: number;
  readonly isDated?: boolean;
  readonly content?: string;
}

const startLines: readonly ScriptLine[] = [
  { share: 0, content: 'Cloning the repository\n' },
  { share: 0.05, content: 'Cloned in 1.2 s\n' },
  { share: 0.1, content: '\u001B[36mInstalling dependencies\u001B[0m\n' },
  { share: 0.2, content: 'added 214 packages in 4 s\n' },
  { share: 0.25, isDated: false, content: '  (no funding messages)\n' },
  { share: 0.3, content: '\u001B[36mBuilding\u001B[0m\n' },
  { share: 0.35 },
  { share: 0.4, content: '\u001B[33mwarning\u001B[0m: 1 unused export in src/legacy\n' },
];

const endLines: Record<Deployment['outcome'], readonly ScriptLine[]> = {
  deployed: [
    { share: 0.6, content: 'Built in 7.4 s\n' },
    { share: 0.7, content: 'Uploading the image (48.2 MB)\n' },
    { share: 0.8, content: 'Starting the server\n' },
    { share: 0.9, content: 'Health check 1: waiting\n' },
    { share: 0.95, content: 'Health check 2: ready\n' },
    { share: 1, content: '\u001B[32mDeployed\u001B[0m\n' },
  ],
  failed: [
    { share: 0.6, content: '\u001B[31merror\u001B[0m: the build command ended with code 2\n' },
    { share: 0.8, content: 'src/forecast.ts(12,7): Type "string" is not assignable to type "number".\n' },
    { share: 1, content: '\u001B[31mFailed\u001B[0m\n' },
  ],
  canceled: [{ share: 1, content: 'Canceled\n' }],
};

/** Creates the log of a deployment. Lines end with a newline. One has no date and one has no content. */
export function createDeploymentScript({ outcome, uploaded }: Deployment): readonly ScriptLine[] {
  if (uploaded) {
    const { files, problem } = uploaded.archive;
    const downloadLine = { share: 0, content: 'Downloading the archive\n' };
    if (problem !== undefined) {
      return [
        downloadLine,
        { share: 0.5, content: `\u001B[31merror\u001B[0m: ${problem}\n` },
        { share: 1, content: 'Failed\n' },
      ];
    }
    return [
      downloadLine,
      { share: 0.05, content: `Unpacked ${files.length} files\n` },
      ...startLines.slice(2),
      ...endLines[outcome],
    ];
  }
  return [...startLines, ...endLines[outcome]];
}
