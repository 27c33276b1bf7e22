import { helpByCode } from '@devai/fastify/protocol/problem';

/** Error codes of the client itself, with the action to take. docs/errors.md lists them; a test compares. */
export const ownCodes = {
  usage: 'See --help.',
  no_answer: 'Start the server with `npx --yes pnpm start`, or name another with --url or DEVAI_URL.',
  not_devai: 'Check the address: --url, DEVAI_URL, or HOST and PORT.',
  other_store: 'Start a server for this store, or name a server with --url or DEVAI_URL.',
  broken_answer: 'The server stopped while it answered; its log says why. Changes made so far are kept.',
  configuration: 'Correct the named variables.',
  not_confirmed: 'Use --yes to skip the question.',
  ambiguous_id: 'Give more characters of the id.',
  file: 'Check the path and its permissions.',
  interrupted: 'Run the command again.',
  no_reply: "Send the message again, or look at the server's log.",
  failed: 'This is a bug. Please report it with the steps that led to it.',
} as const satisfies Record<string, string>;

const helps: Record<string, string> = {
  ...helpByCode,
  ...ownCodes,
  // reworded for a command line
  unauthorized: "Give the server's DEVAI_API_TOKEN with --token or in DEVAI_API_TOKEN.",
  no_route: 'The server runs another version: restart it.',
  database_locked: 'If that process is a DevAI server, name its address with --url, or HOST and PORT.',
};

/** Why a command failed: a stable code, what happened, and the action to take. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly help: string | null;

  /** `code` is one of the client's own, or the code of a server's problem. */
  constructor(code: string, message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    const help = options.help ?? helps[code];
    // some servers' messages contain the help already
    this.help = help === undefined || message.includes(help) ? null : help;
  }
}

/** An error with one of the client's own codes. */
export const cliError = (
  code: keyof typeof ownCodes,
  message: string,
  options: { help?: string; cause?: unknown } = {},
): CliError => new CliError(code, message, options);

/** Wraps whatever was thrown. */
export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error)) return cliError('failed', String(error), { cause: error });
  if (error.name === 'ConfigError') return cliError('configuration', error.message, { cause: error });
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // thrown by the library, which runs in this process without a server
  if (Object.hasOwn(helpByCode, code)) return new CliError(code, error.message, { cause: error });
  if ('syscall' in error) return cliError('file', error.message, { cause: error });
  return cliError('failed', error.stack ?? error.message, { cause: error });
}
