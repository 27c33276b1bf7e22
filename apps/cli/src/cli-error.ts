import { helpByCode } from '@devai/api/protocol/problem';

/** What only the client itself can run into. */
const ownCodes = {
  usage: 'See --help.',
  no_answer: 'Start the server with `npx --yes pnpm start`, or name another with --url or DEVAI_URL.',
  not_devai: 'Check the address: --url, DEVAI_URL, or HOST and PORT.',
  broken_answer: 'The server stopped in the middle. Its log says more; what was done stays done.',
  configuration: 'Correct the variables that are named.',
  not_confirmed: 'Give --yes to go on without being asked.',
  ambiguous_id: 'Give more of the id.',
  file: 'Check the path and who may read and write there.',
  interrupted: 'The command can be given again.',
  no_reply: 'Send the message again, or look at the log of the server.',
  failed: 'This is a fault of the program. Please report it with what led to it.',
} as const satisfies Record<string, string>;

const helps: Record<string, string> = {
  ...helpByCode,
  ...ownCodes,
  // the same in the words of a command line
  unauthorized: 'Give the value of its DEVAI_API_TOKEN with DEVAI_API_TOKEN or --token.',
  no_route: 'The server is of another version than this program: start it anew.',
  database_locked: 'If that process is a DevAI server, name its address with --url, or HOST and PORT.',
};

/** Why a command failed: a stable code, what happened, what to do about it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly help: string | null;

  /** `code`: one of the client's own, or the code of a server's problem. */
  constructor(code: string, message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    const help = options.help ?? helps[code];
    // a server that hides why it failed says itself what to do
    this.help = help === undefined || message.includes(help) ? null : help;
  }
}

/** The client's own errors, with codes that are checked. */
export const cliError = (
  code: keyof typeof ownCodes,
  message: string,
  options: { help?: string; cause?: unknown } = {},
): CliError => new CliError(code, message, options);

/** Whatever was thrown as a `CliError`. */
export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error)) return cliError('failed', String(error), { cause: error });
  if (error.name === 'ConfigError') return cliError('configuration', error.message, { cause: error });
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // of the library, which runs in this process when no server does
  if (Object.hasOwn(helpByCode, code)) return new CliError(code, error.message, { cause: error });
  if ('syscall' in error) return cliError('file', error.message, { cause: error });
  return cliError('failed', error.stack ?? error.message, { cause: error });
}
