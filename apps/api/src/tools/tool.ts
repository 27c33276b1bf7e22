import type {
  JsonSchema,
  MemoryFilter,
  MemoryRecord,
  Message,
  SharedEntry,
  ToolSchema,
  UserMemory,
} from '@devai/memory';
import { z } from 'zod';
import { ToolError } from './tool-error.ts';
import type { Workspace } from './workspace.ts';

/** What a tool can do beyond the agent's own memory: nothing, change or erase the user's data, or run programs. */
export type Risk = 'read' | 'write' | 'execute';

/** Minutes in which the user can take back that something was forgotten. */
export const graceMinutes = 10;

/** A task for the agent `to`. `budget`: the most tokens of its context; null: the agent's own limit. */
export type Delegation = { to: string; task: string; files: string[]; budget: number | null };

/** What a tool has access to: the workspace, the memory, and the turn that it runs in. */
export type ToolContext = {
  workspace: Workspace;
  memory: ToolMemory;
  sessionId: string;
  project: string | null;
  /** Aborted when the user cancels the turn. */
  signal: AbortSignal;
  /** Delegates a task to another agent and returns its report; absent for an agent that works on a delegated task itself. */
  delegate?: (delegation: Delegation) => Promise<string>;
  /** Called with what a running program writes. */
  onOutput?: (text: string) => void;
};

/** The memory as the tools need it. */
export type ToolMemory = {
  /** Of the users; an IANA name. */
  readonly timeZone: string;
  /** Stores a statement at once. `known`: it was stored before. */
  remember(statement: Parameters<UserMemory['keep']>[0]): Promise<{
    memory: Pick<MemoryRecord, 'id' | 'content' | 'namespace' | 'trust'>;
    action: 'added' | 'known';
  }>;
  /**
   * Searches memories and past messages of the project for the prompt, best first. An empty query returns everything that the filter allows.
   * `degraded`: why it found less than it could.
   */
  recall(question: {
    query: string;
    project: string | null;
    sessionId: string;
    filter: MemoryFilter;
  }): Promise<{
    hits: {
      memory: Pick<MemoryRecord, 'id' | 'content' | 'trust' | 'namespace' | 'createdAt'>;
      isRelevant: boolean;
    }[];
    messages: {
      message: Pick<Message, 'sessionId' | 'number' | 'role' | 'type' | 'content' | 'createdAt'>;
    }[];
    degraded: string[];
  }>;
  /** Returns lines of a document that the project may read; null when there is no such document. */
  readDocument(
    path: string,
    lines: { firstLine: number; lastLine?: number },
  ): Promise<{ text: string; lastLine: number; nextLine: number | null } | null>;
  /** Returns the text of a memory that it could erase; null when there is none with this id. */
  contentOf(id: string): Promise<string | null>;
  /** Erases a memory. `forgotten`: whether there was one with this id; `keptMessages`: how many stored messages still contain it. */
  forget(memory: { id: string }): Promise<{ forgotten: boolean; keptMessages: number }>;
  /** Keeps a value of the session's state, or removes it when undefined. Returns the whole state. */
  setState(sessionId: string, key: string, value: unknown): Promise<Record<string, unknown>>;
  /** Shares a value with the project's agents. */
  publish(key: string, value: unknown, of: { sessionId: string; ttl: number | undefined }): Promise<unknown>;
  /** Returns the newest value of a key; of all keys with a prefix, when the key ends with `*`. */
  listShared(key: string): Promise<Pick<SharedEntry, 'key' | 'value' | 'agent' | 'createdAt'>[]>;
};

/** What the host stores with a result: which memories (ids) and messages of other sessions (`<session>/<number>`) it shows, and whether it made a file. */
export type ToolNotes = { recalled?: string[]; createdFile?: true };

/** The text for the model, with what the host stores with it. */
export type ToolAnswer = string | ({ content: string } & ToolNotes);

/** A function that the model can call. */
export type Tool = {
  readonly name: string;
  readonly risk: Risk;
  /** The user is asked whatever the policy is. For the session they can allow only the very same call. */
  readonly alwaysAsks?: boolean;
  /** It ends soon after the signal is aborted, and its error says what it did until then. */
  readonly endsOnCancel: boolean;
  /** What the model is told about it; `parameters` is the JSON schema of its input. */
  readonly schema: ToolSchema;
  /**
   * Checks the input and runs. Throws `ToolError` when the input is wrong or the work
   * cannot be done; any other error is a fault of the host.
   */
  run(input: unknown, context: ToolContext): Promise<ToolAnswer>;
  /** Whether this call may run at the same time as others that may. */
  runsBeside(input: unknown): boolean;
  /** Says what the call would do, so that the user can decide. Changes nothing. Throws `ToolError` as `run` does. */
  preview(input: unknown, context: ToolContext): Promise<string>;
};

/** Makes a tool from a function and the zod schema of its input. Null counts as a missing optional field. */
export function defineTool<Input extends z.ZodObject>(definition: {
  name: string;
  risk: Risk;
  alwaysAsks?: boolean;
  endsOnCancel?: boolean;
  description: string;
  input: Input;
  /** What the model is told of the input, where that is shorter; absent: all of it. */
  told?: z.ZodObject;
  /** Absent: its calls run one after the other. */
  runsBeside?: (input: z.output<Input>) => boolean;
  /** Absent: the preview is the arguments. */
  preview?: (input: z.output<Input>, context: ToolContext) => Promise<string> | string;
  run: (input: z.output<Input>, context: ToolContext) => Promise<ToolAnswer>;
}): Tool {
  const { name, risk, alwaysAsks = false, endsOnCancel = false, description, input } = definition;
  const parse = (value: unknown): z.output<Input> => {
    const parsed = input.safeParse(withoutNulls(value));
    if (parsed.success) return parsed.data;
    throw new ToolError(`wrong arguments for ${name}:\n${z.prettifyError(parsed.error)}`);
  };
  return {
    name,
    risk,
    alwaysAsks,
    endsOnCancel,
    schema: { name, description, parameters: toldOf(definition.told ?? input) },
    run: async (value, context) => definition.run(parse(value), context),
    runsBeside(value) {
      const { data } = input.safeParse(withoutNulls(value));
      return data !== undefined && (definition.runsBeside?.(data) ?? false);
    },
    preview: async (value, context) => {
      const parsed = parse(value);
      return (await definition.preview?.(parsed, context)) ?? JSON.stringify(parsed, null, 2);
    },
  };
}

/** What the check after the call says, and a model need not read in every request. */
const checkedLater = [
  ...['default', 'format', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'propertyNames', 'additionalProperties'],
];

function toldOf(input: z.ZodObject): JsonSchema {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, {
    io: 'input',
    override({ jsonSchema }) {
      for (const keyword of checkedLater) Reflect.deleteProperty(jsonSchema, keyword);
      if (jsonSchema.properties && Object.keys(jsonSchema.properties).length === 0)
        delete jsonSchema.properties;
    },
  });
  return parameters;
}

/** Models write null for omitted fields. */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}
