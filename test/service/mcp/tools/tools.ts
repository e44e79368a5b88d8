import type { SampleTool } from '../context.ts';
import { changingTools } from './changes.ts';
import { clientRequestTools } from './clientRequests.ts';
import { contentTools } from './contents.ts';
import { edgeCaseTools } from './edgeCases.ts';
import { failingTools } from './failures.ts';
import { inputTools } from './inputs.ts';
import { outputTools } from './outputs.ts';
import { slowTool } from './slow.ts';
import { weatherTools } from './weather.ts';

/** All tools, in the order of the list. */
export const tools: readonly SampleTool[] = [
  ...weatherTools,
  ...inputTools,
  ...outputTools,
  ...contentTools,
  slowTool,
  ...failingTools,
  ...clientRequestTools,
  ...changingTools,
  ...edgeCaseTools,
];
