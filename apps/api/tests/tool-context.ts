import { allTools } from '../src/tools/all-tools.ts';
import { runTool, type Approve } from '../src/tools/run-tool.ts';
import type { ToolContext } from '../src/tools/tool.ts';
import { openWorkspace } from '../src/tools/workspace.ts';

const notUsed = () => Promise.reject(new Error('not used'));

/** What a tool of a turn is given, with what a test does not care about filled in. Its memory answers nothing. */
export const toolContext = (fields: Partial<ToolContext> = {}): ToolContext => ({
  workspace: openWorkspace(import.meta.dirname),
  memory: {
    timeZone: 'UTC',
    remember: notUsed,
    recall: notUsed,
    contentOf: notUsed,
    forget: notUsed,
    readDocument: notUsed,
    setState: notUsed,
    publish: notUsed,
    listShared: notUsed,
  },
  sessionId: '00000000-0000-4000-8000-000000000001',
  project: null,
  signal: new AbortController().signal,
  ...fields,
});

/** The approval of a user who allows everything and says nothing. */
export const allow: Approve = async () => ({ refusal: null, note: null });

/** Runs a tool as a turn does when the model calls it. */
export const callTool = (name: string, input: object, fields?: Partial<ToolContext>) =>
  runTool(allTools({}), { id: '1', name, arguments: JSON.stringify(input) }, toolContext(fields), allow);
