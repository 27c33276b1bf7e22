import { errorCodes, MemoryError } from '@devai/memory';
import { ConfigError } from '../../config.ts';
import { hostErrorCodes } from '../../protocol/problem.ts';

/** What only the tool itself can run into. */
const toolErrorCodes = {
  usage: 'See `pnpm memory help`.',
  no_answer:
    'Start the server with `pnpm start`, or leave --url and DEVAI_URL away to open the store itself.',
  not_devai: 'Check the address: --url, DEVAI_URL, or HOST and PORT.',
  broken_answer: 'The server stopped in the middle. Its log says more; what was done stays done.',
  configuration: 'Correct the variables that are named.',
  not_confirmed: 'Give --yes to go on without being asked.',
  ambiguous_id: 'Give more of the id.',
  file: 'Check the path and who may read and write there.',
  interrupted: 'The command can be given again.',
  failed: 'This is a fault of the tool. Please report it with what led to it.',
} as const satisfies Record<string, string>;

type ToolErrorCode = keyof typeof toolErrorCodes;

const helpByCode: Record<string, string> = {
  ...Object.fromEntries(Object.entries(hostErrorCodes).map(([code, { help }]) => [code, help])),
  ...Object.fromEntries(Object.entries(errorCodes).map(([code, { help }]) => [code, help])),
  ...toolErrorCodes,
  // the same in the words of a command line
  unauthorized: 'Give the value of its DEVAI_API_TOKEN with DEVAI_API_TOKEN or --token.',
  no_route: 'The server is of another version than this tool: start it anew.',
  database_locked: 'If that process is a DevAI server, name its address with --url, or HOST and PORT.',
};

/** Why a command failed: a stable code, what happened, what to do about it. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly help: string | null;

  constructor(code: string, message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    const help = options.help ?? helpByCode[code];
    // a server that hides why it failed says itself what to do
    this.help = help === undefined || message.includes(help) ? null : help;
  }
}

/** The tool's own errors, with codes that are checked. */
export const toolError = (
  code: ToolErrorCode,
  message: string,
  options: { help?: string; cause?: unknown } = {},
): ToolError => new ToolError(code, message, options);

/** Whatever was thrown as a `ToolError`. */
export function toToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof MemoryError) return new ToolError(error.code, error.message, { cause: error });
  if (error instanceof ConfigError) return toolError('configuration', error.message, { cause: error });
  if (isSystemError(error)) return toolError('file', error.message, { cause: error });
  return toolError('failed', error instanceof Error ? (error.stack ?? error.message) : String(error), {
    cause: error,
  });
}

/** Of a call to the operating system, such as opening a file. */
const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'code' in error;
