import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import {
  compareVariablesInput,
  deployInput,
  listEnvironmentsInput,
  parseInput,
  readAuditInput,
  readDeploymentInput,
  readLogsInput,
} from '../../../src/agentTools/inputSchemas.ts';

const schemas: Readonly<Record<string, z.ZodMiniType>> = {
  list_environments: listEnvironmentsInput,
  read_logs: readLogsInput,
  read_deployment: readDeploymentInput,
  read_audit: readAuditInput,
  compare_variables: compareVariablesInput,
  deploy: deployInput,
};

interface ContributedTool {
  readonly name: string;
  readonly modelDescription: string;
  readonly toolReferenceName: string;
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
}

const tools: readonly ContributedTool[] = JSON.parse(readFileSync('package.json', 'utf8')).contributes
  .languageModelTools;

describe('agent tools', () => {
  test('have an input schema in package.json with the same fields', () => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      Object.keys(schemas).map((name) => `hosted_mcp_${name}`),
    );
    for (const { name, inputSchema } of tools) {
      const schema = z.toJSONSchema(schemas[name.replace('hosted_mcp_', '')] ?? z.never(), {
        unrepresentable: 'any',
        io: 'input',
      });
      assert.deepEqual(Object.keys(inputSchema.properties), Object.keys(schema.properties ?? {}), name);
      assert.deepEqual(inputSchema.required ?? [], schema.required ?? [], name);
    }
  });

  test('describe their result, their purpose, and their limits', () => {
    for (const { name, modelDescription } of tools) {
      assert.match(
        modelDescription,
        /^(Returns|Compares|Starts) .*\bUse it .*(n't |Never |divided|left out)/,
        name,
      );
    }
  });

  for (const [schema, input, message] of [
    [readLogsInput, {}, 'The input is invalid: environment is required and must not be blank'],
    [readLogsInput, undefined, 'The input is invalid: environment is required and must not be blank'],
    [readLogsInput, { environment: ' ' }, 'The input is invalid: environment must not be blank'],
    [
      readLogsInput,
      { environment: 'a', levels: ['INFO', 'loud'] },
      'The input is invalid: levels[1] must be one of ERROR, WARNING, INFO, DEBUG',
    ],
    [
      readLogsInput,
      { environment: 'a', until: '5 minutes' },
      'The input is invalid: until must be an ISO 8601 date or date-time, or a duration before now, such as 30s, 15m, 1h, 2d, or 1w',
    ],
    [
      readLogsInput,
      { environment: 'a', maxEntryLength: 5 },
      'The input is invalid: maxEntryLength must be a whole number from 100 to 6000',
    ],
    [readAuditInput, {}, 'The input is invalid: environment or auditId is required'],
  ] as const) {
    test(`name the rule for ${JSON.stringify(input)}`, () => {
      assert.throws(() => parseInput(schema, input), { message });
    });
  }
});
