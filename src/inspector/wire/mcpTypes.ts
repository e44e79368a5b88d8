import { getStringField, isJsonObject } from '../schema/json.ts';
import { type FieldType, findTypeProblems, type TypeProblem } from './fieldTypes.ts';

/** Field types of MCP results in all protocol versions. */

const string: FieldType = { type: 'string' };
const number: FieldType = { type: 'number' };
const boolean: FieldType = { type: 'boolean' };
const object: FieldType = { type: 'object' };
const array: FieldType = { type: 'array' };

const annotations: FieldType = {
  type: 'object',
  fields: { audience: { type: 'array', items: string }, priority: number, lastModified: string },
};
const icons: FieldType = {
  type: 'array',
  items: {
    type: 'object',
    required: ['src'],
    fields: { src: string, mimeType: string, sizes: { type: 'array', items: string }, theme: string },
  },
};
const meta = { _meta: object };

const implementation: FieldType = {
  type: 'object',
  required: ['name', 'version'],
  fields: { name: string, version: string, title: string, websiteUrl: string, icons },
};
const capability: FieldType = { type: 'object', fields: { listChanged: boolean, subscribe: boolean } };
const capabilities: FieldType = {
  type: 'object',
  fields: {
    tools: capability,
    resources: capability,
    prompts: capability,
    logging: object,
    completions: object,
    experimental: object,
    tasks: object,
    extensions: object,
  },
};

export const initializeResultType: FieldType = {
  type: 'object',
  required: ['protocolVersion', 'capabilities', 'serverInfo'],
  fields: {
    protocolVersion: string,
    capabilities,
    serverInfo: implementation,
    instructions: string,
    ...meta,
  },
};
export const discoverResultType: FieldType = {
  type: 'object',
  required: ['supportedVersions', 'capabilities'],
  fields: {
    supportedVersions: { type: 'array', items: string },
    capabilities,
    instructions: string,
    ...meta,
  },
};

/** Field types of tools without a rule in `lint/`. */
export const toolFieldTypes: FieldType = {
  type: 'object',
  fields: {
    icons,
    execution: { type: 'object', fields: { taskSupport: string } },
    ...meta,
    annotations: { type: 'object', fields: { title: string } },
  },
};
export const listItemFieldTypes: FieldType = {
  type: 'object',
  fields: { icons, annotations, size: number, ...meta },
};

const blockFieldTypes: Readonly<Record<string, FieldType>> = {
  text: { type: 'object', required: ['text'], fields: { text: string } },
  image: { type: 'object', required: ['data', 'mimeType'], fields: { data: string, mimeType: string } },
  audio: { type: 'object', required: ['data', 'mimeType'], fields: { data: string, mimeType: string } },
  resource_link: {
    type: 'object',
    required: ['uri', 'name'],
    fields: { uri: string, name: string, title: string, description: string, mimeType: string, size: number },
  },
  resource: {
    type: 'object',
    required: ['resource'],
    fields: {
      resource: {
        type: 'object',
        required: ['uri'],
        fields: { uri: string, mimeType: string, text: string, blob: string, ...meta },
      },
    },
  },
};
const anyBlockType: FieldType = {
  type: 'object',
  required: ['type'],
  fields: { type: string, annotations, icons, ...meta },
};

/** Returns the problems of a content block. A block of an unknown type can have any fields. */
export function findBlockProblems(block: unknown, path = ''): readonly TypeProblem[] {
  const blockType = blockFieldTypes[getStringField(block, 'type') ?? ''];
  return [
    ...findTypeProblems(block, anyBlockType, path),
    ...(blockType && isJsonObject(block) ? findTypeProblems(block, blockType, path) : []),
  ];
}

/** Field types of call results without their blocks. */
export const callResultTypes: Readonly<Record<'tool' | 'prompt' | 'resource', FieldType>> = {
  tool: {
    type: 'object',
    required: ['content'],
    fields: { content: array, isError: boolean, structuredContent: object, ...meta },
  },
  prompt: {
    type: 'object',
    required: ['messages'],
    fields: { messages: array, description: string, ...meta },
  },
  resource: { type: 'object', required: ['contents'], fields: { contents: array, ...meta } },
};
