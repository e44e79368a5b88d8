import { applyEdits, type Edit, modify } from 'jsonc-parser';
import { detectFormatting, type OffsetRange, parseJsonDocument } from '../../../editor/jsonDocument.ts';
import { stringifyExact, withRawNumbers } from '../../schema/exactJson.ts';
import { isJsonObject } from '../../schema/json.ts';
import type { McpTest } from '../testFile.ts';

interface TestInsertion {
  readonly edits: readonly Edit[];
  /** Range of the test in the edited text. */
  readonly span: OffsetRange;
}

/**
 * Returns the edits that add a test at the end of a file without reformatting the rest. `undefined` if the file isn't a
 * test file.
 */
export function insertTest(text: string, test: McpTest): TestInsertion | undefined {
  const edits = text.trim() === '' ? [newFileEdit(text, test)] : appendEdits(text, test);
  if (!edits) return undefined;
  const edited = parseJsonDocument(applyEdits(text, edits));
  const tests = edited.ok && isJsonObject(edited.value) ? edited.value['tests'] : undefined;
  if (!edited.ok || !Array.isArray(tests)) return undefined;
  return { edits, span: edited.locate(['tests', tests.length - 1]) };
}

const newFileEdit = ({ length }: string, test: McpTest): Edit => ({
  offset: 0,
  length,
  content: `${stringifyExact({ tests: [test] }, 2)}\n`,
});

function appendEdits(text: string, test: McpTest): Edit[] | undefined {
  const parsed = parseJsonDocument(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { tests } = parsed.value;
  if (tests !== undefined && !Array.isArray(tests)) return undefined;
  const { indent, eol } = detectFormatting(text);
  if (!tests?.length) {
    const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol };
    return modify(text, ['tests'], withRawNumbers([test]), { formattingOptions });
  }
  const { start, end } = parsed.locate(['tests', tests.length - 1]);
  // `modify` of jsonc-parser would reformat the previous test.
  // The white space before the last test, if the test is at the beginning of a line.
  const indentation = text.slice(0, start).match(/(?:^|[\r\n])([ \t]*)$/)?.[1];
  const content =
    indentation === undefined
      ? `, ${stringifyExact(test)}`
      : `,\n${stringifyExact(test, indent) ?? ''}`.replaceAll('\n', `${eol}${indentation}`);
  return [{ offset: end, length: 0, content }];
}
