export { inspectServer } from './command.ts';
export { inspectorPanels } from './panel.ts';
